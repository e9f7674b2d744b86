"""What is deployed: files that name what there is, and a proxy that lets in whom it should."""

from __future__ import annotations

import http.client
import os
import re
import shutil
import ssl
import subprocess
import time
from base64 import b64encode
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

import pytest

from core.settings import Settings
from tests.browser.serving import ROOT, free_port, running_app
from tests.sightline.servers import ApiServer

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

DEPLOY = ROOT / "deploy"
NAME, PASSWORD, TOKEN = "sightline.example", "made-up", "t" * 40
_VARIABLE = re.compile(r"\bSIGHTLINE_([A-Z_]+)\b")
_OTHER_VARIABLES = {"NAME", "API_TOKENS"}
"""The name in the compose file, and what the HTTP API reads."""
_SECONDS = 20


def test_what_is_copied_into_the_container_is_there() -> None:
    lines = (DEPLOY / "Containerfile").read_text("utf-8").splitlines()
    copied = [line.split()[1:-1] for line in lines if line.startswith("COPY ")]
    sources = {source for sources in copied for source in sources}
    assert all((ROOT / source).exists() for source in sources)
    packages = {path.parent.name for path in ROOT.glob("*/__init__.py")}
    assert packages - {"benchmarks", "tests", "docs"} <= sources


@pytest.mark.parametrize("path", sorted(DEPLOY.iterdir()), ids=lambda path: path.name)
def test_every_variable_is_one_that_sightline_reads(path: Path) -> None:
    names = set(_VARIABLE.findall(path.read_text("utf-8")))
    assert names - _OTHER_VARIABLES <= {name.upper() for name in Settings.model_fields}


def test_service_and_container_start_the_app_alike() -> None:
    service = (DEPLOY / "sightline.service").read_text("utf-8")
    container = (DEPLOY / "Containerfile").read_text("utf-8")
    assert "streamlit run app.py --server.address 127.0.0.1 --server.port 8501" in service
    assert '"run", "app.py", "--server.address", "0.0.0.0", "--server.port", "8501"' in container


@pytest.fixture(scope="module")
def proxy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """The port of nginx with the configuration of `deploy`, before the app and the HTTP API."""
    path = f"{os.environ['PATH']}:/usr/sbin"
    programs = {name: shutil.which(name, path=path) for name in ("nginx", "openssl")}
    if missing := [name for name, found in programs.items() if not found]:
        pytest.skip(f"the programs {', '.join(missing)} are not installed")
    folder, home = tmp_path_factory.mktemp("proxy"), tmp_path_factory.mktemp("home")
    port = free_port()
    with ExitStack() as stack:
        app = stack.enter_context(running_app(home, SIGHTLINE_HOSTS=NAME))
        api = stack.enter_context(ApiServer(home, SIGHTLINE_API_TOKENS=TOKEN, SIGHTLINE_HOSTS=NAME))
        _configure(folder, app.url.removeprefix("http://"), api.address, port)
        stack.enter_context(_running(programs["nginx"] or "", folder))
        _wait_until_it_answers(port)
        yield port


def test_people_without_the_password_and_programs_without_a_token_get_nothing(proxy: int) -> None:
    assert _status(proxy, "/") == 401
    assert _status(proxy, "/", password="wrong") == 401
    assert _status(proxy, "/_stcore/health") == 401
    assert _status(proxy, "/v1/documents") == 401
    assert _status(proxy, "/v1/documents", Authorization=f"Bearer {'x' * 40}") == 401
    assert _status(proxy, "/v1/documents", password=PASSWORD) == 401


def test_people_with_the_password_and_programs_with_a_token_are_let_in(proxy: int) -> None:
    assert _status(proxy, "/", password=PASSWORD) == 200
    assert _status(proxy, "/v1/health") == 200
    assert _status(proxy, "/v1/documents", Authorization=f"Bearer {TOKEN}") == 200


def test_the_connection_of_a_page_is_opened_through_the_proxy(proxy: int) -> None:
    headers = {
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": b64encode(b"0" * 16).decode(),
        "Origin": f"https://{NAME}",
    }
    assert _status(proxy, "/_stcore/stream", **headers) == 401
    assert _status(proxy, "/_stcore/stream", password=PASSWORD, **headers) == 101
    foreign = {**headers, "Origin": "https://elsewhere.example"}
    assert _status(proxy, "/_stcore/stream", password=PASSWORD, **foreign) == 403


def test_a_name_that_is_not_sightlines_is_refused_behind_the_proxy(proxy: int) -> None:
    assert _status(proxy, "/", password=PASSWORD, Host="elsewhere.example") == 421
    assert _status(proxy, "/v1/health", Host="elsewhere.example") == 421


def _configure(folder: Path, app: str, api: str, port: int) -> None:
    """The configuration of `deploy` for processes of this user, with a password and TLS."""
    config = (DEPLOY / "nginx.conf").read_text("utf-8")
    for name, address in (("app:8501", app), ("api:8502", api), ("listen 443", f"listen {port}")):
        assert config.count(name) == 1
        config = config.replace(name, address)
    places = "client_body proxy fastcgi uwsgi scgi".split()
    own = "".join(f"{place}_temp_path {folder / place};\n" for place in places)
    config = config.replace("http {\n", f"http {{\naccess_log off;\n{own}", 1)
    user = "user root;\n" if os.geteuid() == 0 else ""
    main = f"{user}daemon off;\npid {folder / 'pid'};\n"
    (folder / "nginx.conf").write_text(main + config, "utf-8")
    (folder / "tls").mkdir()
    keys = ("-keyout", folder / "tls/privkey.pem", "-out", folder / "tls/fullchain.pem")
    subject = ("-subj", "/CN=localhost", "-days", "2")
    make = ("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", *subject, *keys)
    subprocess.run(make, check=True, capture_output=True)
    hashed = subprocess.run(
        ("openssl", "passwd", "-apr1", PASSWORD), check=True, capture_output=True, text=True
    )
    (folder / "people.htpasswd").write_text(f"someone:{hashed.stdout}", "utf-8")


@contextmanager
def _running(nginx: str, folder: Path) -> Iterator[None]:
    command = (nginx, "-p", folder, "-c", folder / "nginx.conf", "-e", folder / "error.log")
    process = subprocess.Popen(command)
    try:
        yield
    finally:
        process.terminate()
        process.wait(_SECONDS)


def _wait_until_it_answers(port: int) -> None:
    end = time.monotonic() + _SECONDS
    while True:
        try:
            _status(port, "/v1/health")
        except ConnectionError:
            assert time.monotonic() < end, "nginx does not answer"
            time.sleep(0.1)
        else:
            return


def _status(port: int, path: str, password: str = "", **headers: str) -> int:
    headers = {"Host": NAME, **headers}
    if password:
        headers["Authorization"] = f"Basic {b64encode(f'someone:{password}'.encode()).decode()}"
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    connection = http.client.HTTPSConnection("localhost", port, timeout=_SECONDS, context=context)
    try:
        connection.request("GET", path, headers=headers)
        return connection.getresponse().status
    finally:
        connection.close()
