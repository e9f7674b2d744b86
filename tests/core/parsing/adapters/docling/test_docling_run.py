"""Docling over HTTP, against a server on this machine that speaks as docling-serve does."""

from __future__ import annotations

import json
import logging
from collections import deque
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import import_module
from threading import Event, Thread
from typing import TYPE_CHECKING, Any

import pymupdf
import pytest
from pydantic import SecretStr

from core.errors import (
    Cancelled,
    KeyRefused,
    LimitReached,
    MissingExtra,
    ModelError,
    ReplyUnusable,
    SetupError,
)
from core.parsing.adapters.base import Source
from core.parsing.adapters.docling import ADAPTER
from core.parsing.adapters.docling.options import DoclingOptions
from core.sir import Page

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

KEY = "docling-key-that-is-secret"
BOX = {"l": 60, "t": 80, "r": 300, "b": 160}
READ = {
    "schema_name": "DoclingDocument",
    "body": {"children": [{"$ref": "#/texts/0"}]},
    "texts": [{"label": "text", "text": "read", "prov": [{"page_no": 1, "bbox": BOX}]}],
}
DONE = {"document": {"json_content": READ}, "status": "success", "errors": []}


class DoclingServe:
    """Answers its paths in turn with what `answers` holds for them, the last one for ever."""

    def __init__(self) -> None:
        self.requests: list[tuple[str, str, dict[str, str], bytes]] = []
        self.answers: dict[str, deque[tuple[int, object, dict[str, str]]]] = {}
        self.stopped = Event()
        self.slow = 0.0
        owner = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                content = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                headers = {name.lower(): value for name, value in self.headers.items()}
                owner.requests.append((self.command, self.path, headers, content))
                owner.stopped.wait(owner.slow)
                status, body, more = owner.answer(self.path)
                written = body if isinstance(body, bytes) else json.dumps(body).encode()
                self.send_response(status)
                for name, value in more.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(written)))
                self.end_headers()
                self.wfile.write(written)

            def do_POST(self) -> None:
                self.do_GET()

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002
                """Nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)
        self.says("/v1/convert/file/async", {"task_id": "job-1", "task_status": "pending"})
        self.says("/v1/status/poll/job-1", {"task_status": "started"}, {"task_status": "success"})
        self.says("/v1/result/job-1", DONE)

    def says(self, path: str, *bodies: object) -> None:
        """Bodies, or triples of status, body and headers."""
        whole = [body if isinstance(body, tuple) else (200, body, {}) for body in bodies]
        self.answers[path] = deque(whole)

    def answer(self, path: str) -> tuple[int, object, dict[str, str]]:
        waiting = self.answers.get(path)
        if waiting is None:
            return 404, {"detail": "Not Found"}, {}
        return waiting.popleft() if len(waiting) > 1 else waiting[0]

    def __enter__(self) -> DoclingServe:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stopped.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[DoclingServe]:
    # The package has a function of the same name as the module.
    monkeypatch.setattr(import_module(ADAPTER.run.__module__), "_BETWEEN_POLLS", 0.05)
    with DoclingServe() as running:
        yield running


@pytest.fixture
def source(tmp_path: Path) -> Source:
    with pymupdf.open() as pdf:
        pdf.new_page(width=600, height=800).insert_text((60, 90), "read")
        pdf.save(tmp_path / "private-name.pdf")
    pages = (Page(1, 600, 800, ""),)
    return Source(tmp_path / "private-name.pdf", "private-name.pdf", pages)


def options(server: DoclingServe | str, **more: Any) -> DoclingOptions:
    url = server if isinstance(server, str) else server.url
    return DoclingOptions(url=url, **more)


def test_a_job_is_begun_asked_about_and_fetched(
    server: DoclingServe, source: Source, caplog: pytest.LogCaptureFixture
):
    caplog.set_level(logging.DEBUG)
    reports: list[tuple[int, ...]] = []
    asked = options(server, key=SecretStr(KEY), ocr=False)
    content = ADAPTER.run(source, asked, lambda *report: reports.append(report))
    document = ADAPTER.convert(content, source.pages)
    assert document.elements[0].text == "read"
    assert [path.rsplit("/", 1)[0] for _, path, _, _ in server.requests] == [
        "/v1/convert/file",
        "/v1/status/poll",
        "/v1/status/poll",
        "/v1/result",
    ]
    form = server.requests[0][3]
    assert b'name="to_formats"\r\n\r\njson' in form
    assert b'name="do_ocr"\r\n\r\nfalse' in form
    assert source.path.read_bytes() in form
    assert b"private-name" not in form
    assert all(headers["x-api-key"] == KEY for _, _, headers, _ in server.requests)
    assert not any(KEY in path for _, path, _, _ in server.requests)
    assert KEY not in caplog.text + repr(asked)
    assert set(reports) == {(0, 1)}


def test_a_service_that_is_busy_or_fails_for_a_while_is_asked_again(
    server: DoclingServe, source: Source
):
    server.says(
        "/v1/convert/file/async",
        (429, {"detail": "busy"}, {"Retry-After": "0.1"}),
        (503, b"<html>down</html>", {"Retry-After": "0.1"}),
        {"task_id": "job-1"},
    )
    assert json.loads(ADAPTER.run(source, options(server), None))["status"] == "success"


@pytest.mark.parametrize(
    ("path", "answer", "kind", "words"),
    [
        ("/v1/convert/file/async", (401, {"detail": "no"}, {}), KeyRefused, "SIGHTLINE_DOCLING"),
        ("/v1/convert/file/async", (422, {"detail": "bad"}, {}), ReplyUnusable, "422.*bad"),
        ("/v1/convert/file/async", (302, {}, {"Location": "/x"}), ModelError, "points elsewhere"),
        ("/v1/convert/file/async", b"<html>hello</html>", ModelError, "else than JSON"),
        ("/v1/convert/file/async", {"task_id": "../../x"}, ModelError, "began no job"),
        ("/v1/convert/file/async", {"task_id": ["x"]}, ModelError, "began no job"),
        ("/v1/status/poll/job-1", {"task_status": "failure"}, ReplyUnusable, "ended with failure"),
        ("/v1/status/poll/job-1", {"task_status": 3}, ModelError, "names no state"),
        ("/v1/result/job-1", (404, {"detail": "gone"}, {}), ReplyUnusable, "gone"),
        ("/v1/result/job-1", b"PK\x03\x04", ReplyUnusable, "cut off or damaged"),
        ("/v1/result/job-1", {"document": {}, "status": "failure"}, ReplyUnusable, "is failure"),
    ],
)
def test_what_a_service_does_wrong_is_told_with_the_parser_and_what_to_do(
    server: DoclingServe,
    source: Source,
    path: str,
    answer: object,
    kind: type[Exception],
    words: str,
):
    server.says(path, answer)
    with pytest.raises(kind, match=words) as caught:
        ADAPTER.run(source, options(server, key=SecretStr(KEY)), None)
    assert "Docling" in str(caught.value)
    assert KEY not in str(caught.value)


def test_cancelling_ends_a_run_at_once_and_so_does_its_time(server: DoclingServe, source: Source):
    server.says("/v1/status/poll/job-1", {"task_status": "started"})
    seen: list[int] = []

    def cancel(done: int, total: int) -> None:
        seen.append(done)
        if len(server.requests) > 2:
            raise Cancelled("enough")

    with pytest.raises(Cancelled):
        ADAPTER.run(source, options(server), cancel)
    with pytest.raises(LimitReached, match=r"0\.5 seconds"):
        ADAPTER.run(source, options(server, seconds=0.5), None)
    server.slow = 30
    with pytest.raises(LimitReached):
        ADAPTER.run(source, options(server, seconds=0.5), None)


def test_a_key_does_not_travel_in_the_clear(source: Source):
    asked = options("http://docling.example:5001", key=SecretStr(KEY))
    with pytest.raises(SetupError, match="in the clear"):
        ADAPTER.run(source, asked, None)


def test_the_library_and_where_its_models_come_from_are_named_where_it_is_missing(source: Source):
    """The tests run without it; with it, its model files are what is missing."""
    asked = options("", models=str(source.path.parent / "no-models"), seconds=60)
    with pytest.raises((MissingExtra, SetupError), match=r"pip install docling|docling-tools"):
        ADAPTER.run(source, asked, None)
    assert ADAPTER.missing(options("https://docling.example")) == ""
    assert ADAPTER.price(3, options("")) == 0.0
    assert ADAPTER.price(3, options("https://docling.example")) is None
