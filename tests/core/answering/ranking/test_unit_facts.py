"""What a unit says of the words of a question."""

from __future__ import annotations

import pytest

from core.answering.ranking.unit_facts import Facts
from core.evidence.quotable_units import Unit
from core.text.language import Language


def facts(text: str) -> Facts:
    return Facts(Unit((), text), Language.ENGLISH)


def test_coverage_grows_with_the_words_that_are_held() -> None:
    terms = {"dose": 1.0, "veradine": 2.0}
    units = map(facts, ("Nothing.", "The dose.", "All doses of veradine."))
    shares = [unit.share(terms, unit.read) for unit in units]
    assert shares[0] == 0 < shares[1] < shares[2]
    assert shares[2] == pytest.approx(1)


def test_words_that_no_text_holds_are_missing() -> None:
    unit = facts("All doses.")
    assert [word for word in ("dose", "veradine") if not unit.holds(word)] == ["veradine"]
