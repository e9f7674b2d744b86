"""Words of a claim that its lines do not hold are named; their forms and neighbours are not."""

from __future__ import annotations

import pytest

from core.text.language import language_of
from core.verification.coverage import coverage, is_form
from core.verification.verdicts import Check, Weight
from tests.core.verification.judging import judgements, source, weight


@pytest.mark.parametrize(
    ("text", "claim", "word"),
    [
        (
            "Do not test people who take oral steroids at physiological doses.",
            "Do not test people who take inhaled steroids at physiological doses.",
            "inhaled",
        ),
        (
            "Measure the serum level in people with a suspected deficiency.",
            "Measure the serum level in people with a confirmed deficiency.",
            "confirmed",
        ),
        (
            "Nur Ärzte dürfen die Arznei verordnen.",
            "Pfleger dürfen die Arznei verordnen.",
            "pfleger",
        ),
        ("In der Region erkranken 9 im Jahr.", "In der Region versterben 9 im Jahr.", "versterben"),
    ],
)
def test_a_word_in_the_place_of_another_leaves_a_doubt_and_both_are_named(
    text: str, claim: str, word: str
) -> None:
    covered = coverage(claim, language_of(claim), source(text))
    assert [replaced for replaced, _ in covered.replaced] == [word]
    found = [one for one in judgements(claim, text) if one.check is Check.MEANING]
    assert [one.weight for one in found] == [Weight.DOUBT]
    assert f"where the claim says “{word}”." in found[0].words


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("Surgery is offered to smokers.", "People who smoke are offered surgery."),
        ("The combination prolonged survival to 9 months.", "Survival rose to 9 months."),
        ("Die Abtragung von Gewebe gelang.", "Die Gewebeabtragung gelang."),
        ("Bei Speiseröhrenkrebs wird bestrahlt.", "Bei Krebs erfolgt eine Bestrahlung."),
        ("No additional dose is needed.", "No extra dose is needed."),
        ("The key is kept for a year.", "The key is kept for some years."),
    ],
)
def test_forms_parts_and_common_words_are_no_other_words(text: str, claim: str) -> None:
    assert coverage(claim, language_of(claim), source(text)).missing == ()


def test_a_heading_may_hold_a_word() -> None:
    assert weight("Letters are kept for 6 years.", "6 years are kept.", "Letters") is Weight.NOTHING


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("operation", "operate", True),
        ("treatment", "treated", True),
        ("glucose", "glucagon", False),
        ("hypertension", "hypotension", False),
        ("hyperthyroid", "hypertension", False),
    ],
)
def test_forms_of_a_word_differ_in_their_endings_alone(one: str, other: str, same: bool) -> None:
    assert is_form(one, other) is same
