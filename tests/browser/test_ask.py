"""The page Ask as people use it: a question, its citations, and the lines they lead to."""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

import numpy as np
import pymupdf
import pytest
from PIL import Image
from playwright.sync_api import FloatRect, Locator, Page, expect

from core.settings import load_settings
from core.workbench import Workbench
from sample_docs.catalogue import FOLDER
from tests.browser.looking import (
    WAIT,
    Box,
    at_rest,
    box,
    boxes,
    expect_in_sight,
    open_page,
    slow_computer,
)
from tests.browser.printing import expect_marked_on_paper, printed_page

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tests.browser.serving import AppServer


pytestmark = pytest.mark.browser

ROTATED = "When does the night store of Saint Brannoc open?"
SENTENCE = "The night store of Saint Brannoc opens at 21:30."
LEVELS = "Which data must never be sent by e-mail?"
THREE = (LEVELS, ROTATED, "When did the ice go out of the harbour?")
INK = 140
"""Grey value below which a pixel is taken for ink: marks are lighter."""


@pytest.fixture
def desk(page: Page, prepared_server: AppServer) -> Page:
    return open_page(page, f"{prepared_server.url}/ask", "Ask")


def ask(page: Page, question: str) -> None:
    """Ask, and wait for the citation or passage that is shown first."""
    field = at_rest(page).get_by_placeholder("Ask the documents")
    field.fill(question)
    field.press("Enter")
    page.get_by_text(question, exact=True).last.wait_for(timeout=WAIT)
    cited(page).first.wait_for(timeout=2 * WAIT)
    at_rest(page)


def citations(page: Page) -> Locator:
    return page.get_by_role("button", name=re.compile(r"^(pageview )?\[\d+\]"))


def cited(page: Page) -> Locator:
    return page.get_by_role("button", name=re.compile("^(Cited words|Nearest passage)"))


def words_of(sentence: str, file_name: str, number: int) -> list[tuple[float, ...]]:
    """Boxes of a sentence's words as fractions of the displayed page, by PyMuPDF alone."""
    with pymupdf.open(FOLDER / file_name) as pdf:
        page = pdf[number - 1]
        rows = page.get_text("words", sort=False)
        texts, wanted = [row[4] for row in rows], sentence.split()
        at = next(i for i in range(len(texts)) if texts[i : i + len(wanted)] == wanted)
        found = []
        for row in rows[at : at + len(wanted)]:
            rect = pymupdf.Rect(row[:4]) * page.rotation_matrix
            width, height = page.rect.width, page.rect.height
            found.append((rect.x0 / width, rect.y0 / height, rect.x1 / width, rect.y1 / height))
        return found


def ink(page: Page, sheet: Locator) -> NDArray[np.bool_]:
    """Which pixels of the sheet, as the window shows it, are dark."""
    area = box(sheet)
    clip: FloatRect = {
        "x": area.left,
        "y": area.top,
        "width": area.right - area.left,
        "height": area.bottom - area.top,
    }
    picture = Image.open(io.BytesIO(page.screenshot(clip=clip, scale="css")))
    grey: NDArray[np.uint8] = np.asarray(picture.convert("L"))
    return grey < INK


def test_a_walk_from_answers_to_their_lines_their_cards_and_their_conversation(desk: Page) -> None:
    ask(desk, ROTATED)
    expect_in_sight(desk, cited(desk))
    _lines_lie_on_the_words_of_a_rotated_page(desk)
    expect_marked_on_paper(desk, SENTENCE, words_of(SENTENCE, "oddities.pdf", 1))
    before: list[Box] = boxes(cited(desk))
    ask(desk, LEVELS)
    shown = desk.get_by_role("img", name=re.compile("of data_security_policy.pdf"))
    expect(shown.first).to_be_visible(timeout=2 * WAIT)
    expect(desk.locator(".page img").first).not_to_have_attribute(
        "alt", re.compile("oddities"), timeout=WAIT
    )
    expect_in_sight(desk, cited(desk).first)
    assert boxes(cited(desk)) != before
    _the_card_lights_the_lines_that_state_a_fact(desk)
    citations(desk).filter(has_text="oddities.pdf").first.click()
    sheet = desk.get_by_role("img", name=re.compile("^Page 1 of oddities.pdf"))
    expect(sheet).to_be_visible(timeout=WAIT)
    expect_in_sight(desk, cited(desk))
    expect(desk.get_by_role("blockquote")).to_contain_text(SENTENCE)
    _its_address_leads_to_the_same_lines(desk)
    _what_can_be_presented_goes_and_comes_with_the_conversation(desk)


