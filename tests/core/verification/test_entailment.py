"""Claims read together with sentences."""

from __future__ import annotations

import pytest

from core.verification.entailment import entailment, open_entailment
from tests.core.verification.judging import source

PASSAGE = (
    "The clinic moved to the harbour in 2019 and now has two rooms. Dr Odell, who joined it a year "
    "later, sees children in the mornings, and adults are seen by Dr Marsh in the afternoons."
)


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("Young patients come before noon.", "Young patients come after noon."),
        ("Dr Marsh treats grown-ups.", "Dr Marsh treats grown-ups because Dr Odell is away."),
        ("Dr Odell sees children.", "Dr Odell was trained in surgery before 2019."),
        ("The clinic has a pair of rooms by the water.", "The clinic has a garden by the water."),
    ],
)
def test_what_the_sentences_say_is_surer_than_what_they_do_not(right: str, wrong: str) -> None:
    own = source(PASSAGE)
    sure, unsure = (entailment(claim, own) for claim in (right, wrong))
    assert 0 <= unsure < sure <= 1


def test_sentences_with_words_of_the_claim_are_read_of_a_long_source() -> None:
    filler = " ".join(f"The store kept box {number} of the old papers." for number in range(80))
    own = source(f"{filler} Every ward keeps adrenaline in the blue trolley. {filler}")
    claim = "Adrenaline is in the blue trolley on each ward."
    other = entailment(claim, source(filler))
    assert entailment(claim, own) > other + 0.2


def test_the_end_of_a_sentence_that_is_longer_than_what_is_read_counts() -> None:
    lists = ", ".join(f"the ward keeps box {number} in the old cupboard" for number in range(40))
    own = source(f"By day, {lists}, and adrenaline is kept in the blue trolley by the door.")
    assert len(own.sentences) == 1
    right, wrong = (
        entailment(f"Adrenaline is kept in the {place}.", own)
        for place in ("blue trolley", "red fridge")
    )
    assert right > wrong + 0.2


def test_nothing_and_endless_texts_can_be_read() -> None:
    reader = open_entailment()
    odds = [reader.log_odds("", ""), reader.log_odds("word " * 5000, "word " * 5000)]
    assert all(abs(value) < 20 for value in odds)
    assert 0 <= entailment("A claim.", source("")) <= 1
