"""Docling over HTTP, against a service on this machine that speaks as docling-serve does."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

import pymupdf
import pytest
from pydantic import SecretStr

from core.errors import (
    MissingExtra,
    ModelError,
    SetupError,
)
from core.parsing.adapters.base import Source
from core.parsing.adapters.docling import ADAPTER
from core.parsing.adapters.docling.options import DoclingOptions
from core.sir import Page
from tests.local_service import Asked, Said, local_service

if TYPE_CHECKING:
    from pathlib import Path

KEY = "docling-key-that-is-secret"
BOX = {"l": 60, "t": 80, "r": 300, "b": 160}
READ = {
    "schema_name": "DoclingDocument",
    "body": {"children": [{"$ref": "#/texts/0"}]},
    "texts": [{"label": "text", "text": "read", "prov": [{"page_no": 1, "bbox": BOX}]}],
}
DONE = {"document": {"json_content": READ}, "status": "success", "errors": []}


ANSWERS = {
    "/v1/convert/file/async": Said(body={"task_id": "job-1", "task_status": "pending"}),
    "/v1/status/poll/job-1": Said(body={"task_status": "success"}),
    "/v1/result/job-1": Said(body=DONE),
}


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.parsing.adapters.service_calls._BETWEEN_POLLS", 0.05)


@pytest.fixture
def source(tmp_path: Path) -> Source:
    with pymupdf.open() as pdf:
        pdf.new_page(width=600, height=800).insert_text((60, 90), "read")
        pdf.save(tmp_path / "private-name.pdf")
    pages = (Page(1, 600, 800, ""),)
    return Source(tmp_path / "private-name.pdf", "private-name.pdf", pages)


def options(url: str, **more: Any) -> DoclingOptions:
    return DoclingOptions(url=url, **more)


@pytest.mark.usefixtures("quick")
def test_a_job_is_begun_asked_about_and_fetched(source: Source, caplog: pytest.LogCaptureFixture):
    def answer(asked: Asked, before: int) -> Said:
        return Said(body={"task_status": "started"}) if before == 1 else ANSWERS[asked.path]

    caplog.set_level(logging.DEBUG)
    reports: list[tuple[int, ...]] = []
    with local_service(answer) as service:
        chosen = options(service.address, key=SecretStr(KEY), ocr=False)
        content = ADAPTER.run(source, chosen, lambda *report: reports.append(report))
    assert ADAPTER.convert(content, source.pages).elements[0].text == "read"
    convert, poll, result = ANSWERS
    assert [asked.path for asked in service.asked] == [convert, poll, poll, result]
    form = service.asked[0].body
    assert b'name="to_formats"\r\n\r\njson' in form
    assert b'name="do_ocr"\r\n\r\nfalse' in form
    assert source.path.read_bytes() in form
    assert b"private-name" not in form
    assert {asked.headers["x-api-key"] for asked in service.asked} == {KEY}
    assert KEY not in caplog.text + repr(chosen)
    assert set(reports) == {(0, 1)}


@pytest.mark.parametrize(
    ("path", "said", "words"),
    [
        ("/v1/convert/file/async", Said(401, {"detail": "no"}), "SIGHTLINE_DOCLING"),
        ("/v1/convert/file/async", Said(body=b"<html>hello</html>"), "else than JSON"),
        ("/v1/convert/file/async", Said(body={"task_id": "../../x"}), "began no job"),
        ("/v1/convert/file/async", Said(body={"task_id": ["x"]}), "began no job"),
        ("/v1/status/poll/job-1", Said(body={"task_status": "failure"}), "ended with failure"),
        ("/v1/status/poll/job-1", Said(body={"task_status": 3}), "names no state"),
        ("/v1/result/job-1", Said(404, {"detail": "gone"}), "gone"),
        ("/v1/result/job-1", Said(body=b"PK\x03\x04"), "cut off or damaged"),
        ("/v1/result/job-1", Said(body={"document": {}, "status": "failure"}), "is failure"),
    ],
)
def test_what_a_service_does_wrong_is_told_with_the_parser_and_what_to_do(
    source: Source, path: str, said: Said, words: str
):
    answers = {**ANSWERS, path: said}
    with (
        local_service(lambda asked, before: answers[asked.path]) as service,
        pytest.raises(ModelError, match=words) as caught,
    ):
        ADAPTER.run(source, options(service.address, key=SecretStr(KEY)), None)
    assert "Docling" in str(caught.value)
    assert KEY not in str(caught.value)


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