def _lines_lie_on_the_words_of_a_rotated_page(desk: Page) -> None:
    sheet = desk.locator(".page")
    marks = [one.within(box(sheet)) for one in boxes(cited(desk))]
    words = words_of(SENTENCE, "oddities.pdf", 1)
    for left, top, right, bottom in words:
        middle = (top + bottom) / 2
        held = [m for m in marks if m[1] < middle < m[3] and m[0] < right and m[2] > left]
        assert held, "a word of the sentence is not marked"
    assert min(m[0] for m in marks) == pytest.approx(words[0][0], abs=0.005)
    assert max(m[2] for m in marks) == pytest.approx(words[-1][2], abs=0.005)
    dark = ink(desk, sheet)
    height, width = dark.shape
    for left, top, right, bottom in marks:
        under = dark[
            round(top * height) : round(bottom * height), round(left * width) : round(right * width)
        ]
        columns = np.flatnonzero(under.any(axis=0))
        assert len(columns) > 0.5 * under.shape[1], "letters fill most of a line's width"
        assert columns[0] < 8
        assert columns[-1] >= under.shape[1] - 8


def _the_card_lights_the_lines_that_state_a_fact(desk: Page) -> None:
    card = desk.locator(".st-key-card")
    _, printed = printed_page(desk.pdf(format="A4"))
    assert "Issued by the Executive Board" in " ".join(printed.split())
    card.get_by_role("button", name=re.compile("^Issued by the Executive Board")).click()
    stated = desk.get_by_role("button", name="Stated: effective", exact=True)
    expect(stated.first).to_be_visible(timeout=WAIT)
    expect_in_sight(desk, stated)
    at_rest(desk)


def _its_address_leads_to_the_same_lines(desk: Page) -> None:
    assert {"document", "citation"} <= set(parse_qs(urlsplit(desk.url).query))
    mine = [one.within(box(desk.locator(".page"))) for one in boxes(cited(desk))]
    seen = open_page(desk.context.new_page(), desk.url, "Ask")
    expect_in_sight(seen, cited(seen))
    theirs = [one.within(box(seen.locator(".page"))) for one in boxes(cited(seen))]
    assert len(theirs) == len(mine)
    for one, two in zip(mine, theirs, strict=True):
        assert one == pytest.approx(two, abs=0.002)
    seen.close()


def _what_can_be_presented_goes_and_comes_with_the_conversation(desk: Page) -> None:
    present = desk.get_by_role("button", name=re.compile("^Present"))
    at_rest(desk).get_by_role("button", name="New", exact=True).click()
    expect(present).to_be_hidden()
    at_rest(desk).get_by_role("button", name="Conversations", exact=True).click()
    desk.get_by_role("dialog").get_by_role("button", name=ROTATED).first.click()
    expect(present).to_be_visible()
    at_rest(desk).get_by_role("button", name="Conversations", exact=True).click()
    at_rest(desk).get_by_role("button", name="Delete", exact=True).click()
    expect(present).to_be_hidden()
    at_rest(desk).get_by_role("button", name="Undo", exact=True).click()
    expect(present).to_be_visible()


def test_three_quotes_are_checked_by_keyboard_each_after_its_lines_were_in_sight(
    desk: Page,
) -> None:
    ask(desk, " ".join(THREE))
    _each_answer_stands_below_its_question(desk)
    bar = desk.locator(".checks")
    expect(bar.get_by_text("0 of 3 checked").last).to_be_visible()
    _nothing_is_decided_before_an_audience(desk)
    for number, key in enumerate(("Alt+a", "u", "r"), 1):
        expect(
            desk.locator(f'.checks[data-item="0.{number - 1}"][data-sight="all"]')
        ).to_be_attached()
        expect_in_sight(desk, cited(desk))
        quoted = " ".join(desk.locator("blockquote .cited").all_inner_texts())
        assert " ".join(quoted.split()) in " ".join(
            desk.locator(".st-key-ask-talk").inner_text().split()
        )
        desk.keyboard.press(key)
        if number == 2:  # whoever types ahead decides nothing of what comes meanwhile
            desk.keyboard.press("c")
            desk.keyboard.type("worse", delay=150)
        expect(bar.get_by_text(f"{number} of 3 checked").last).to_be_visible()
        if number == 2:
            desk.wait_for_timeout(600)
    talk = at_rest(desk).locator(".st-key-ask-talk")
    expect(talk.get_by_text(re.compile("Accepted$"))).to_have_count(1)
    expect(talk.get_by_text(re.compile("Unsure$"))).to_have_count(1)
    expect(talk.get_by_text("1 rejected").last).to_be_visible()
    expect(desk.locator("#sightline-live-region")).to_contain_text("Rejected. 3 of 3 checked.")
    # In a field for text, letters are letters.
    field = desk.get_by_placeholder("Ask the documents")
    field.click()
    desk.keyboard.type("zu")
    expect(field).to_have_value("zu")
    field.fill("")
    desk.keyboard.press("Escape")
    desk.keyboard.press("z")
    expect(bar.get_by_text("2 of 3 checked").last).to_be_visible()
    expect(talk.get_by_text("1 rejected")).to_have_count(0)
    desk.keyboard.press("c")
    desk.keyboard.type("Another dose")
    desk.keyboard.press("Enter")
    expect(talk.get_by_text("Another dose").last).to_be_visible()


