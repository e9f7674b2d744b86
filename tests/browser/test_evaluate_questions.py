"""Question sets as people make them: lines are clicked, and kept."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Locator, Page, expect

from core.evaluation.questions.store import QuestionStore
from core.settings import load_settings
from core.workbench import Workbench
from tests.browser.looking import WAIT, at_rest, expect_in_sight, open_page

if TYPE_CHECKING:
    from tests.browser.serving import AppServer

pytestmark = pytest.mark.browser

QUESTIONS = {
    "Wann öffnet das Nachtlager?": (1, 3),
    "What hangs in the porter's lodge?": (2,),
}
"""Questions about the first page of the oddities, with the places of their lines, from 0."""


def lines(page: Page) -> Locator:
    return page.locator(".mark.line")


def taken(page: Page) -> Locator:
    return page.locator(".mark.taken")


def rows(page: Page) -> Locator:
    table = page.get_by_role("table", name=re.compile("^Questions of "))
    return table.locator("tbody").get_by_role("row")


def show(page: Page, part: str) -> None:
    at_rest(page).get_by_role("radio", name=part).click()
    at_rest(page)


def press(page: Page, name: str) -> None:
    """Presses the last button whose name holds this; "Start over" stands on every page."""
    at_rest(page).get_by_role("button", name=re.compile(f"{name}(?! over)")).last.click()


def ask(page: Page, question: str, *places: int) -> None:
    """Writes a question, clicks its lines, and saves it."""
    at_rest(page).get_by_role("textbox", name="Question", exact=True).fill(question)
    for place in places:
        lines(page).nth(place).click()
    expect(taken(page)).to_have_count(len(places))
    said = "1 line chosen" if len(places) == 1 else f"{len(places)} lines chosen"
    expect(page.get_by_text(said).last).to_be_visible(timeout=WAIT)
    press(page, "Save question")
    expect(page.get_by_text(f"Saved in My questions: “{question}”").last).to_be_visible(
        timeout=WAIT
    )
    expect(taken(page)).to_have_count(0)


def test_questions_are_made_by_clicking_lines_and_outlive_a_reload(
    page: Page, prepared_server: AppServer
) -> None:
    oddities = Workbench(load_settings(home=prepared_server.home)).library.find("oddities.pdf")
    address = f"{prepared_server.url}/evaluate?document={oddities.sha}"
    open_page(page, address, "Evaluate")
    press(page, "Make questions by clicking lines")
    expect(lines(page).first).to_be_visible(timeout=WAIT)
    _a_range_is_taken_with_shift_and_a_line_with_the_keyboard(page)
    for question, places in QUESTIONS.items():
        ask(page, question, *places)
    show(page, "All questions")
    for question in QUESTIONS:
        expect(rows(page).filter(has_text=question)).to_be_visible(timeout=WAIT)
    at_rest(page).reload()
    expect(rows(page)).to_have_count(len(QUESTIONS), timeout=WAIT)
    rows(at_rest(page)).filter(has_text="Nachtlager").click()
    expect_in_sight(page, page.locator(".mark.own"))
    expect(page.locator(".mark.own")).to_have_count(2)
    kept = QuestionStore(prepared_server.home).load("My questions").questions
    assert [(one.text, len(one.evidence[0].lines)) for one in kept] == [
        (question, len(places)) for question, places in QUESTIONS.items()
    ]


def _a_range_is_taken_with_shift_and_a_line_with_the_keyboard(page: Page) -> None:
    lines(at_rest(page)).nth(1).click()
    lines(page).nth(4).click(modifiers=["Shift"])
    expect(taken(page)).to_have_count(4)
    page.keyboard.press("ArrowDown")
    expect(lines(page).nth(5)).to_be_focused()
    page.keyboard.press("Enter")
    expect(taken(page)).to_have_count(5)
    expect(page.get_by_text("5 lines chosen").last).to_be_visible(timeout=WAIT)
    press(page, "Remove")
    expect(taken(page)).to_have_count(4, timeout=WAIT)
    press(page, "Clear")
    expect(taken(page)).to_have_count(0, timeout=WAIT)
