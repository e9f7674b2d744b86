"""A running app, and requests that a page of another site could make, or have made, to it."""

from __future__ import annotations

import socket
from contextlib import contextmanager
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from tests.browser.serving import running_app

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

GIVEN = "sightline.example"
"""The name of `SIGHTLINE_HOSTS` in these trials."""
STREAM = "/_stcore/stream"
PATHS = (
    "/",
    "/ask?document=1",
    "/static/js/index.js",
    "/media/0123.png",
    "/_stcore/health",
    "/_stcore/host-config",
    "/_stcore/metrics",
    "/_stcore/upload_file/session/file",
    "/_stcore/bidi-components/x/y.js",
    "/component/streamlit_pdf_viewer.streamlit_pdf_viewer/index.html",
    STREAM,
)
FOREIGN_HOSTS = (
    "Host: rebound.example:{port}",
    "Host: rebound.example",
    "Host: 127.0.0.1.rebound.example:{port}",
    "Host: localhost.rebound.example",
    "Host: rebound.localhost:{port}",
    "Host: notlocalhost:{port}",
    "Host: sub.sightline.example",
    "Host: 192.0.2.7:{port}",
    "Host: 127.0.0.2:{port}",
    "Host: 127.1:{port}",
    "Host: 2130706433:{port}",
    "Host: [2001:db8::1]:{port}",
    "Host: [::1",
    "Host: ::1",
    "Host: 127.0.0.1:70000",
    "Host: 127.0.0.1:{port}:{port}",
    "Host: 127.0.0.1:x",
    "Host: 127.0.0.1@rebound.example",
    "Host: rebound.example@127.0.0.1",
    "Host: 127.0.0.1,rebound.example",
    "Host: 127.0.0.1/rebound.example",
    "Host: localhost..",
    "Host: *",
    "Host: null",
    "Host:",
    "X-Forwarded-Host: 127.0.0.1:{port}",
    "Host: rebound.example\r\nX-Forwarded-Host: 127.0.0.1:{port}",
    "Host: rebound.example\r\nForwarded: host=127.0.0.1",
    "Host: 127.0.0.1:{port}\r\nHost: rebound.example",
    "Host: rebound.example\r\nHost: 127.0.0.1:{port}",
)
"""Lines of a request in place of its one good `Host`."""
OWN_HOSTS = (
    "127.0.0.1:{port}",
    "localhost:{port}",
    "LocalHost:{port}",
    "localhost.:{port}",
    "[::1]:{port}",
    "127.0.0.1",
    GIVEN,
    f"{GIVEN}:8443",
)
FOREIGN_ORIGINS = (
    "",
    "Origin:",
    "Origin: null",
    "Origin: http://rebound.example",
    "Origin: http://rebound.example:{port}",
    "Origin: http://127.0.0.1",
    "Origin: http://127.0.0.1:1",
    "Origin: http://127.0.0.1:{port}0",
    "Origin: http://localhost:{port}",
    "Origin: http://[::1]:{port}",
    "Origin: https://127.0.0.1:{port}",
    "Origin: ws://127.0.0.1:{port}",
    "Origin: file://",
    "Origin: chrome-extension://127.0.0.1:{port}",
    "Origin: http://127.0.0.1:{port}.rebound.example",
    "Origin: http://127.0.0.1:{port}@rebound.example",
    "Origin: http://rebound.example/http://127.0.0.1:{port}",
    f"Origin: https://{GIVEN}",
    "Origin: http://127.0.0.1:{port}\r\nOrigin: http://rebound.example",
)
"""Lines of a request to `127.0.0.1:{port}`; the first is none."""
_UPGRADE = (
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: c2lnaHRsaW5lLWxvb2tzIQ=="
)
_SECONDS = 30


@contextmanager
def guarded_app(home: Path) -> Iterator[int]:
    """The port of a running app that is told to answer to `GIVEN` too."""
    with running_app(home, SIGHTLINE_HOSTS=GIVEN) as server:
        port = urlsplit(server.url).port
        assert port
        yield port


def answer(port: int, target: str, *lines: str, method: str = "GET") -> tuple[int, str]:
    """Status and text that these bytes are answered with; lines may name `{port}`."""
    head = [f"{method} {target} HTTP/1.1", *filter(None, lines)]
    if target == STREAM:
        head.append(_UPGRADE)
    elif not any(line.startswith("Connection") for line in lines):
        head.append("Connection: close")
    request = "\r\n".join([*head, "", ""]).replace("{port}", str(port))
    with socket.create_connection(("127.0.0.1", port), _SECONDS) as connection:
        connection.sendall(request.encode("latin-1"))
        status = _line(connection)
        text = "" if status.startswith("HTTP/1.1 101") else _rest(connection)
    return int(status.split()[1]), text


def _line(connection: socket.socket) -> str:
    line = b""
    while not line.endswith(b"\r\n"):
        line += connection.recv(1) or b"HTTP/1.1 0 closed\r\n"
    return line.decode()


def _rest(connection: socket.socket) -> str:
    return b"".join(iter(lambda: connection.recv(65536), b"")).decode(errors="replace")
