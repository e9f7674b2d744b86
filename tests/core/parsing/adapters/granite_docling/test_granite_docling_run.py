"""Granite-Docling over HTTP, against a server on this machine that speaks the OpenAI API."""

from __future__ import annotations

import io
import json
from base64 import b64decode
from typing import TYPE_CHECKING, Any

import pymupdf
import pytest
from PIL import Image
from pydantic import SecretStr

from core.errors import KeyRefused, LimitReached, ModelError, ReplyUnusable, SetupError
from core.parsing.adapters.base import Source
from core.parsing.adapters.granite_docling import ADAPTER
from core.parsing.adapters.granite_docling.options import GraniteDoclingOptions
from core.parsing.adapters.granite_docling.run import PROMPT
from core.sir import Page
from tests.openai_server import OpenAiServer, failure

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.openai_server import Act

KEY = "sk-granite-is-secret"
PLACE = "<loc_50><loc_100><loc_250><loc_200>"


@pytest.fixture
def server() -> Iterator[OpenAiServer]:
    with OpenAiServer(refuse=[]) as running:
        running.always(page("hello"))
        yield running


@pytest.fixture
def source(tmp_path: Path) -> Source:
    with pymupdf.open() as pdf:
        for _ in range(2):
            pdf.new_page(width=300, height=400)
        pdf.save(tmp_path / "some.pdf")
    pages = tuple(Page(number, 300, 400, "") for number in (1, 2))
    return Source(tmp_path / "some.pdf", "some.pdf", pages)


def page(text: str) -> Act:
    return status(200, said(f"<doctag><text>{PLACE}{text}</text></doctag>"))


def said(content: object) -> dict[str, Any]:
    return {"choices": [{"message": {"content": content}, "finish_reason": "stop"}]}


def status(code: int, body: object, **headers: str) -> Act:
    return lambda talk: talk.reply(code, body, headers)


def options(server: OpenAiServer | str, **more: Any) -> GraniteDoclingOptions:
    url = server if isinstance(server, str) else server.url
    return GraniteDoclingOptions(url=url, key=SecretStr(KEY), **more)


def test_each_page_is_asked_about_by_its_picture(server: OpenAiServer, source: Source):
    server.next(page("one"), page("two"))
    reports: list[tuple[int, ...]] = []
    content = ADAPTER.run(source, options(server), lambda *report: reports.append(report))
    document = ADAPTER.convert(content, source.pages)
    assert [(e.text, e.boxes[0].page) for e in document.elements] == [("one", 1), ("two", 2)]
    assert {(0, 2), (1, 2)} <= set(reports)
    request = server.received[0]
    assert request.path == "/v1/chat/completions"
    assert request.header("Authorization") == f"Bearer {KEY}"
    assert request.body["skip_special_tokens"] is False
    [message] = request.body["messages"]
    picture, text = message["content"]
    assert text == {"type": "text", "text": PROMPT}
    image = b64decode(picture["image_url"]["url"].partition(",")[2])
    assert Image.open(io.BytesIO(image)).size == (600, 800)


def test_services_that_refuse_an_option_or_are_busy_are_asked_again(
    server: OpenAiServer, source: Source
):
    server.next(
        status(400, failure("unknown field: skip_special_tokens")),
        status(429, failure("busy"), **{"Retry-After": "0.1"}),
    )
    assert len(json.loads(ADAPTER.run(source, options(server), None))) == 2
    assert "skip_special_tokens" not in server.received[1].body


@pytest.mark.parametrize(
    ("answer", "kind", "words"),
    [
        (status(401, failure(f"bad {KEY}")), KeyRefused, "Page 1.*SIGHTLINE_GRANITE_DOCLING_KEY"),
        (status(400, failure("too many tokens")), ReplyUnusable, "Page 1.*too many tokens"),
        (status(200, "<html></html>"), ReplyUnusable, "Page 1.*ends with /v1"),
        (status(200, {"choices": []}), ReplyUnusable, "Page 1.*ends with /v1"),
        (status(200, said(["x"])), ReplyUnusable, "Page 1.*ends with /v1"),
    ],
)
def test_what_a_service_does_wrong_is_told_with_the_page_and_what_to_do(
    server: OpenAiServer, source: Source, answer: Act, kind: type[ModelError], words: str
):
    server.always(answer)
    with pytest.raises(kind, match=words) as caught:
        ADAPTER.run(source, options(server), None)
    assert "Granite-Docling" in str(caught.value)
    assert KEY not in str(caught.value)


def test_a_page_that_fails_is_named_and_the_others_are_kept(server: OpenAiServer, source: Source):
    server.next(page("one"), status(400, failure("too many tokens")))
    document = ADAPTER.convert(ADAPTER.run(source, options(server), None), source.pages)
    assert [element.text for element in document.walk() if element.text] == ["one"]
    assert "Page 2" in document.problems[0]
    assert "too many tokens" in document.problems[0]


def test_the_time_of_all_pages_ends_a_run_that_waits(server: OpenAiServer, source: Source):
    server.always(lambda talk: talk.rest(30))
    with pytest.raises(LimitReached, match=r"Page 1.*1 s\."):
        ADAPTER.run(source, options(server, seconds_per_page=0.5), None)


def test_an_empty_answer_is_a_page_of_which_nothing_is_said(server: OpenAiServer, source: Source):
    server.next(page("one"), status(200, said(None)))
    document = ADAPTER.convert(ADAPTER.run(source, options(server), None), source.pages)
    assert document.problems == ["The output says nothing of page 2."]


def test_without_an_address_it_says_which_setting_brings_it(source: Source):
    empty = options("")
    assert "SIGHTLINE_GRANITE_DOCLING_URL" in ADAPTER.missing(empty)
    with pytest.raises(SetupError, match="SIGHTLINE_GRANITE_DOCLING_URL"):
        ADAPTER.run(source, empty, None)
    afar = options("http://granite.example/v1")
    with pytest.raises(SetupError, match="in the clear"):
        ADAPTER.run(source, afar, None)
    assert ADAPTER.price(9, afar) is None
