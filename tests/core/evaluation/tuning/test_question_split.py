"""Questions in two halves, of which neither tells what the other is to judge."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from core.evaluation.questions.base import Evidence, GoldLine, Question, QuestionSet
from core.evaluation.tuning.question_split import halves

if TYPE_CHECKING:
    from random import Random


def asked(text: str, *lines: tuple[float, float], document: str = "doc", page: int = 1) -> Question:
    """A question whose evidence are lines of one height, by their left edge and their top."""
    held = tuple(
        GoldLine(page=page, left=left, top=top, right=left + 0.3, bottom=top + 0.02)
        for left, top in lines
    )
    piece = Evidence(document=document, lines=held, text="words")
    return Question(text=text, evidence=(piece,), documents=(document,))


def sides(*questions: Question) -> list[int]:
    """The half of each question: 0 or 1."""
    whole = QuestionSet(name="made up", questions=questions)
    held = {one.id: side for side, half in enumerate(halves(whole)) for one in half.questions}
    return [held[one.id] for one in questions]


def test_wordings_of_one_question_stay_in_one_half() -> None:
    for number in range(20):
        one = asked(f"How much {number}?", (0.1, 0.1))
        other = asked(f"What is the amount {number}?", (0.12, 0.105))
        assert len(set(sides(one, other))) == 1


def test_questions_that_share_a_line_with_a_third_stay_together() -> None:
    chain = [asked(f"{n}?", (0.1, 0.1 * n), (0.1, 0.1 * n + 0.1)) for n in range(1, 6)]
    assert len(set(sides(*chain))) == 1


def test_lines_that_only_touch_or_stand_elsewhere_are_not_shared() -> None:
    first = asked("One?", (0.1, 0.1))
    others = [
        asked("Next line?", (0.1, 0.119)),
        asked("Beside it?", (0.4, 0.1)),
        asked("Another page?", (0.1, 0.1), page=2),
        asked("Another document?", (0.1, 0.1), document="other"),
    ]
    for one in others:
        assert len(set(sides(first, one))) == 2


PLACES = st.lists(
    st.tuples(st.sampled_from(["a", "b"]), st.integers(1, 3), st.integers(0, 9)),
    min_size=1,
    max_size=30,
)


@given(PLACES, st.randoms())
def test_halves_are_the_same_in_any_order_and_share_no_line(
    places: list[tuple[str, int, int]], luck: Random
) -> None:
    questions = [
        asked(f"{number}?", (0.1, 0.05 * row), document=document, page=page)
        for number, (document, page, row) in enumerate(places)
    ]
    found = sides(*questions)
    by_place: dict[object, set[int]] = {}
    for place, side in zip(places, found, strict=True):
        by_place.setdefault(place, set()).add(side)
    assert all(len(held) == 1 for held in by_place.values())
    mixed = list(zip(questions, found, strict=True))
    luck.shuffle(mixed)
    assert sides(*[one for one, _ in mixed]) == [side for _, side in mixed]


def test_questions_of_their_own_lines_are_dealt_out_evenly() -> None:
    questions = [
        asked(f"{n}?", (0.1, 0.05 * n), document=document) for document in "abc" for n in range(7)
    ]
    found = sides(*questions)
    assert sorted([found.count(0), found.count(1)]) == [10, 11]
    for first, last in pairwise(range(0, 22, 7)):
        assert abs(2 * sum(found[first:last]) - 7) == 1
