"""Ranked lists, by hand."""

from __future__ import annotations

from math import log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.evaluation.metrics.ranking import dcg_at, hit_at, ndcg_at, recall_at, reciprocal_rank

RANKED = ["d", "a", "c", "b"]


def test_recall_is_the_share_of_relevant_items_among_the_first():
    assert [recall_at(RANKED, {"a", "b"}, k) for k in (1, 2, 4, 9)] == [0.0, 0.5, 1.0, 1.0]


def test_a_page_is_hit_from_its_place_on():
    assert [hit_at([7, 3, 3, 9], {9, 12}, k) for k in (1, 3, 4)] == [0.0, 0.0, 1.0]


def test_the_reciprocal_rank_is_that_of_the_first_relevant_item():
    assert reciprocal_rank(RANKED, {"c", "b"}) == 1 / 3
    assert reciprocal_rank(RANKED, {"z"}) == 0.0


def test_ndcg_is_the_share_of_the_dcg_of_the_best_order():
    # The best order of the grades 3, 2, 3, 0, 1, 2 is 3, 3, 2, 2, 1, 0: 3 + 1.8928 + 1 + 0.8614
    # + 0.3869 + 0 = 7.1411; they come at 6.8611.
    gains = {0: 3.0, 1: 2.0, 2: 3.0, 4: 1.0, 5: 2.0}
    assert ndcg_at(range(6), gains, 6) == pytest.approx(0.9608, abs=1e-4)
    assert ndcg_at([0, 2, 5, 1, 4], gains, 6) == 1.0
    # At k = 2: 3 + 2 / log2(3) of 3 + 3 / log2(3).
    assert ndcg_at(range(6), gains, 2) == pytest.approx(4.2619 / 4.8928, abs=1e-4)
    assert (ndcg_at(["x"], {"a": 0.5}, 3), ndcg_at(["x"], {}, 3)) == (0.0, None)


def test_gains_are_discounted_from_the_second_place_on():
    gains = {"d": 3.0, "c": 2.0, "z": 1.0}
    assert dcg_at(RANKED, gains, 3) == pytest.approx(3 + 2 / log2(4), abs=1e-12)


def test_an_item_ranked_twice_counts_once_at_its_first_place():
    assert dcg_at(["a", "a", "b"], {"a": 1.0, "b": 1.0}, 3) == pytest.approx(1.5, abs=1e-12)
    assert recall_at(["a", "a", "b"], {"a", "b"}, 2) == 0.5


def test_without_anything_relevant_no_metric_is_defined():
    assert recall_at(RANKED, [], 3) is None
    assert hit_at(RANKED, [], 3) is None
    assert reciprocal_rank(RANKED, []) is None
    assert dcg_at(RANKED, {}, 3) is None


def test_an_empty_list_scores_zero():
    assert (recall_at([], "a", 3), hit_at([], "a", 3), reciprocal_rank([], "a")) == (0, 0, 0)
    assert dcg_at([], {"a": 1.0}, 3) == 0


def test_a_list_is_read_from_its_first_item_on():
    with pytest.raises(ValueError, match="k is 0"):
        recall_at(RANKED, {"a"}, 0)


@given(st.permutations(range(8)), st.sets(st.integers(0, 9), min_size=1), st.integers(1, 9))
def test_scores_are_bounded_and_grow_with_k(ranked: list[int], relevant: set[int], k: int):
    gains = dict.fromkeys(relevant, 1.0)
    for metric in (
        lambda k: recall_at(ranked, relevant, k),
        lambda k: hit_at(ranked, relevant, k),
        lambda k: dcg_at(ranked, gains, k),
    ):
        assert 0 <= (metric(k) or 0) <= (metric(k + 1) or 0)
    first_k_best = sorted(ranked, key=lambda item: item not in relevant)
    assert (dcg_at(first_k_best, gains, k) or 0) >= (dcg_at(ranked, gains, k) or 0)
