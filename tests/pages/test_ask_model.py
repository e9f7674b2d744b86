"""Ask with a language model: verdicts, notices, follow-up questions, and the way without it."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from benchmarks.stand_in import answer, asked
from components import resources
from core.configuration import Configuration
from core.errors import KeyRefused, StoreUnavailable
from core.llm.fake import FakeTransport
from core.llm.model import LanguageModel

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from streamlit.testing.v1 import AppTest

    from core.llm.base import Reply, Request
    from core.workbench import Workbench

QUESTION = "When should the second drug be stopped?"
LINE = "Stop the second drug at once."
CLAIMS = (
    (f"On page 1: {LINE}", f"On page 1: {LINE}"),
    ("On page 1: Do not stop the second drug at once.", f"On page 1: {LINE}"),
    ("Give the first drug for 30 days.", "On page 2: Give the first drug for ten days."),
)


def writes(claims: Sequence[tuple[str, str]], *, abstain: bool = False) -> Callable[..., Any]:
    """A model that writes these claims, each over the line with the words beside it."""

    def respond(request: Request) -> Reply | str:
        found = asked(request)
        if found.schema != "WrittenAnswer":
            return answer(found)
        lines = re.findall(r"(?m)^(\d+): (.+)$", found.text)
        held = [
            {"text": text, "lines": [int(n) for n, line in lines if words in line]}
            for text, words in claims
        ]
        return json.dumps({"abstain": abstain, "claims": held})

    return respond


def refuses(_: Request) -> Reply | str:
    raise KeyRefused("The service refuses the key. Enter another one on the settings page.")


@pytest.fixture
def transport() -> FakeTransport:
    return FakeTransport(writes(CLAIMS), "model-of-tests")


@pytest.fixture
def desk(app: AppTest, library: Workbench, transport: FakeTransport) -> AppTest:
    app.run()
    resources.workbench().model = LanguageModel(transport)
    app.switch_page("pages/ask.py").run()
    assert not app.exception
    return app


def ask(app: AppTest, question: str = QUESTION) -> AppTest:
    app.chat_input(key="ask-input").set_value(question).run()
    assert not app.exception
    return app


def press(app: AppTest, label: str) -> AppTest:
    next(one for one in app.button if one.label == label).click().run()
    assert not app.exception
    return app


def said(app: AppTest) -> str:
    return "\n".join(one.value for one in [*app.caption, *app.markdown])


def citations(app: AppTest) -> list[Any]:
    return [one for one in app.button if one.label.startswith("[")]


def test_each_claim_has_its_verdict_its_reasons_and_its_citations(desk: AppTest) -> None:
    words = said(ask(desk))
    assert "3 claims: 1 supported" in words
    assert "Written by model-of-tests" in words
    assert ":green-badge[:material/check_circle: Supported]" in words
    assert "Not supported]" in words
    # What is not borne out does not look like a fact.
    assert f":gray[*{CLAIMS[2][0]}*]" in words
    assert f":gray[*{CLAIMS[0][0]}*]" not in words
    assert len(citations(desk)) == len(CLAIMS)
    assert "**Numbers and units** :red[" in words


def test_the_first_citation_is_shown_and_the_next_are_a_step_away(desk: AppTest) -> None:
    ask(desk)
    assert any("Claim 1 of 3" in one.value for one in desk.markdown)
    first = desk.query_params["citation"]
    press(desk, "Next")
    assert any("Claim 2 of 3" in one.value for one in desk.markdown)
    while not desk.button(key="way-next").disabled:
        press(desk, "Next")
    assert any("Claim 3 of 3" in one.value for one in desk.markdown)
    assert desk.query_params["citation"] != first
    assert desk.button(key="way-next").disabled
    press(desk, "Previous")
    assert not desk.button(key="way-next").disabled


def test_lines_that_speak_against_a_claim_stand_beside_it_a_click_away(
    desk: AppTest, transport: FakeTransport
) -> None:
    transport._respond = writes([CLAIMS[1]])
    ask(desk)
    assert "**The opposite** in lines that it does not cite" in said(desk)
    desk.button(key="turn-0.1").click().run()
    assert not desk.exception
    assert any("lines against it 1 of 2" in one.value for one in desk.markdown)
    assert any("Words against the claim" in one.label for one in desk.button)


def test_without_a_line_that_answers_it_says_whose_judgement_that_is(
    desk: AppTest, transport: FakeTransport
) -> None:
    transport._respond = writes((), abstain=True)
    ask(desk)
    assert "No answer was found" in desk.warning[0].value
    assert "model-of-tests" in desk.warning[0].value
    assert "nothing is made up" in said(desk)
    assert not citations(desk)


def test_a_refused_key_is_said_and_sentences_answer(
    desk: AppTest, transport: FakeTransport
) -> None:
    transport._respond = refuses
    words = said(ask(desk))
    assert "refuses the key" in desk.warning[0].value
    assert "no language model wrote any of it" in words
    assert "Written by" not in words
    assert citations(desk)
    ask(desk, "And on page 2, when should it be stopped?")
    assert desk.warning[0].value.count("refuses the key") == 1


def test_sentences_are_one_click_away(desk: AppTest) -> None:
    ask(desk)
    words = said(press(desk, "Show text of the documents instead"))
    assert "no language model wrote any of it" in words
    assert LINE in words


def test_the_switch_lets_sentences_answer(desk: AppTest, transport: FakeTransport) -> None:
    assert "model-of-tests writes the answer" in said(desk)
    desk.toggle(key="ask-by-model").set_value(False).run()
    words = said(ask(desk))
    assert "no language model wrote any of it" in words
    assert not transport.requests


def test_without_a_model_the_switch_stands_still_and_says_how_to_get_one(
    app: AppTest, library: Workbench
) -> None:
    app.switch_page("pages/ask.py").run()
    assert app.toggle(key="ask-no-model").disabled
    assert "GEMINI_API_KEY" in said(app)


def test_a_further_question_is_asked_with_the_conversation(
    desk: AppTest, transport: FakeTransport
) -> None:
    ask(desk)
    before = len(transport.requests)
    ask(desk, "And the first one?")
    sent = "\n".join(turn.text for r in transport.requests[before:] for turn in r.turns)
    assert QUESTION in sent
    assert "Searched as" in said(desk)
    press(desk, "New")
    before = len(transport.requests)
    ask(desk, "And the first drug?")
    sent = "\n".join(turn.text for r in transport.requests[before:] for turn in r.turns)
    assert QUESTION not in sent


def test_what_is_not_supported_is_not_remembered_as_an_answer(
    desk: AppTest, transport: FakeTransport
) -> None:
    ask(desk)
    before = len(transport.requests)
    ask(desk, "And the first one?")
    sent = "\n".join(turn.text for r in transport.requests[before:] for turn in r.turns)
    assert CLAIMS[0][0] in sent
    assert CLAIMS[1][0] not in sent


def test_words_of_a_model_are_shown_as_words(desk: AppTest, transport: FakeTransport) -> None:
    evil = "See ![x](http://evil.example/x.png) <b>now</b> :red[$y$]"
    transport._respond = writes([(evil, LINE)])
    words = said(ask(desk))
    assert "![x](" not in words
    assert "<b>" not in words.replace("\\<b", "")
    assert ":red[$" not in words


def test_what_goes_wrong_is_said_and_the_question_can_be_asked_again_or_dropped(
    desk: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object, **__: object) -> None:
        raise StoreUnavailable("The index cannot be opened.")

    with monkeypatch.context() as patch:
        patch.setattr(resources.workbench().answers, "ask", fails)
        ask(desk)
        assert "The index cannot be opened" in desk.error[0].value
        desk.run()
        assert "The index cannot be opened" in desk.error[0].value
    press(desk, "Ask again")
    assert not desk.error
    assert "3 claims: 1 supported" in said(desk)
    with monkeypatch.context() as patch:
        patch.setattr(resources.workbench().answers, "ask", fails)
        ask(desk, "And the first one?")
        press(desk, "Drop the question")
    assert not desk.error
    assert "And the first one?" not in said(desk)


def test_questions_wait_for_the_index_with_a_model_too(desk: AppTest) -> None:
    desk.session_state[f"sightline.stopped.ask-index.{Configuration.default().chunks_key}"] = True
    ask(desk)
    assert "stopped" in desk.warning[0].value
    press(desk, "Go on")
    assert "3 claims: 1 supported" in said(desk)


PLANETS = "Which planets have rings made of ice?"
ANYWAY = "Let model-of-tests look at the nearest passages"


def test_with_too_little_evidence_the_model_is_asked_only_if_one_wishes(
    desk: AppTest, transport: FakeTransport
) -> None:
    ask(desk, PLANETS)
    assert "model-of-tests was not asked for an answer" in said(desk)
    assert not [one for one in transport.requests if asked(one).schema == "WrittenAnswer"]
    transport._respond = writes([(f"On page 1: {LINE}", LINE)])
    press(desk, ANYWAY)
    assert "1 claim: supported" in said(desk)
    assert "It was asked although the passages hold an answer" in said(desk)
    # The next question needs its evidence again.
    ask(desk, PLANETS)
    assert "was not asked for an answer" in said(desk)


def test_a_model_that_looks_at_little_evidence_may_find_no_answer_either(
    desk: AppTest, transport: FakeTransport
) -> None:
    transport._respond = writes((), abstain=True)
    ask(desk, PLANETS)
    press(desk, ANYWAY)
    assert "found no answer there" in desk.warning[-1].value
    assert ANYWAY not in [one.label for one in desk.button]


def test_sentences_of_little_evidence_do_not_answer_where_the_model_fails(
    desk: AppTest, transport: FakeTransport
) -> None:
    ask(desk, PLANETS)
    transport._respond = refuses
    press(desk, ANYWAY)
    assert "refuses the key" in desk.warning[-2].value
    assert "quoted instead" not in desk.warning[-2].value
    assert "No answer was found" in desk.warning[-1].value
    assert not citations(desk)
