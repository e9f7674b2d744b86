"""Document AI against a service on this machine that speaks its interface."""

from __future__ import annotations

import base64
import json
from typing import TYPE_CHECKING

import pymupdf
import pytest

from core.errors import (
    KeyRefused,
    ReplyUnusable,
    TooLarge,
)
from core.parsing.adapters import get_adapter
from core.parsing.adapters.base import Source
from core.parsing.adapters.document_ai.parts import split
from tests.core.parsing.adapters.native_checks import options_of, plain_pages
from tests.local_service import Asked, Said, local_service

if TYPE_CHECKING:
    from pathlib import Path

    from core.parsing.adapters.base import RunOptions

ADAPTER = get_adapter("document_ai")
PATH = "/v1/projects/p-1/locations/eu/processors/abc123:process"


@pytest.fixture
def source(tmp_path: Path) -> Source:
    path = tmp_path / "five.pdf"
    with pymupdf.open() as pdf:
        for number in range(1, 6):
            pdf.new_page(width=612, height=792).insert_text((72, 72), f"page {number}")
        pdf.save(path)
    return Source(path, "five.pdf", tuple(plain_pages(5)))


def _options(address: str, **more: object) -> RunOptions:
    values = {"project": "p-1", "processor": "abc123", "token": "ya29.secret", "pages_a_call": 2}
    return options_of(ADAPTER, url=address, **{**values, **more})


def reading(asked: Asked, before: int) -> Said:
    """A Layout Parser that reads what it is sent."""
    assert asked.path == PATH
    body = json.loads(asked.body)
    with pymupdf.open(stream=base64.b64decode(body["rawDocument"]["content"])) as pdf:
        blocks = [
            {
                "textBlock": {"text": str(pdf[at - 1].get_text()).strip(), "type": "paragraph"},
                "pageSpan": {"pageStart": at, "pageEnd": at},
            }
            for at in range(1, pdf.page_count + 1)
        ]
    return Said(body={"document": {"documentLayout": {"blocks": blocks}}})


def test_a_document_is_sent_in_parts_and_comes_back_with_its_pages(source: Source):
    reports = []
    with local_service(reading) as service:
        answer = ADAPTER.run(
            source, _options(service.address), lambda done, total: reports.append((done, total))
        )
    document = ADAPTER.convert(answer, source.pages)
    read = [(element.text, element.pages) for element in document.elements]
    assert read == [(f"page {number}", (number,)) for number in range(1, 6)]
    assert document.problems == []
    assert len(service.asked) == 3
    body = json.loads(service.asked[0].body)
    assert body["processOptions"] == {"layoutConfig": {"returnBoundingBoxes": True}}
    assert {asked.headers["authorization"] for asked in service.asked} == {"Bearer ya29.secret"}
    assert {done for done, _ in reports} >= {0, 2, 4}


def test_another_processor_is_asked_for_no_pictures(source: Source):
    with local_service(reading) as service:
        ADAPTER.run(source, _options(service.address, kind="other"), None)
    assert json.loads(service.asked[0].body)["imagelessMode"] is True


@pytest.mark.parametrize(
    ("said", "error", "words"),
    [
        (Said(401, {"error": {"message": "expired"}}), KeyRefused, "SIGHTLINE_DOCUMENT_AI_TOKEN"),
        (Said(400, {"error": {"message": "PAGE_LIMIT_EXCEEDED"}}), ReplyUnusable, "PAGE_LIMIT"),
        (Said(200, b"<html>"), ReplyUnusable, "no document"),
        (Said(200, {"document": []}), ReplyUnusable, "no document"),
    ],
)
def test_a_failure_names_the_pages(source: Source, said: Said, error: type, words: str):
    def answer(asked: Asked, before: int) -> Said:
        return said if before else reading(asked, before)

    with local_service(answer) as service, pytest.raises(error, match=words) as raised:
        ADAPTER.run(source, _options(service.address), None)
    assert "pages 3 to 4" in str(raised.value)
    assert "ya29" not in str(raised.value)


def test_parts_that_are_too_large_are_halved(source: Source, tmp_path: Path):
    with pymupdf.open(source.path) as pdf, pymupdf.open() as single:
        single.insert_pdf(pdf, from_page=0, to_page=0)
        one = len(single.tobytes(garbage=3, deflate=True))
    limit = int(one * 1.2)
    parts = split(str(source.path), str(tmp_path), 3, lambda done, total: None, limit)
    assert [(first, end) for _, first, end in parts] == [(at, at + 1) for at in range(5)]
    with pytest.raises(TooLarge, match="page 1 alone"):
        split(str(source.path), str(tmp_path), 3, lambda done, total: None, 100)


def test_credentials_that_are_none_are_refused_without_their_words(source: Source, tmp_path: Path):
    path = tmp_path / "account.json"
    path.write_text('{"private_key": "very-secret"}')
    options = _options("http://127.0.0.1:9", token=None, credentials=path)
    with pytest.raises(KeyRefused, match="SIGHTLINE_DOCUMENT_AI_CREDENTIALS") as raised:
        ADAPTER.run(source, options, None)
    assert "very-secret" not in str(raised.value)


def test_what_is_missing_names_the_variables():
    assert "SIGHTLINE_DOCUMENT_AI_PROJECT and SIGHTLINE_DOCUMENT_AI_PROCESSOR" in ADAPTER.missing(
        options_of(ADAPTER)
    )
    assert "TOKEN" in ADAPTER.missing(options_of(ADAPTER, project="p", processor="a"))
    assert ADAPTER.missing(_options("")) == ""
    assert ADAPTER.price(10, _options("")) is None
