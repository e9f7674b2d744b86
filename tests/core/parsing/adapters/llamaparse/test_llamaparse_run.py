"""LlamaParse against a service on this machine that speaks its interface."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from core.errors import Cancelled, KeyRefused, ReplyUnusable
from core.parsing.adapters import get_adapter
from core.parsing.adapters.base import Source
from tests.core.parsing.adapters.native_checks import options_of, plain_pages
from tests.local_service import Asked, Said, local_service

if TYPE_CHECKING:
    from pathlib import Path

    from core.parsing.adapters.base import RunOptions

ADAPTER = get_adapter("llamaparse")
RESULT = {"pages": [{"page": 1, "items": [{"type": "text", "value": "Words"}]}]}


@pytest.fixture
def source(tmp_path: Path) -> Source:
    path = tmp_path / "secret name.pdf"
    path.write_bytes(b"%PDF-1.4 probe")
    return Source(path, "secret name.pdf", tuple(plain_pages(1)))


def _options(address: str, seconds: float = 20) -> RunOptions:
    return options_of(ADAPTER, url=address, key="llx-secret", pause=0.1, seconds=seconds)


class Jobs:
    """The interface: an upload, a job with these states one after the other, its result."""

    def __init__(self, *states: object, result: object = RESULT) -> None:
        self.states, self.result = list(states), result

    def __call__(self, asked: Asked, before: int) -> Said:
        if asked.path == "/api/v1/parsing/upload":
            return Said(body={"id": "job-1", "status": "PENDING"})
        if asked.path == "/api/v1/parsing/job/job-1":
            state = self.states.pop(0) if len(self.states) > 1 else self.states[0]
            return state if isinstance(state, Said) else Said(body=state)
        if asked.path == "/api/v1/parsing/job/job-1/result/json":
            return Said(body=self.result)
        return Said(404, {"detail": "Not Found"})


def test_a_job_is_uploaded_waited_for_and_read(source: Source):
    busy = Said(429, {}, {"Retry-After": "0.1"})
    jobs = Jobs({"status": "PENDING"}, busy, {"status": "PENDING"}, {"status": "SUCCESS"})
    reports = []
    with local_service(jobs) as service:
        answer = ADAPTER.run(
            source, _options(service.address), lambda done, total: reports.append((done, total))
        )
    assert json.loads(answer) == RESULT
    assert ADAPTER.convert(answer, source.pages).elements[0].text == "Words"
    assert len(service.asked) == 6
    assert {asked.headers["authorization"] for asked in service.asked} == {"Bearer llx-secret"}
    assert b"%PDF-1.4 probe" in service.asked[0].body
    assert b"secret name" not in service.asked[0].body
    assert len(reports) > 3
    assert set(reports) == {(0, 1)}


@pytest.mark.parametrize(
    ("state", "error", "words"),
    [
        ({"status": "ERROR", "error_message": "corrupt PDF"}, ReplyUnusable, "corrupt PDF"),
        ({"status": "CANCELED"}, ReplyUnusable, "CANCELED"),
        ({"no": "status"}, ReplyUnusable, "LlamaParse"),
        (Said(200, b"<html>maintenance</html>"), ReplyUnusable, "LlamaParse"),
        (Said(401, {"detail": "Invalid token"}), KeyRefused, "SIGHTLINE_LLAMAPARSE_KEY"),
    ],
)
def test_a_job_that_fails_says_why(source: Source, state: object, error: type, words: str):
    with local_service(Jobs(state)) as service, pytest.raises(error, match=words):
        ADAPTER.run(source, _options(service.address), None)


def test_a_job_that_fails_never_shows_the_key(source: Source) -> None:
    state = {"status": "llx-secret", "error_message": "no page is left to llx-secret"}
    with local_service(Jobs(state)) as service, pytest.raises(ReplyUnusable) as raised:
        ADAPTER.run(source, _options(service.address), None)
    assert "no page is left" in str(raised.value)
    assert "secret" not in str(raised.value).lower()


def test_an_upload_without_a_usable_job_is_refused(source: Source):
    said = Said(body={"id": "../../elsewhere"})
    with local_service(lambda asked, before: said) as service, pytest.raises(ReplyUnusable):
        ADAPTER.run(source, _options(service.address), None)
    assert len(service.asked) == 1


@pytest.mark.timeout(60)
def test_a_cancelled_run_ends_at_once_and_cancels_its_job(source: Source):
    def progress(done: int, total: int) -> None:
        if len(service.asked) > 2:
            raise Cancelled("stop")

    with local_service(Jobs({"status": "PENDING"})) as service, pytest.raises(Cancelled):
        ADAPTER.run(source, _options(service.address), progress)
    last = service.asked[-1]
    assert (last.method, last.path) == ("POST", "/api/v2/parse/job-1/cancel")


def test_a_key_is_asked_for_and_prices_only_told_where_given():
    assert "SIGHTLINE_LLAMAPARSE_KEY" in ADAPTER.missing(options_of(ADAPTER))
    assert ADAPTER.missing(options_of(ADAPTER, key="llx-secret")) == ""
    assert ADAPTER.price(10, options_of(ADAPTER)) is None
    assert ADAPTER.price(10, options_of(ADAPTER, dollars_a_page=0.003)) == pytest.approx(0.03)
