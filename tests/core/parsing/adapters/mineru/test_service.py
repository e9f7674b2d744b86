"""MinerU over HTTP, against a service that speaks as mineru-api of versions 2 and 3 does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from pydantic import ValidationError

from core.errors import ModelUnreachable, ReplyUnusable, SetupError
from core.parsing.adapters import get_adapter
from core.parsing.adapters.base import Source
from tests.core.parsing.adapters.mineru.samples import PIPELINE, VLM, options_of
from tests.core.parsing.adapters.native_checks import plain_pages
from tests.local_service import Asked, LocalService, Said, local_service

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from core.progress import Progress

RESULT = Said(body={"version": "3.4.5", "results": {"document": {"middle_json": '{"a": 1}'}}})
TASK = Said(202, {"task_id": "t-1", "status": "pending"})
HEALTHY = Said(body={"status": "healthy"})
UNKNOWN = Said(404, {"detail": "Not Found"})


@pytest.fixture
def source(tmp_path: Path) -> Source:
    path = tmp_path / "Secret name.pdf"
    path.write_bytes(b"%PDF-1.7 what it holds")
    return Source(path, "Secret name.pdf", tuple(plain_pages(3)))


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.parsing.adapters.service_calls._BETWEEN_POLLS", 0.01)
    monkeypatch.setattr("core.parsing.adapters.service_calls._LONGEST_BACKOFF", 0.01)


def tasks(*states: Said | str, result: Said = RESULT) -> Callable[[Asked, int], Said]:
    """A service of version 3 whose task is in these states, one after the other."""
    left = [said if isinstance(said, Said) else Said(body={"status": said}) for said in states]

    def answer(asked: Asked, before: int) -> Said:
        del before
        if asked.path == "/health":
            return HEALTHY
        if asked.method == "POST":
            return TASK if asked.path == "/tasks" else UNKNOWN
        if asked.path == "/tasks/t-1/result":
            return result
        return left.pop(0) if len(left) > 1 else left[0]

    return answer


def run(
    source: Source,
    service: LocalService,
    parser: str = PIPELINE,
    progress: Progress | None = None,
    **options: Any,
) -> bytes:
    chosen = options_of(parser, url=service.address, **options)
    return get_adapter(parser).run(source, chosen, progress)


def test_a_task_is_asked_for_until_it_is_done(source: Source) -> None:
    calls: list[tuple[int, ...]] = []
    with local_service(tasks("pending", "processing", "completed")) as service:
        result = run(
            source,
            service,
            progress=lambda *at: calls.append(at),
            method="ocr",
            key="k-123",
            formulas=False,
        )
    assert result == b'{"a": 1}'
    assert calls[0] == (0, 3)
    sent = service.asked[1]
    for field, value in {
        "backend": "pipeline",
        "parse_method": "ocr",
        "lang_list": "ch",
        "return_middle_json": "true",
        "formula_enable": "false",
        "table_enable": "true",
    }.items():
        assert f'name="{field}"\r\n\r\n{value}\r\n'.encode() in sent.body
    assert b"%PDF-1.7 what it holds" in sent.body
    assert b"Secret name" not in sent.body
    assert {asked.headers["authorization"] for asked in service.asked} == {"Bearer k-123"}
    assert not any("k-123" in asked.path or b"k-123" in asked.body for asked in service.asked)


def test_a_service_without_tasks_is_asked_in_one_call(source: Source) -> None:
    def answer(asked: Asked, before: int) -> Said:
        del before
        return RESULT if asked.path == "/file_parse" else UNKNOWN

    with local_service(answer) as service:
        address = "http://127.0.0.1:30000/"
        content = run(source, service, VLM, engine="vlm-http-client", model_url=address)
    assert content == b'{"a": 1}'
    assert b'name="backend"\r\n\r\nvlm-http-client\r\n' in service.asked[-1].body
    assert b'name="server_url"\r\n\r\nhttp://127.0.0.1:30000\r\n' in service.asked[-1].body


@pytest.mark.parametrize(
    ("answer", "error", "words"),
    [
        (tasks(Said(body={"status": "failed", "error": "no torch"})), ReplyUnusable, "no torch"),
        (tasks(Said(body={"status": 7})), ReplyUnusable, "no state"),
        (tasks(Said(body=b"<html>proxy</html>")), ReplyUnusable, "else than JSON"),
        (tasks("completed", result=Said(body={"results": {}})), ReplyUnusable, "no result"),
        (
            tasks("completed", result=Said(body={"results": {"d": {"middle_json": None}}})),
            ReplyUnusable,
            "no result",
        ),
        (tasks("completed", result=Said(body=b"[" * 99_999)), ReplyUnusable, "else than JSON"),
        (tasks(Said(302, b"", {"Location": "/x"})), ModelUnreachable, "points elsewhere"),
        (lambda asked, before: UNKNOWN, ReplyUnusable, "version 2 or 3"),
        (lambda asked, before: Said(503, {"error": "down"}), ModelUnreachable, "down"),
        (lambda asked, before: Said(body={"task_id": "../x"}), ReplyUnusable, "began no job"),
    ],
)
def test_a_service_that_fails_is_named_with_the_next_step(
    source: Source,
    answer: Callable[[Asked, int], Said],
    error: type[Exception],
    words: str,
) -> None:
    with local_service(answer) as service, pytest.raises(error, match=words) as caught:
        run(source, service)
    assert str(caught.value).startswith(f"MinerU at {service.address}")


def test_documents_do_not_travel_in_the_clear_unasked(source: Source) -> None:
    for parser in (PIPELINE, VLM):
        adapter = get_adapter(parser)
        with pytest.raises(SetupError, match="in the clear"):
            adapter.run(source, options_of(parser, url="http://mineru.example"), None)
        with pytest.raises(ValidationError):
            options_of(parser, url="ftp://mineru.example")
    vlm = get_adapter(VLM)
    far = {"engine": "vlm-http-client", "model_url": "http://model.example"}
    with pytest.raises(SetupError, match="in the clear"):
        vlm.run(source, options_of(VLM, url="http://127.0.0.1:1", **far), None)
    assert "address" in vlm.missing(options_of(VLM, engine=far["engine"]))


def test_what_a_run_costs_is_known_on_this_machine_only() -> None:
    for parser in (PIPELINE, VLM):
        adapter = get_adapter(parser)
        assert adapter.price(9, options_of(parser)) == 0
        assert adapter.price(9, options_of(parser, url="https://mineru.example")) is None
