"""Tokens and characters retrieved, by hand and against sets of places."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.evaluation.metrics.spans import Range, merged, precision_omega, ranges_of, span_overlap

if TYPE_CHECKING:
    from core.evaluation.metrics.overlap import Overlap


def scores(overlap: Overlap) -> tuple[float | None, ...]:
    return overlap.precision, overlap.recall, overlap.iou, overlap.found


RANGES = st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), max_size=6)
TEXTS = st.dictionaries(st.sampled_from("ab"), RANGES)


def test_scores_of_one_chunk_are_as_computed_by_hand():
    found = span_overlap({"a": [(10, 20)]}, {"a": [(15, 35)]})
    assert scores(found) == (5 / 20, 5 / 10, 5 / 25, 20)


def test_a_token_retrieved_twice_counts_twice_against_precision_and_iou():
    found = span_overlap({"a": [(0, 10)]}, {"a": [(0, 20), (5, 25)]})
    assert scores(found) == (10 / 40, 1.0, 10 / 40, 40)


def test_without_gold_only_what_was_retrieved_is_known():
    assert scores(span_overlap({}, {"a": [(0, 10)]})) == (None, None, None, 10)
    assert scores(span_overlap({"a": [(3, 3)]}, {})) == (None, None, None, 0)


def test_a_perfect_search_takes_the_chunks_that_hold_gold_and_no_others():
    chunks = {"a": [[(0, 10)], [(10, 20)], [(20, 30)]], "b": [[(0, 10)]]}
    assert precision_omega({"a": [(15, 25)]}, chunks) == 10 / 20
    assert precision_omega({"a": [(10, 20)]}, chunks) == 1.0
    assert precision_omega({"a": [(15, 25)], "b": [(0, 1)]}, chunks) == 11 / 30


def test_chunks_that_overlap_cost_a_perfect_search_in_full():
    assert precision_omega({"a": [(5, 10)]}, {"a": [[(0, 10)], [(5, 15)]]}) == 5 / 20


def test_a_chunk_of_several_ranges_is_taken_whole():
    assert precision_omega({"a": [(12, 14)]}, {"a": [[(0, 2), (10, 20)]]}) == 2 / 12


def test_a_perfect_search_is_defined_with_gold_only():
    assert precision_omega({}, {"a": [[(0, 10)]]}) is None
    assert precision_omega({"a": [(0, 5)]}, {"a": [[(5, 10)]]}) == 0.0


def test_flags_become_ranges():
    assert ranges_of([1, 1, 0, 0, 1]) == [(0, 2), (4, 5)]
    assert ranges_of([]) == []


def places(ranges: list[Range]) -> set[int]:
    return {place for start, end in ranges for place in range(start, end)}


@given(RANGES)
def test_merged_ranges_hold_the_same_places_apart_and_in_order(ranges: list[Range]):
    joined = merged(ranges)
    assert places(joined) == places(ranges)
    assert all(one[1] < other[0] for one, other in pairwise(joined))


@given(TEXTS, TEXTS)
def test_scores_are_those_of_sets_and_multisets_of_places(
    gold: dict[str, list[Range]], retrieved: dict[str, list[Range]]
):
    wanted = {(name, place) for name, ranges in gold.items() for place in places(ranges)}
    taken = Counter(
        (name, place)
        for name, ranges in retrieved.items()
        for start, end in ranges
        for place in range(start, end)
    )
    both = len(wanted & taken.keys())
    found = span_overlap(gold, retrieved)
    assert found.found == taken.total()
    if wanted:
        assert found.precision == pytest.approx(both / max(taken.total(), 1), abs=1e-12)
        assert found.recall == pytest.approx(both / len(wanted), abs=1e-12)
        assert found.iou == pytest.approx(both / (len(wanted) + taken.total() - both), abs=1e-12)
    else:
        assert found.iou is None


@given(RANGES, st.lists(st.integers(1, 30), min_size=1, max_size=4))
def test_a_perfect_search_takes_what_shares_a_place(gold: list[Range], ends: list[int]):
    chunks = [[(end - 1, end + 3)] for end in ends]
    taken = [part for chunk in chunks for part in chunk if places([part]) & places(gold)]
    assert (
        precision_omega({"a": gold}, {"a": chunks})
        == span_overlap({"a": gold}, {"a": taken}).precision
    )
