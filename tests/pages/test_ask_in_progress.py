"""Ask, while an answer is being written: what is heard of it is drawn, and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import streamlit as st

from components import resources
from components.ask.background_answer import Working
from core.answering.base import Spoken
from core.llm.fake import FakeTransport
from core.llm.model import LanguageModel
from tests.pages.test_ask_conversations import markdown
from tests.pages.test_ask_model import CLAIMS, ask, writes

if TYPE_CHECKING:
    from streamlit.testing.v1 import AppTest

    from core.answering.base import Answer
    from core.workbench import Workbench

AGAIN = "And when should it be stopped?"


@pytest.fixture
def desk(app: AppTest, library: Workbench) -> AppTest:
    """The page, with a model that has answered a question."""
    app.run()
    resources.workbench().model = LanguageModel(FakeTransport(writes(CLAIMS), "model-of-tests"))
    return ask(app.switch_page("pages/ask.py").run())


def answer_of(app: AppTest) -> Answer:
    return app.session_state["sightline.turns"][-1].answer


def hears(app: AppTest, *told: Spoken, monkeypatch: pytest.MonkeyPatch) -> AppTest:
    """The page that has heard this of an answer to a further question, look by look."""
    looks = iter(told)

    def done(work: Working, _: float) -> bool:
        work.spoken = next(looks, None) or st.stop()
        return False

    with monkeypatch.context() as patch:
        patch.setattr(Working, "_listen", lambda *_: None)
        patch.setattr(Working, "done", done)
        ask(app, AGAIN)
    assert not app.error
    return app


def test_claims_of_an_answer_that_is_begun_anew_take_the_place_of_those_before(
    desk: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = answer_of(desk)
    first, second, third = answer.claims
    draft, anew = (Spoken((first, claim), answer.citations) for claim in (second, third))
    words = markdown(hears(desk, draft, draft, anew, anew, monkeypatch=monkeypatch))
    assert (words.count(second.text), words.count(third.text)) == (1, 2)


def test_lines_in_view_that_an_answer_cites_as_those_before_are_shown_as_its_own(
    desk: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = answer_of(desk)
    desk.session_state["sightline.step"] = None  # as where they were come to by a link
    spoken = Spoken(answer.claims, answer.citations)
    hears(desk, spoken, spoken, monkeypatch=monkeypatch)
    assert "Still shown" not in " ".join(each.value for each in desk.caption)
