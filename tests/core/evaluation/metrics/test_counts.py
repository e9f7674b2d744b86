"""Precision, recall and F1 from counts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.evaluation.metrics.counts import Counts, counted


def test_each_share_has_its_own_denominator():
    counts = Counts(both=2, wanted=4, found=5)
    assert (counts.precision, counts.recall) == (0.4, 0.5)
    assert counts.f1 == pytest.approx(4 / 9, abs=1e-12)


def test_without_gold_nothing_is_defined():
    assert [Counts(0, 0, found).f1 for found in (0, 3)] == [None, None]
    assert (Counts(0, 0, 3).precision, Counts(0, 0, 3).recall) == (None, None)


def test_finding_nothing_of_what_is_wanted_is_zero():
    assert (Counts(0, 3, 0).precision, Counts(0, 3, 0).recall, Counts(0, 3, 0).f1) == (0, 0, 0)


@given(st.lists(st.tuples(st.booleans(), st.booleans())))
def test_f1_is_the_harmonic_mean_of_precision_and_recall(pairs: list[tuple[bool, bool]]):
    counts = counted([one for one, _ in pairs], [other for _, other in pairs])
    if counts.precision and counts.recall:
        harmonic = 2 / (1 / counts.precision + 1 / counts.recall)
        assert counts.f1 == pytest.approx(harmonic, abs=1e-12)
    else:
        assert not counts.f1
