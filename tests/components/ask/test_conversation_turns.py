"""The way through an answer goes claim by claim, and citation by citation."""

from __future__ import annotations

from dataclasses import replace

from components.ask.citation_cards import Card, Evidence
from components.ask.conversation_turns import Step, Turn, steps
from components.ask.evidence import step_in_words
from core.answering.base import Answer, Claim, Objection
from core.evidence.citations import Citation, Quote
from core.verification.contradictions import Opposition
from core.verification.verdicts import Verdict


def card(number: int) -> Card:
    label = f"[{number}] a.pdf, page {number} of 9"
    return Card(Evidence("d", f"{number}:0-4"), "Words.", label, "", f"[{number}]", "a.pdf")


def citation(number: int) -> Citation:
    quote = Quote("d", "chunk", (), "Words.", {})
    return Citation(number, quote, number, str(number), (number,), (), ())


def turn(*claims: Claim, count: int = 3, model: str = "some-model") -> Turn:
    numbers = range(1, count + 1)
    answer = Answer(
        "Why?",
        tuple(map(citation, numbers)),
        abstained=False,
        reason="Because.",
        evidence=0.9,
        threshold=0.5,
        passages=(),
        claims=claims,
        model=model,
    )
    return Turn(answer, tuple(map(card, numbers)), ())


FIRST = Claim("One.", (1, 3), Verdict.SUPPORTED, ())
SECOND = Claim("Two.", (1, 7), Verdict.PARTIAL, ())


def test_the_way_goes_claim_by_claim_and_citation_by_citation() -> None:
    found = steps(4, turn(FIRST, SECOND))
    assert [(step.claim, step.card.short) for step in found] == [(0, "[1]"), (0, "[3]"), (1, "[1]")]
    assert [step.place for step in found] == [0, 1, 2]
    assert {step.turn for step in found} == {4}


def test_without_claims_the_way_goes_along_the_citations_or_the_passages() -> None:
    assert [step.claim for step in steps(0, turn(count=2))] == [None, None]
    near = Turn(turn(count=0).answer, (), (card(1), card(2)))
    assert [step.card.short for step in steps(0, near)] == ["[1]", "[2]"]
    assert step_in_words(steps(0, near)[1], steps(0, near), near) == "Nearest passage 2 of 2"


def test_a_step_says_which_claim_it_belongs_to_but_no_verdict_before_its_lines() -> None:
    held = turn(FIRST, SECOND)
    every = steps(0, held)
    assert step_in_words(every[1], every, held) == "Claim 1 of 2, citation 2 of 2"
    assert step_in_words(every[2], every, held) == "Claim 2 of 2"
    assert step_in_words(Step(0, None, 0, card(1)), steps(0, turn(count=2)), turn(count=2)) == (
        "Citation 1 of 2"
    )


def test_what_speaks_against_a_claim_comes_after_what_it_cites() -> None:
    objection = Objection(Opposition.NUMBER, "Another one.", citation(0))
    disputed = replace(FIRST, objections=(objection, objection))
    held = replace(turn(disputed, SECOND), against=((card(8), card(9)), ()))
    way = steps(0, held)
    assert [(step.claim, step.card.short) for step in way] == [
        (0, "[1]"),
        (0, "[3]"),
        (0, "[8]"),
        (0, "[9]"),
        (1, "[1]"),
    ]
    assert [step.objection for step in way] == [None, None, objection, objection, None]
    assert step_in_words(way[1], way, held).startswith("Claim 1 of 2, citation 2 of 2")
    assert step_in_words(way[3], way, held).startswith("Claim 1 of 2, lines against it 2 of 2")
