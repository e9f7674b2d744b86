"""Ask with a language model: claims come while they are checked, and each leads to its lines.

The model is a server on this machine that speaks the Gemini API.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, NamedTuple

import pytest
from playwright.sync_api import Locator, Page, WebSocket, expect

from benchmarks.stand_in import Asked, answer
from tests.browser.conftest import KEY
from tests.browser.looking import WAIT, at_rest, expect_in_sight, open_page
from tests.browser.serving import AppServer, log_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.llm.base import Reply
    from tests.gemini_server import GeminiServer

pytestmark = pytest.mark.browser

QUESTION = "How long must passwords be?"


class Said(NamedTuple):
    """A claim of the model, words of the line that it cites, and the verdict that is due."""

    text: str
    cited: str
    verdict: str


CLAIMS = (
    Said("Passwords have at least 14 characters.", "Passwords have at least", "Supported"),
    Said("Passwords have at least 8 characters.", "Passwords have at least", "Not supported"),
    Said(
        "Five failed attempts lock an account for 20 minutes.",
        "Workplaces lock after",
        "Partly supported",
    ),
)


def respond(asked: Asked) -> Reply | str:
    """The claims over the lines that were sent; everything else as the stand-in answers it."""
    if asked.schema != "WrittenAnswer" or QUESTION not in asked.text:
        return answer(asked)
    lines = {text: int(number) for number, text in re.findall(r"(?m)^(\d+): (.+)$", asked.text)}
    claims = [
        {"text": said.text, "lines": [n for text, n in lines.items() if said.cited in text]}
        for said in CLAIMS
    ]
    return json.dumps({"abstain": False, "claims": claims})


@pytest.fixture
def heard(page: Page) -> list[str]:
    """All that the app sends to the browser."""
    found: list[str] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: found.append(_text(frame)))

    page.on("websocket", listen)
    return found


@pytest.fixture
def desk(
    page: Page, heard: list[str], model_server: AppServer, service: GeminiServer
) -> Iterator[Page]:
    service.respond = respond
    yield open_page(page, f"{model_server.url}/ask", "Ask")
    # Whatever happened: the key is on no page, in no address and in no log.
    said = (page.url, page.content(), log_of(model_server.home).read_text(), *heard)
    assert any("Ask the documents" in text for text in heard), "what is sent can be read"
    assert not [text for text in said if KEY in text]


def ask(page: Page, question: str) -> None:
    field = at_rest(page).get_by_placeholder("Ask the documents")
    field.fill(question)
    field.press("Enter")
    expect(page.get_by_text(question, exact=True).first).to_be_visible(timeout=WAIT)


def claim(page: Page, said: Said) -> Locator:
    """The block of a claim in the chat."""
    return page.locator('[class*="st-key-claim-"]').filter(has_text=said.text).last


def test_claims_stream_and_each_leads_to_its_lines_and_verdict(
    desk: Page, service: GeminiServer
) -> None:
    draft = desk.locator(".st-key-ask-draft")
    service.hold("at least 14")
    ask(desk, QUESTION)
    expect(draft).to_contain_text("Passw", timeout=2 * WAIT)
    expect(draft).not_to_contain_text("at least")
    service.hold(CLAIMS[0].text)
    expect(draft).to_contain_text("Passwords have at least", timeout=WAIT)
    service.hold("at least 8")
    expect(claim(desk, CLAIMS[0])).to_contain_text("Supported", timeout=WAIT)
    expect(claim(desk, CLAIMS[1])).to_have_count(0)
    service.hold("")
    expect(claim(desk, CLAIMS[-1])).to_be_visible(timeout=WAIT)
    expect(desk.get_by_text("3 claims: 1 supported").last).to_be_visible(timeout=WAIT)
    for number, said in enumerate(CLAIMS, start=1):
        block = claim(desk, said)
        expect(block.get_by_text(said.verdict, exact=False).first).to_be_visible()
        at_rest(desk)
        block.get_by_role("button", name=re.compile(r"\[\d\] page")).first.click()
        expect(desk.get_by_text(f"Claim {number} of 3", exact=True).last).to_be_visible(
            timeout=WAIT
        )
        expect(desk.get_by_role("blockquote")).to_contain_text(said.cited, timeout=WAIT)
        marks = desk.get_by_role("button", name=re.compile("^Cited words"))
        expect_in_sight(desk, marks)
    _the_checks_of_a_claim_are_told_in_words_and_claims_gone_along_by_keyboard(desk)
    assert {one.header("x-goog-api-key") for one in service.received} == {KEY}
    assert not [one.path for one in service.received if KEY in one.path]


def _the_checks_of_a_claim_are_told_in_words_and_claims_gone_along_by_keyboard(desk: Page) -> None:
    at_rest(desk)
    claim(desk, CLAIMS[1]).get_by_role("button", name="Checks").click()
    expect(desk.get_by_text("Numbers and units").last).to_be_visible(timeout=WAIT)
    at_rest(desk).keyboard.press("Escape")
    # From the field for questions, too.
    desk.get_by_placeholder("Ask the documents").click()
    for key, number in (("Alt+ArrowUp", 2), ("Alt+ArrowUp", 1), ("Alt+ArrowDown", 2)):
        at_rest(desk).keyboard.press(key)
        expect(desk.get_by_text(f"Claim {number} of 3", exact=True).last).to_be_visible()


def test_an_answer_can_be_stopped_and_what_was_checked_stays(
    desk: Page, service: GeminiServer
) -> None:
    service.hold("at least 8")
    question = f"{QUESTION} Tell me."
    ask(desk, question)
    expect(claim(desk, CLAIMS[0])).to_be_visible(timeout=2 * WAIT)
    expect(desk.get_by_placeholder("Ask the documents")).to_be_focused()
    # Citations can be followed meanwhile; the answer goes on.
    citation = claim(desk, CLAIMS[0]).get_by_role("button", name=re.compile(r"\[\d\] page"))
    citation.click()
    expect(desk.get_by_role("button", name=re.compile("Stop the answer$"))).to_be_visible()
    desk.get_by_role("button", name=re.compile("Stop the answer$")).click()
    expect(desk.get_by_text("Stopped: the answer is not whole").last).to_be_visible(timeout=WAIT)
    expect(claim(desk, CLAIMS[0])).to_contain_text("Supported")
    expect(claim(desk, CLAIMS[-1])).to_have_count(0)
    service.hold("")
    at_rest(desk).get_by_role("button", name="Ask again").click()
    expect(claim(desk, CLAIMS[-1])).to_be_visible(timeout=2 * WAIT)


def _text(frame: str | bytes) -> str:
    return frame if isinstance(frame, str) else frame.decode("utf-8", "replace")
