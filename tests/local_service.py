"""A service on this machine that answers as it is told, and keeps what it was asked."""

from __future__ import annotations

import json
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@dataclass(frozen=True)
class Asked:
    """One request; `headers` by lower-case names."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass(frozen=True)
class Said:
    """One answer; `rests` seconds before it, at most until the service stops."""

    status: int = 200
    body: object = None
    headers: dict[str, str] = field(default_factory=dict)
    rests: float = 0.0

    def content(self) -> bytes:
        return self.body if isinstance(self.body, bytes) else json.dumps(self.body).encode()


@dataclass
class LocalService:
    """Where it is, and what it was asked."""

    address: str
    asked: list[Asked] = field(default_factory=list)
    stopped: Event = field(default_factory=Event)


@contextmanager
def local_service(answer: Callable[[Asked, int], Said]) -> Iterator[LocalService]:
    """A service that `answer` speaks for: it gets the request and how many came before it."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        # Head and body are written apart, and the client would wait before it acknowledges one.
        disable_nagle_algorithm = True

        def _answer(self) -> None:
            size = int(self.headers.get("Content-Length", 0))
            headers = {name.lower(): value for name, value in self.headers.items()}
            asked = Asked(self.command, self.path, headers, self.rfile.read(size))
            service.asked.append(asked)
            said = answer(asked, len(service.asked) - 1)
            service.stopped.wait(said.rests)
            content = said.content()
            try:
                self.send_response(said.status)
                for name, value in said.headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                if self.command != "HEAD":
                    self.wfile.write(content)
            except OSError:
                self.close_connection = True  # The client went away, as it does when cancelled.

        do_GET = do_HEAD = do_PUT = do_POST = do_DELETE = _answer  # noqa: N815 - their names there

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name there.
            del format, args

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    service = LocalService(f"http://127.0.0.1:{server.server_port}")
    Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    try:
        yield service
    finally:
        service.stopped.set()
        server.shutdown()
        server.server_close()
