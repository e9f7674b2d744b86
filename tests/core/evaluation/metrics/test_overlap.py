"""Precision, recall and F1 from counts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.evaluation.metrics.overlap import Overlap


def test_each_share_has_its_own_denominator():
    counts = Overlap(both=2, wanted=4, found=5)
    assert (counts.precision, counts.recall) == (0.4, 0.5)
    assert counts.f1 == pytest.approx(4 / 9, abs=1e-12)


def test_without_gold_nothing_is_defined():
    assert [Overlap(0, 0, found).f1 for found in (0, 3)] == [None, None]
    assert (Overlap(0, 0, 3).precision, Overlap(0, 0, 3).recall) == (None, None)


def test_finding_nothing_of_what_is_wanted_is_zero():
    assert (Overlap(0, 3, 0).precision, Overlap(0, 3, 0).recall, Overlap(0, 3, 0).f1) == (0, 0, 0)


@given(st.tuples(st.integers(0, 9), st.integers(0, 9), st.integers(0, 9)).map(sorted))
def test_f1_is_the_harmonic_mean_of_precision_and_recall(counts: list[int]):
    overlap = Overlap(*counts)
    if overlap.precision and overlap.recall:
        harmonic = 2 / (1 / overlap.precision + 1 / overlap.recall)
        assert overlap.f1 == pytest.approx(harmonic, abs=1e-12)
    else:
        assert not overlap.f1
