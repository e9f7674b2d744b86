"""Question sets as people make them: lines are clicked, kept, brought in, and taken back."""

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
    "How long does a battery take?": (4, 5, 6),
}
"""Questions about the first page of the oddities, with the places of their lines, from 0."""
CSV = (
    "question,references,corpus_id\n"
    '"When does the night store open?",'
    '"[{""content"": ""The night store of Saint Brannoc opens at 21:30.""}]",oddities\n'
    '"Where is nothing said?","[{""content"": ""These words stand nowhere.""}]",oddities\n'
)


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
    page: Page, own_server: AppServer
) -> None:
    oddities = Workbench(load_settings(home=own_server.home)).library.find("oddities.pdf")
    address = f"{own_server.url}/evaluate?document={oddities.sha}"
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
    kept = QuestionStore(own_server.home).load("My questions").questions
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


def test_a_file_is_brought_in_and_a_question_deleted_and_taken_back(
    page: Page, own_server: AppServer
) -> None:
    open_page(page, f"{own_server.url}/evaluate", "Evaluate")
    show(page, "Import")
    page.locator("input[type=file]").set_input_files(
        [{"name": "chroma.csv", "mimeType": "text/csv", "buffer": CSV.encode()}]
    )
    expect(page.get_by_text("1 question can be added").last).to_be_visible(timeout=WAIT)
    expect(page.get_by_text("row 3 (Where is nothing said?)").last).to_be_visible()
    press(page, "Make a new set of it")
    imported = rows(page).filter(has_text="When does the night store open?")
    expect(imported).to_be_visible(timeout=WAIT)
    at_rest(page)
    imported.click()
    expect_in_sight(page, page.locator(".mark.own"))
    press(page, "Delete")
    expect(page.get_by_text("Deleted: “When does").last).to_be_visible(timeout=WAIT)
    press(page, "Undo")
    expect(imported).to_be_visible(timeout=WAIT)
