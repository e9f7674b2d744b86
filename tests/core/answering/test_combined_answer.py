"""The answers to the parts of a question as one."""

from __future__ import annotations

from core.answering.base import Answer
from core.answering.combined_answer import joined
from core.answering.reason import ASK_OTHERWISE
from core.evidence.citations import Citation, Quote
from core.spans import Span


def citation(node: int, number: int = 1) -> Citation:
    quote = Quote("d", "chunk", (Span(node, 0, 4),), f"Text {node}.", {})
    return Citation(number, quote, 1, "1", (1,), (), ())


def answer(question: str, *nodes: int, evidence: float = 0.5) -> Answer:
    citations = tuple(citation(node, number) for number, node in enumerate(nodes, 1))
    return Answer(
        question, citations, not nodes, f"{question} said.", evidence, 0.2, (), (question,)
    )


def test_citations_stand_in_the_order_of_the_parts_and_each_part_has_its_share() -> None:
    whole = joined("Both?", [answer("One?", 1, 2, 3), answer("Two?", 4, 5)], 4, 8)
    assert [c.quote.text for c in whole.citations] == ["Text 1.", "Text 2.", "Text 4.", "Text 5."]
    assert [c.number for c in whole.citations] == [1, 2, 3, 4]
    assert [part.citations for part in whole.parts] == [(1, 2), (3, 4)]
    assert whole.question == "Both?"
    assert whole.searched == "One?; Two?"


def test_what_two_parts_cite_is_one_citation() -> None:
    whole = joined("Both?", [answer("One?", 1), answer("Two?", 1, 2)], 4, 8)
    assert len(whole.citations) == 2
    assert [part.citations for part in whole.parts] == [(1,), (1, 2)]


def test_a_part_without_evidence_says_so_by_itself() -> None:
    whole = joined("Both?", [answer("One?", evidence=0.1), answer("Two?", 1, evidence=0.4)], 4, 8)
    assert not whole.abstained
    assert [part.abstained for part in whole.parts] == [True, False]
    assert whole.parts[0].reason == "One? said."
    assert whole.evidence == 0.4
    assert "1 with evidence" in whole.reason


def test_where_no_part_has_evidence_nothing_is_answered() -> None:
    whole = joined("Both?", [answer("One?", evidence=0.1), answer("Two?", evidence=0.0)], 4, 8)
    assert whole.abstained
    assert whole.reason == f"One? One? said. Two? Two? said. {ASK_OTHERWISE}"
    assert whole.missing == ("One?", "Two?")


def test_each_part_has_a_citation_however_few_are_shown() -> None:
    whole = joined("All?", [answer("One?", 1, 2), answer("Two?", 3), answer("Three?", 4)], 2, 8)
    assert [part.citations for part in whole.parts] == [(1,), (2,), (3,)]
