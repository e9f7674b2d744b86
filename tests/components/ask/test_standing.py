"""What was rejected leaves an answer: its claims or quotes, and the parts that it answered."""

from __future__ import annotations

from components.ask.standing import standing
from core.history.checks import Check, Decision, Review
from tests.components.ask.test_conversation_turns import FIRST, SECOND, turn
from tests.components.ask.test_save_question import answer

REJECTED = Check(decision=Decision.REJECTED)


def numbers(answered: object) -> list[int]:
    return [citation.number for citation in answered.citations]  # type: ignore[attr-defined]


def test_without_a_rejection_the_answer_is_as_it_was() -> None:
    whole = answer((1, 2), (3, 4))
    assert standing(whole, Review(checks={0: Check(decision=Decision.UNSURE)})) is whole


def test_a_rejected_quote_leaves_its_part_which_is_counted_no_more() -> None:
    left = standing(answer((1, 2), (3, 4)), Review(checks={2: REJECTED, 3: REJECTED}))
    assert numbers(left) == [1, 2]
    assert [part.citations for part in left.parts] == [(1, 2), ()]
    assert left.reason.endswith("1 with evidence.")


def test_a_rejected_claim_takes_the_citations_along_that_no_other_has() -> None:
    left = standing(turn(FIRST, SECOND).answer, Review(checks={0: REJECTED}))
    assert left.claims == (SECOND,)
    assert numbers(left) == [1]
