"""The test set of claims: every one has its lines, and the errors that matter are caught."""

from __future__ import annotations

from collections import Counter
from functools import cache

from benchmarks.claims import CERTAIN, Judged, cases, judged
from core.verification.comparison import compared
from core.verification.verdicts import Verdict


@cache
def found() -> tuple[Judged, ...]:
    """All that is wrong; of the rest, of which there is more, what the checks were not tuned on."""
    tried = [case for case in cases() if case.held_out or case.kind not in ("right", "line")]
    return tuple(judged(tried, compared))


def of_kind(*kinds: str) -> list[Judged]:
    return [one for one in found() if one.case.kind in kinds]


def test_the_set_has_all_kinds_of_claims_in_both_languages() -> None:
    counts = Counter(case.kind for case in cases())
    assert set(counts) == {"right", "number", "unit", "negation", "arm", "overreach", "line"}
    assert min(counts.values()) >= 12
    assert len({case.id for case in cases()}) == sum(counts.values()) >= 60
    assert sum(case.held_out for case in cases()) >= sum(counts.values()) // 4
    assert len({case.document for case in cases()}) >= 5


def test_wrong_numbers_units_and_dropped_negations_are_caught_every_time() -> None:
    missed = [one.case.claim for one in of_kind(*CERTAIN) if not one.flagged]
    assert missed == []


def test_right_claims_are_kept() -> None:
    kept = [one for one in of_kind("right") if not one.flagged]
    assert len(kept) >= 0.9 * len(of_kind("right"))


def test_swapped_arms_and_overreach_are_mostly_caught() -> None:
    caught = [one for one in of_kind("arm", "overreach") if one.flagged]
    assert len(caught) >= 0.9 * len(of_kind("arm", "overreach"))


def test_a_right_claim_cited_to_another_line_is_partial_and_says_where_it_stands() -> None:
    partial = [one for one in of_kind("line") if one.outcome.verdict is Verdict.PARTIAL]
    assert len(partial) >= 0.9 * len(of_kind("line"))
    placed = ["another line" in one.outcome.findings[0].words for one in partial]
    assert sum(placed) >= 0.9 * len(placed)
