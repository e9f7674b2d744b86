"""Ask: what is checked without lines or in selectable text, and what is said aloud of checks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from components import resources
from components.selection.asked_question import AskedQuestion
from core.llm.fake import FakeTransport
from core.llm.model import LanguageModel
from tests.pages.test_ask import QUESTION, ask, press
from tests.pages.test_ask_model import LINE, writes

if TYPE_CHECKING:
    from streamlit.testing.v1 import AppTest

    from core.workbench import Workbench

CLAIMS = (
    (f"On page 1: {LINE}", f"On page 1: {LINE}"),
    ("Give 40 mg of the third drug every day.", "no such words"),
)


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What a screen reader would say, in its order."""
    words: list[str] = []

    def announce(new: str, *, key: str) -> None:
        if words[-1:] != [new]:
            words.append(new)

    monkeypatch.setattr("components.ask.announcements.announce", announce)
    return words


@pytest.fixture
def desk(app: AppTest, library: Workbench, said: list[str]) -> AppTest:
    return app.switch_page("pages/ask.py").run()


def bar(app: AppTest) -> str:
    return next(each.value for each in app.text if each.value.startswith("checks: "))


def test_a_claim_that_cites_no_lines_is_rejected_or_left_open_but_not_accepted(
    desk: AppTest,
) -> None:
    resources.workbench().model = LanguageModel(FakeTransport(writes(CLAIMS), "model-of-tests"))
    ask(desk, "When should the second drug be stopped?")
    press(desk, "Check: accepted")
    assert bar(desk).startswith("checks: Claim 2 of 2, 1 of 2 checked, This claim cites no lines")
    assert any("cites no lines" in each.value for each in desk.info)
    press(desk, "Check: accepted")
    assert bar(desk).startswith("checks: Claim 2 of 2, 1 of 2 checked")
    press(desk, "Check: rejected")
    assert bar(desk).startswith("checks: Claim 2 of 2, 2 of 2 checked")
    press(desk, "Previous")
    press(desk, "Take claim 2 back")
    press(desk, "Next")
    assert bar(desk).startswith("checks: Claim 2 of 2, 1 of 2 checked")


def test_selectable_text_says_why_nothing_is_accepted_and_leads_back_to_the_page(
    desk: AppTest,
) -> None:
    ask(desk, QUESTION)
    desk.session_state["evidence-pages-look"] = "Selectable text"
    desk.run()
    assert any("Nothing is accepted in selectable text" in each.value for each in desk.caption)
    press(desk, "Show the page")
    assert desk.session_state["evidence-pages-look"] == "Page"
    assert not any("selectable text" in each.value for each in desk.caption)


def test_of_an_answer_that_was_rejected_whole_nothing_is_left_and_that_is_said(
    desk: AppTest,
) -> None:
    ask(desk, f"{QUESTION} How long is the first drug given?")
    count = int(bar(desk).partition(" of ")[2].partition(",")[0])
    press(desk, "Check: rejected")
    assert any(each.value.startswith("From ") for each in desk.markdown)
    for _ in range(count - 1):
        press(desk, "Check: rejected")
    assert any("Every quote was rejected" in each.value for each in desk.warning)
    assert not any(each.value.startswith("From ") for each in desk.markdown)
    assert not any(each.value.startswith("**1\\. ") for each in desk.markdown)


def test_a_question_that_is_asked_once_shows_the_answer_it_has_again(desk: AppTest) -> None:
    ask(desk, QUESTION)
    shown = desk.query_params["citation"]
    ask(desk, "How long is the first drug given?")
    desk.session_state["sightline.question"] = AskedQuestion(QUESTION, once=True)
    desk.run()
    assert desk.query_params["citation"] == shown
    assert len(desk.chat_message) == 4


def test_without_evidence_nothing_is_presented_also_not_what_comes_next(desk: AppTest) -> None:
    desk.query_params["present"] = "1"
    desk.run()
    assert "present" not in desk.query_params


def test_to_an_audience_text_is_shown_as_page_with_its_name_and_place(desk: AppTest) -> None:
    ask(desk, QUESTION)
    desk.session_state["evidence-pages-look"] = "Selectable text"
    desk.query_params["present"] = "1"
    desk.run()
    assert any(each.value.startswith("evidence-pages: guideline.pdf") for each in desk.text)
    assert any(each.value.startswith("Citation 1 of ") for each in desk.markdown)
    assert any("Escape leaves" in each.value for each in desk.markdown)


def test_an_audience_sees_the_question_and_what_was_decided(desk: AppTest) -> None:
    ask(desk, QUESTION)
    citation = desk.query_params["citation"]
    press(desk, "Check: unsure")
    desk.query_params["citation"] = citation
    desk.query_params["present"] = "1"
    desk.run()
    told = [each.value for each in desk.markdown]
    assert QUESTION in told
    assert any(words.startswith("Citation 1 of ") and "Unsure" in words for words in told)


def test_a_decision_is_said_once_and_not_of_the_next_question(
    desk: AppTest, said: list[str]
) -> None:
    assert said == [""]
    ask(desk, QUESTION)
    assert said[-1].startswith("Answer with ")
    press(desk, "Check: rejected")
    assert said[-1].startswith("Rejected. 1 of ")
    press(desk, "Take citation 1 back")
    assert said[-1].startswith("Taken back. 0 of ")
    press(desk, "Check: rejected")
    ask(desk, "How long is the first drug given?")
    assert said[-1].startswith("Answer with ")
    press(desk, "Check: accepted")
    press(desk, "New")
    assert said[-1] == ""


def test_that_there_is_no_answer_is_said_though_an_earlier_one_was_in_view(
    desk: AppTest, said: list[str]
) -> None:
    ask(desk, QUESTION)
    ask(desk, "Which planets have rings made of ice?")
    assert said[-1].startswith("No answer in the documents.")
