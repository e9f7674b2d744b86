"""Verdicts are told by words; the tally counts them; a finding says whether it passed."""

from __future__ import annotations

import pytest

from components.answers.verdicts import (
    LOOKS,
    badge,
    by_weight,
    finding_in_words,
    objection_in_words,
    share_in_words,
    tally,
    why,
)
from core.answering.base import Claim, Objection
from core.verification.contradictions import Opposition
from core.verification.verdict_words import CHECK_WORDS
from core.verification.verdicts import Check, Finding, Verdict, Weight
from tests.components.ask.test_conversation_turns import citation


def claims(*verdicts: Verdict) -> list[Claim]:
    return [Claim("Words.", (1,), verdict, ()) for verdict in verdicts]


def test_every_verdict_has_a_word_a_sign_and_a_colour_of_its_own() -> None:
    assert set(LOOKS) == set(Verdict)
    for values in zip(*LOOKS.values(), strict=True):
        assert len(set(values)) == len(Verdict)
    assert "Not supported" in badge(Verdict.UNSUPPORTED)


def test_every_check_has_a_name() -> None:
    assert set(CHECK_WORDS) == set(Check)


@pytest.mark.parametrize(
    ("verdicts", "words"),
    [
        ((Verdict.SUPPORTED,), "1 claim: supported"),
        ((Verdict.SUPPORTED,) * 3, "3 claims: all supported"),
        ((Verdict.UNSUPPORTED,), "1 claim: not supported"),
        (
            (Verdict.SUPPORTED, Verdict.PARTIAL, Verdict.UNSUPPORTED, Verdict.PARTIAL),
            "4 claims: 1 supported, 2 partly supported, 1 not supported",
        ),
    ],
)
def test_the_tally_counts_all_claims(verdicts: tuple[Verdict, ...], words: str) -> None:
    assert tally(claims(*verdicts)) == words


def test_only_claims_that_are_supported_as_a_whole_make_an_answer_faithful() -> None:
    found = claims(Verdict.SUPPORTED, Verdict.PARTIAL, Verdict.UNSUPPORTED, Verdict.SUPPORTED)
    assert share_in_words(found) == "Faithfulness 0.50"
    assert share_in_words([]) == ""


def test_only_what_failed_speaks_against_a_claim() -> None:
    findings = (
        Finding(Check.LINES, Weight.NOTHING, "The lines exist."),
        Finding(Check.NUMBERS, Weight.AGAINST, "8 stands in none of *them*."),
    )
    said = "8 stands in none of \\*them\\*."
    assert why(Claim("Words.", (1,), Verdict.UNSUPPORTED, findings)) == said
    twice = why(Claim("Words.", (1,), Verdict.UNSUPPORTED, (*findings, *findings)))
    assert twice == f"{said} (1 more under Checks)"
    assert why(Claim("Words.", (1,), Verdict.SUPPORTED, findings[:1])) == ""
    passed, failed = map(finding_in_words, findings)
    assert passed.startswith("**Lines** :green[")
    assert "passed" in passed
    assert failed.startswith("**Numbers and units** :red[")
    assert "failed" in failed


def test_a_contradiction_is_said_before_a_doubt_about_the_place() -> None:
    passed = Finding(Check.QUOTE, Weight.NOTHING, "")
    place = Finding(Check.LINES, Weight.AGAINST, "It stands elsewhere.")
    meaning = Finding(Check.MEANING, Weight.AGAINST, "It is far from them.")
    number = Finding(Check.NUMBERS, Weight.AGAINST, "8 stands in none of them.")
    negation = Finding(Check.NEGATION, Weight.AGAINST, "It denies what they say.")
    findings = (place, passed, meaning, number, negation)
    assert by_weight(findings) == [negation, number, place, meaning, passed]
    assert why(Claim("Words.", (1,), Verdict.UNSUPPORTED, findings)).startswith("It denies")
    assert why(Claim("Words.", (1,), Verdict.PARTIAL, findings[:3])).startswith("It stands")


def test_a_disagreement_of_the_second_reader_is_what_is_told_first() -> None:
    number = Finding(Check.NUMBERS, Weight.AGAINST, "Another number.")
    second = Finding(Check.SECOND_READER, Weight.DOUBT, "It reads otherwise.")
    claim = Claim("Words.", (1,), Verdict.PARTIAL, (number, second))
    assert why(claim).startswith("It reads otherwise")
    assert "1 more under Checks" in why(claim)


def test_an_objection_says_how_it_speaks_against_and_shows_its_words_as_words() -> None:
    objection = Objection(Opposition.NUMBER, "“*5* mg” where the claim says “7 mg”.", citation(0))
    words = objection_in_words(objection)
    assert "**Another number**" in words
    assert "\\*5\\*" in words
