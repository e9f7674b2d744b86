"""Negations are those of the clause with the same subject, whatever words they are put in."""

from __future__ import annotations

import pytest

from core.verification.prefixes import opened
from core.verification.verdicts import Weight
from tests.core.verification.judging import judgements, weight


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("Tea is allowed. Coffee is not allowed.", "Tea is not allowed."),
        ("Tea is allowed but coffee is not.", "Coffee is allowed but tea is not."),
        ("Tea is allowed, coffee is not allowed.", "Coffee is allowed, tea is not allowed."),
        ("Serve A. Do not serve B.", "Do not serve A."),
        ("Serve A but not B.", "Serve B but not A."),
        ("The valve was irregular.", "The valve was regular."),
        ("The form is incompatible with the reader.", "The form is compatible with the reader."),
        ("The filter is useless in winter.", "The filter is useful in winter."),
        ("Das Verfahren ist schmerzfrei.", "Das Verfahren ist schmerzhaft."),
        ("Nichtraucher zahlen weniger.", "Raucher zahlen weniger."),
        ("Die Gabe ist kontraindiziert.", "Die Gabe ist indiziert."),
        ("Auf Salz ist zu verzichten.", "Auf Salz ist nicht zu verzichten."),
        ("Serve tea unless it rains.", "Serve tea if it rains."),
        ("Serve tea if it rains.", "Serve tea unless it rains."),
        ("Do not serve tea if it rains.", "Do not serve tea unless it rains."),
        ("Do not serve tea unless it rains.", "Serve tea unless it rains."),
        ("Tee gibt es nicht, außer bei Regen.", "Tee gibt es, außer bei Regen."),
    ],
)
def test_the_opposite_of_a_clause_is_against_a_claim(text: str, claim: str) -> None:
    assert weight(claim, text) is Weight.AGAINST


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("Tea is allowed. Coffee is not allowed.", "Coffee is not allowed."),
        ("Tea is allowed but coffee is not.", "Tea is allowed."),
        ("Tea is allowed but coffee is not.", "Coffee is not allowed."),
        ("Neither tea nor coffee is allowed.", "Tea is not allowed."),
        ("Tea should not be served in winter.", "In winter, tea should not be served."),
        ("The filter is ineffective in winter.", "The filter is not effective in winter."),
        ("Die Filterung ist unwirksam.", "Die Filterung ist nicht wirksam."),
        ("Do not serve tea unless it rains.", "Serve tea if it rains."),
        ("Serve tea if it rains.", "Do not serve tea unless it rains."),
        ("Serve tea unless it rains.", "Do not serve tea if it rains."),
        ("Serve no tea unless it rains.", "Tea is not served unless it rains."),
        (
            "Serve tea to adults if the resting pulse is high. Serve no tea to adults if the "
            "resting pulse is low.",
            "Serve tea to adults unless the resting pulse is low.",
        ),
        ("Serve it if not prohibited.", "Serve it unless prohibited."),
        (
            "Do not serve guests tea without milk unless they refuse milk.",
            "Serve guests tea without milk if they refuse milk.",
        ),
    ],
)
def test_the_same_sense_in_other_words_passes(text: str, claim: str) -> None:
    assert weight(claim, text) is Weight.NOTHING, judgements(claim, text)


def test_a_prefix_is_opened_only_beside_the_word_that_it_turns_round() -> None:
    assert opened("an ineffective drug", "an effective drug") == "an not effective drug"
    assert opened("an infusion", "a fusion of genes") == "an infusion"
    assert opened("an ineffective drug", "a drug") == "an ineffective drug"