def _each_answer_stands_below_its_question(desk: Page) -> None:
    tops = [
        box(desk.get_by_text(f"{number}. {question}", exact=True).last).top
        for number, question in enumerate(THREE, 1)
    ]
    for file_name, place in (("data_security_policy.pdf", 0), ("oddities.pdf", 1)):
        top = box(citations(desk).filter(has_text=file_name).first).top
        assert tops[place] < top < tops[place + 1]


def _nothing_is_decided_before_an_audience(desk: Page) -> None:
    """In the presenter's view, where no key decides and nothing covered is reached by Tab."""
    at_rest(desk).get_by_role("button", name=re.compile("^Present")).click()
    expect(desk.get_by_text("Citation 1 of 3", exact=True).last).to_be_visible()
    expect(desk.locator(".checks")).to_be_hidden()
    at_rest(desk).keyboard.press("r")
    for _ in range(4):
        desk.keyboard.press("Tab")
        shown = "!document.activeElement.closest('.st-key-ask-talk, .st-key-card, [role=tablist]')"
        assert desk.evaluate(shown)
    desk.keyboard.press("Escape")
    expect(desk.locator(".checks").get_by_text("0 of 3 checked").last).to_be_visible()
    expect(at_rest(desk).get_by_role("button", name=re.compile("^Present"))).to_be_focused()


def test_a_conversation_outlives_a_reload_with_its_checks_and_is_named_and_signed(
    desk: Page, prepared_server: AppServer
) -> None:
    ask(desk, ROTATED)
    ask(desk, LEVELS)
    talk = desk.locator(".st-key-ask-talk")
    expect(talk.get_by_text(LEVELS, exact=True).last).to_be_in_viewport()
    expect(at_rest(desk).locator('.checks[data-item="1.0"][data-sight="all"]')).to_be_visible()
    desk.keyboard.press("Alt+a")
    expect(talk.get_by_text(re.compile("Accepted$")).last).to_be_visible()
    at_rest(desk).reload()
    expect(talk.get_by_text(re.compile("Accepted$")).last).to_be_visible()
    expect_in_sight(at_rest(desk), cited(desk))
    desk.get_by_role("button", name="Conversations", exact=True).click()
    at_rest(desk).keyboard.press("r")  # neither decides behind a dialog nor closes it
    title = desk.get_by_label("Title", exact=True)
    with slow_computer(desk):
        desk.get_by_role("button", name="Rename").click()
        expect(title).to_be_focused()
    title.fill("Night store")
    at_rest(desk).get_by_role("button", name="Save", exact=True).click()
    dialog = desk.get_by_role("dialog")
    expect(dialog.get_by_text("Night store", exact=True).last).to_be_visible()
    at_rest(desk).keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    _answers_are_signed_with_their_tags(desk, prepared_server)
    desk.get_by_role("button", name="Conversations", exact=True).click()
    desk.get_by_role("button", name="Delete", exact=True).click()
    expect(desk.get_by_text("“Night store” was deleted.").last).to_be_visible()
    expect(talk.get_by_text(LEVELS, exact=True)).to_have_count(0)
    at_rest(desk).get_by_role("button", name="Undo").click()
    expect(talk.get_by_text(re.compile("Accepted$")).last).to_be_visible()


def _answers_are_signed_with_their_tags(desk: Page, server: AppServer) -> None:
    desk.get_by_role("button", name="Sign", exact=True).click()
    dialog = desk.get_by_role("dialog")
    expect(dialog.get_by_text("The citation is checked.").last).to_be_visible()
    dialog.get_by_label("Your name").fill("Dr. Example")
    tags = dialog.get_by_role("combobox", name="Tags")
    tags.fill("Night shift")
    tags.press("Enter")
    tags.press("Tab")
    at_rest(desk)
    dialog.get_by_role("button", name="Sign", exact=True).click()
    expect(desk.get_by_role("button", name="Signed: see it in History")).to_be_visible()
    at_rest(desk).get_by_role("button", name="More", exact=True).click()
    desk.get_by_role("button", name="Sign", exact=True).click()
    expect(dialog.get_by_text("not checked yet").last).to_be_visible()
    tags.click()
    desk.get_by_role("option", name="Night shift").click()
    tags.press("Tab")
    at_rest(desk)
    dialog.get_by_role("button", name="Sign", exact=True).click()
    expect(desk.get_by_role("button", name="Signed", exact=True)).to_be_visible()
    signed = Workbench(load_settings(home=server.home)).history.answers.list()
    by_example = [answer for answer in signed if answer.signer == "Dr. Example"]
    assert [(answer.question, answer.tags) for answer in by_example] == [
        (ROTATED, ("Night shift",)),
        (LEVELS, ("Night shift",)),
    ]
