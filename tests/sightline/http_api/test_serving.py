"""How the server starts, what it prints, and how it ends."""

from __future__ import annotations

import signal
import socket
import threading
import time
from contextlib import suppress
from typing import TYPE_CHECKING

import httpx2
import psutil

from sightline import Recipe, recipe_text
from sightline.command_line import main
from tests.builders import with_endless_page
from tests.sightline.servers import ApiServer

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_without_tokens_one_is_made_printed_once_and_let_in_and_said_to_travel_in_the_clear(
    tmp_path: Path,
) -> None:
    with ApiServer(tmp_path / "home", "--host", "0.0.0.0", SIGHTLINE_API_TOKENS="") as server:
        token = server.made_token()
        with server.client(token) as client:
            client.base_url = f"http://127.0.0.1:{server.port}"
            assert client.get("/v1/documents").json() == {"documents": []}
            assert client.get("/v1/health", headers={"Host": "evil.example"}).status_code == 421
            assert client.get("/v1/documents", headers={"Authorization": ""}).status_code == 401
        assert server.stop() == 0
    assert sum(token in line for line in server.printed) == 1
    assert not [line for line in server.printed if token in line and "http" in line]
    assert "travel in the clear" in "\n".join(server.printed)


def test_a_recipe_file_is_in_force_and_a_signal_ends_it_with_success_and_leaves_no_process(
    prepared_home: Path, tmp_path: Path
) -> None:
    recipe = Recipe.from_json({"strategy": "fixed", "options": {"max_tokens": 64}})
    path = tmp_path / "recipe.toml"
    path.write_text(recipe_text(recipe), encoding="utf-8")
    more, token = ("--recipe", str(path)), "t" * 32
    with ApiServer(prepared_home, *more, SIGHTLINE_API_TOKENS=token) as server:
        with server.client(token) as client:
            assert client.get("/v1/recipe").json() == recipe.to_json()
            id_ = client.get("/v1/documents").json()["documents"][0]["id"]
            assert client.get(f"/v1/documents/{id_}/pages/1.jpg").status_code == 200
            children = psutil.Process(server.process.pid).children(recursive=True)
            assert children, "pages are drawn by a process of their own"
        assert server.stop() == 0
    assert "Traceback" not in "\n".join(server.printed)
    assert psutil.wait_procs(children, timeout=10)[1] == []


def test_a_second_ctrl_c_ends_it_while_a_document_is_read_of_which_nothing_stays(
    tmp_path: Path,
) -> None:
    # The page would be read for longer than `stop` waits.
    environment = {"SIGHTLINE_API_TOKENS": "t" * 32, "SIGHTLINE_PAGE_SECONDS": "600"}
    with ApiServer(tmp_path / "home", **environment) as server:
        upload = threading.Thread(target=_upload_endless, args=(server,))
        upload.start()
        process = psutil.Process(server.process.pid)
        end = time.monotonic() + 30
        while not (children := process.children(recursive=True)) and time.monotonic() < end:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        time.sleep(0.5)
        assert process.is_running(), "it waits for what is being answered"
        assert server.stop(signal.SIGINT) == 0
        upload.join()
    assert psutil.wait_procs(children, timeout=10)[1] == []
    assert not list((tmp_path / "home" / "documents").glob("*"))


def _upload_endless(server: ApiServer) -> None:
    files = {"file": ("endless.pdf", with_endless_page(["One", "Two"], 2))}
    with server.client("t" * 32) as client, suppress(httpx2.HTTPError):
        client.post("/v1/documents", files=files)


def test_a_token_that_is_too_short_is_one_sentence_that_names_the_variable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SIGHTLINE_API_TOKENS", "short")
    assert main(["serve", "--home", str(tmp_path / "home"), "--port", "0"]) == 1
    printed = capsys.readouterr().err
    assert "SIGHTLINE_API_TOKENS" in printed
    assert (printed.count("\n"), "short," in printed) == (1, False)


def test_an_address_in_use_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert main(["serve", "--home", str(tmp_path / "home"), "--port", port]) == 1
    printed = capsys.readouterr().err
    assert f"127.0.0.1, port {port} cannot be served at" in printed
    assert printed.count("\n") == 1
