"""Pages read over HTTP, by the real clients and a server on this machine."""

from __future__ import annotations

import base64
import io
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image
from pydantic import ValidationError

from core.errors import Cancelled, InvalidOption, KeyRefused, ModelError, SetupError
from core.llm import open_model
from core.llm.costs import STAGES
from core.llm.ledger import Ledger
from core.parsing.adapters.base import Source
from core.parsing.adapters.gemini import ADAPTER
from core.parsing.adapters.gemini.options import GeminiOptions, chosen_pages
from core.settings import load_settings
from core.sir import Page
from tests.gemini_server import GeminiServer, failures
from tests.openai_server import OpenAiServer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchmarks.stand_in import Asked

POLICY = Path(__file__).parents[5] / "sample_docs" / "data_security_policy.pdf"
PAGES = tuple(Page(number, 595, 842, str(number)) for number in (1, 2, 3))
KEY = "a-secret-key"


def layout(*texts: str) -> str:
    box = {"page_number": 1, "box_2d": [100, 50, 200, 950]}
    return json.dumps(
        {"layout_elements": [{"category": "text", "content": text, "bbox": box} for text in texts]}
    )


def respond(asked: Asked) -> str:
    assert asked.schema == "PageLayout"
    return layout(asked.text.partition(" with ")[2])


@pytest.fixture
def server() -> Iterator[GeminiServer]:
    with GeminiServer(respond) as running:
        yield running


def source(server: GeminiServer, home: Path, **given: Any) -> Source:
    # The server counts the characters of a picture as those of a text.
    given |= {"model_tokens_per_minute": 100_000_000, "gemini_api_key": KEY}
    settings = load_settings(home=home, gemini_base_url=server.url, gemini_model="sees", **given)
    return Source(POLICY, POLICY.name, PAGES, open_model(settings))


def run(source: Source, progress: Any = None, **options: Any) -> list[dict[str, Any]]:
    return json.loads(ADAPTER.run(source, GeminiOptions(**options), progress))["pages"]


def said(page: dict[str, Any]) -> list[str]:
    return [element["content"] for element in page["layout_elements"]]


def test_each_chosen_page_is_sent_once_as_a_picture_and_converts(server: GeminiServer, home: Path):
    calls: list[tuple[int, ...]] = []
    given = source(server, home)
    options = GeminiOptions(pages="3, 1-1")
    content = ADAPTER.run(given, options, lambda *done: calls.append(done))
    document = ADAPTER.convert(content, PAGES)
    assert [(e.text, e.boxes[0].page) for e in document.elements] == [
        ("the page_number 1.", 1), ("the page_number 3.", 3),
    ]  # fmt: skip
    assert document.metadata == {"model": "sees"}
    assert document.problems == ["The output says nothing of page 2."]
    assert calls[-1] == (2, 2)
    assert len(server.received) == 2
    [_, sent] = server.received[0].body["contents"][0]["parts"]
    picture = Image.open(io.BytesIO(base64.urlsafe_b64decode(sent["inlineData"]["data"])))
    assert (picture.format, max(picture.size)) == ("JPEG", 1600)
    assert KEY not in content.decode()
    ADAPTER.run(given, options, None)
    assert len(server.received) == 2, "what was answered before costs nothing"
    [*_, call] = Ledger(home).calls()
    assert (call.stage, call.cached) == ("read", True)
    assert call.stage in STAGES


def test_services_of_the_openai_api_see_the_page_too(home: Path):
    with OpenAiServer(respond) as server:
        settings = load_settings(home=home, model=f"openai:sees@{server.url}")
        given = Source(POLICY, POLICY.name, PAGES, open_model(settings))
        assert said(run(given, pages="2")[0]) == ["the page_number 2."]
        [_, seen] = server.received[0].body["messages"][1]["content"]
        assert seen["image_url"]["url"].startswith("data:image/jpeg;base64,")


def test_a_page_that_fails_is_named_and_the_others_stay(server: GeminiServer, home: Path):
    cut = layout("whole", "in the middle")[:-60]
    server.next(failures.ended("MAX_TOKENS", cut), failures.blocked())
    content = ADAPTER.run(source(server, home, model_calls_at_once=1), GeminiOptions(), None)
    document = ADAPTER.convert(content, PAGES)
    assert [e.text for e in document.elements] == ["whole", "the page_number 3."]
    first, second = document.problems
    assert first.startswith("Page 1 was not read to the end, what came before is kept: The answer")
    assert second.startswith("Page 2 was not read to the end, nothing of it was read: The service")


def test_an_answer_that_never_gets_the_form_is_kept_as_far_as_it_is_one(
    server: GeminiServer, home: Path
):
    odd = '{"layout_elements": [{"category": "sidebar", "content": "kept"}, 3]}'
    server.always(failures.says(odd))
    [page] = run(source(server, home), pages="1")
    assert said(page) == ["kept"]
    assert "form" in page["problem"]
    assert len(server.received) == 2, "it was asked once more"


def test_a_service_that_is_busy_is_asked_again(server: GeminiServer, home: Path):
    server.next(failures.quota(seconds=0.01), failures.overloaded())
    given = source(server, home, model_calls_at_once=1)
    assert given.model
    given.model.retrying.sleep = lambda _: None
    assert said(run(given, pages="1")[0]) == ["the page_number 1."]


@pytest.mark.parametrize(
    ("act", "kind"),
    [
        (failures.wrong_key(), KeyRefused),
        (failures.garbled(), ModelError),
        (failures.says("I cannot see a picture."), ModelError),
    ],
)
def test_an_error_names_the_file_where_no_page_was_read(
    act: Any, kind: type[ModelError], server: GeminiServer, home: Path
):
    server.always(act)
    given = source(server, home)
    assert given.model
    given.model.retrying.sleep = lambda _: None
    with pytest.raises(kind, match=f"read no page of {POLICY.name}") as raised:
        run(given)
    assert KEY not in str(raised.value)


def test_cancelling_ends_it_at_once(server: GeminiServer, home: Path):
    server.always(failures.silent(30))
    calls = 0

    def progress(done: int, total: int) -> None:
        nonlocal calls
        calls += 1
        if calls > 4:
            raise Cancelled("stopped")

    with pytest.raises(Cancelled):
        run(source(server, home), progress)


def test_without_a_model_it_says_what_to_set(home: Path):
    with pytest.raises(SetupError, match="GEMINI_API_KEY or SIGHTLINE_MODEL"):
        run(Source(POLICY, POLICY.name, PAGES))


def test_pages_are_named_by_numbers_and_ranges():
    assert chosen_pages("", 3) == [1, 2, 3]
    assert chosen_pages("9, 2 - 4,3", 10) == [2, 3, 4, 9]
    for outside in ("0", "4-2", "11", "1-999999999"):
        with pytest.raises(InvalidOption, match="pages 1 to 10"):
            chosen_pages(outside, 10)
    with pytest.raises(ValidationError):
        GeminiOptions(pages="two")


def test_the_price_is_that_of_the_chosen_pages(home: Path, monkeypatch: pytest.MonkeyPatch):
    whole = ADAPTER.price(10, GeminiOptions())
    part = ADAPTER.price(10, GeminiOptions(pages="2-3"))
    assert whole and part and part == pytest.approx(whole / 5)
    assert 0.01 < whole < 0.1
    assert ADAPTER.price(1, GeminiOptions(pages="2-3")) is None
    monkeypatch.setenv("SIGHTLINE_MODEL", "openai:sees@http://127.0.0.1:11434/v1")
    assert ADAPTER.price(10, GeminiOptions()) == 0.0
