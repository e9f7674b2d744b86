"""What an answer lends to a question of a set."""

from __future__ import annotations

from components.ask.save_question import best_citations
from core.answering.base import Answer, Part
from core.evidence.citations import Citation, Quote


def answer(*parts: tuple[int, ...]) -> Answer:
    quotes = [Quote("d", "chunk", (), f"Text {number}.", {}) for number in range(1, 5)]
    cited = tuple(Citation(n, quote, 1, "1", (1,), (), ()) for n, quote in enumerate(quotes, 1))
    made = tuple(Part("Why?", "", numbers, not numbers, "", 0.5) for numbers in parts)
    return Answer("Both?", cited, False, "", 0.5, 0.2, (), parts=made)


def test_the_first_citation_of_each_part_is_taken() -> None:
    assert [one.number for one in best_citations(answer((1, 2), (), (3, 4)))] == [1, 3]
    assert [one.number for one in best_citations(answer((1, 2), (1, 3)))] == [1]


def test_of_a_single_question_the_first_citation_is_taken() -> None:
    assert [one.number for one in best_citations(answer())] == [1]
