"""A second opinion beside the checks: whatever both say, a difference is told and never hidden."""

from __future__ import annotations

from itertools import product

import pytest

from core.evidence.grounding import cited
from core.evidence.numbered_lines import Evidence, gather
from core.verification.second_reader.base import IN_WORDS, Opinion, reading_of, with_opinion
from core.verification.source import source_of
from core.verification.verdicts import VERDICTS, Check, Finding, Outcome, Verdict
from tests.core.answering.builders import GUIDELINE, found


def evidence() -> Evidence:
    place = found(GUIDELINE)
    return gather(place.hits, place.lookup)


def outcome(verdict: Verdict) -> Outcome:
    return Outcome(verdict, (Finding(Check.MEANING, VERDICTS[verdict], "As the checks say."),))


@pytest.mark.parametrize(("checks", "reader"), list(product(Verdict, Verdict)))
def test_a_difference_makes_a_claim_partial_and_names_both_verdicts(
    checks: Verdict, reader: Verdict
) -> None:
    both = with_opinion(outcome(checks), Opinion(reader, (2,)), "a-reader", evidence())
    told = both.findings[-1]
    assert told.check is Check.SECOND_READER
    assert both.findings[:-1] == outcome(checks).findings
    assert f"a-reader reads it as {IN_WORDS[reader]}" in told.words
    if checks is reader:
        assert both.verdict is checks
        assert told.passed is (checks is Verdict.SUPPORTED)
    else:
        assert both.verdict is Verdict.PARTIAL
        assert not told.passed
        assert f"By the checks it is {IN_WORDS[checks]}" in told.words


def test_the_line_that_decides_is_quoted_with_its_page() -> None:
    both = with_opinion(
        outcome(Verdict.SUPPORTED), Opinion(Verdict.SUPPORTED, (2,)), "a-reader", evidence()
    )
    assert "by the line “Raise the dose by 5 mg each week.”" in both.findings[-1].words
    assert "on page 1" in both.findings[-1].words


def test_an_opinion_without_a_line_says_so() -> None:
    both = with_opinion(
        outcome(Verdict.SUPPORTED), Opinion(Verdict.PARTIAL), "a-reader", evidence()
    )
    assert "names no line" in both.findings[-1].words


def test_a_reading_holds_the_cited_lines_with_their_numbers_and_no_others() -> None:
    lines = cited(evidence(), [2])
    reading = reading_of("A claim.", lines, evidence(), source_of(evidence(), lines.lines))
    assert "2: Raise the dose by 5 mg each week." in reading.text
    assert "Dosage" in reading.text
    assert "40 mg" not in reading.text
    assert "A claim." not in reading.text


@pytest.mark.parametrize("checks", list(Verdict))
def test_a_reader_that_cannot_decide_leaves_the_verdict_and_says_so(checks: Verdict) -> None:
    both = with_opinion(outcome(checks), Opinion(None), "a-reader", evidence())
    assert both.verdict is checks
    assert both.findings[-1].words == "a-reader cannot decide."
