"""Decisions go item by item; nothing is accepted whose evidence was not all gone through."""

from __future__ import annotations

from dataclasses import replace

import pytest

from components import state
from components.ask import checking, conversation_turns
from components.ask.citation_cards import Evidence
from components.ask.conversation_turns import Step, Turn, steps
from components.ask.save_question import accepted_question
from core.answering.base import Claim
from core.history.checks import Decision
from core.verification.verdicts import Verdict
from tests.components.ask.test_conversation_turns import FIRST, SECOND, turn

BARE = Claim("Three.", (), Verdict.UNSUPPORTED, ())


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch) -> dict[str, object]:
    """What the session keeps, without an app."""
    values: dict[str, object] = {}
    monkeypatch.setattr(state, "kept", values.setdefault)
    monkeypatch.setattr(state, "keep", values.__setitem__)
    monkeypatch.setattr(state, "select", lambda **_: None)
    monkeypatch.setattr(state, "view", state.View)
    return values


def begin(session: dict[str, object], *all_turns: Turn) -> None:
    session[conversation_turns._TURNS] = list(all_turns)


def at(place: int, number: int = 0) -> Step:
    return steps(number, conversation_turns.turns()[number])[place]


def place(session: dict[str, object]) -> object:
    """The turn and the place that were gone to last."""
    return session.get(conversation_turns._STEP)


def decisions(number: int = 0) -> dict[int, Decision | None]:
    checks = conversation_turns.turns()[number].review.checks
    return {item: check.decision for item, check in checks.items()}


def test_a_decision_leads_to_the_next_item_that_is_not_decided(session: dict[str, object]) -> None:
    begin(session, turn(count=3, model=""))
    checking.decide(at(1), Decision.ACCEPTED, 1.5)
    assert place(session) == (0, 2)
    checking.decide(at(2), Decision.UNSURE)
    assert place(session) == (0, 0)
    checking.decide(at(0), Decision.REJECTED)
    assert decisions() == {1: Decision.ACCEPTED, 2: Decision.UNSURE, 0: Decision.REJECTED}
    assert checking.next_unchecked(0, 0) is None
    assert checking.check_of(conversation_turns.turns()[0], 1).seconds == 1.5


def test_a_claim_is_accepted_once_all_of_its_lines_were_seen(session: dict[str, object]) -> None:
    begin(session, turn(FIRST, SECOND))
    checking.decide(at(0), Decision.ACCEPTED, 1.0)
    assert decisions() == {}
    assert place(session) == (0, 1)
    checking.decide(at(1), Decision.ACCEPTED, 0.5)
    assert decisions() == {0: Decision.ACCEPTED}
    assert checking.check_of(conversation_turns.turns()[0], 0).seconds == 1.5
    assert place(session) == (0, 2)


def test_a_claim_can_be_rejected_at_its_first_lines(session: dict[str, object]) -> None:
    begin(session, turn(FIRST, SECOND))
    checking.decide(at(0), Decision.REJECTED)
    assert decisions() == {0: Decision.REJECTED}


def test_undo_takes_the_last_decision_back_and_shows_it(session: dict[str, object]) -> None:
    begin(session, turn(count=3, model=""))
    assert not checking.can_undo()
    checking.decide(at(0), Decision.ACCEPTED)
    checking.comment(0, 1, "  Another\ndose ")
    checking.undo()
    assert checking.check_of(conversation_turns.turns()[0], 1).comment == ""
    assert decisions() == {0: Decision.ACCEPTED}
    checking.undo()
    assert decisions() == {}
    assert place(session) == (0, 0)
    checking.undo()


def test_a_comment_stays_with_a_decision_and_with_what_is_taken_back(
    session: dict[str, object],
) -> None:
    begin(session, turn(count=1, model=""))
    checking.comment(0, 0, "Another dose")
    checking.decide(at(0), Decision.REJECTED)
    checking.take_back(0, 0)
    check = checking.check_of(conversation_turns.turns()[0], 0)
    assert (check.comment, check.decision) == ("Another dose", None)


def test_a_claim_without_lines_is_come_to_and_rejected_but_not_accepted(
    session: dict[str, object],
) -> None:
    begin(session, turn(FIRST, BARE))
    checking.decide(at(0), Decision.UNSURE)
    assert place(session) == (0, 2)
    shown = conversation_turns.shown()
    assert shown is not None
    assert shown.is_bare
    checking.decide(shown, Decision.ACCEPTED)
    assert decisions() == {0: Decision.UNSURE}
    checking.decide(shown, Decision.REJECTED)
    assert decisions() == {0: Decision.UNSURE, 1: Decision.REJECTED}
    assert checking.next_unchecked(0, 1) is None


def test_quotes_of_which_no_line_can_be_shown_any_more_are_come_to_as_well(
    session: dict[str, object],
) -> None:
    answered = turn(count=2, model="")
    gone = replace(answered.cited[1], evidence=Evidence("gone", ""))
    begin(session, replace(answered, cited=(answered.cited[0], gone)))
    checking.decide(at(0), Decision.UNSURE)
    assert place(session) == (0, 1)


def test_nearest_passages_are_no_items(session: dict[str, object]) -> None:
    cards = turn(count=1).cited
    near = Turn(replace(turn(count=0).answer, abstained=True), (), cards)
    begin(session, near)
    assert checking.item_count(near) == 0
    checking.decide(at(0), Decision.ACCEPTED)
    assert decisions() == {}


def test_a_question_made_of_a_rejected_answer_has_no_lines_of_what_was_rejected(
    session: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    marked: list[int] = []

    def evidence(citations: list[object]) -> tuple[()]:
        marked.extend(citation.number for citation in citations)  # type: ignore[attr-defined]
        return ()

    monkeypatch.setattr("components.ask.save_question._evidence", evidence)
    begin(session, turn(count=3, model=""))
    checking.decide(at(0), Decision.REJECTED)
    checking.decide(at(2), Decision.ACCEPTED)
    answered = conversation_turns.turns()[0]
    assert accepted_question(answered.answer, answered.review).text == "Why?"
    assert marked == [3]
