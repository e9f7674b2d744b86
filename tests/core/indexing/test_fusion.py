"""Fusion of rankings."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.indexing.fusion import K, reciprocal_rank_fusion

rankings = st.lists(st.lists(st.integers(0, 20), unique=True, max_size=12), max_size=4)


def test_the_first_of_both_rankings_comes_first():
    fused = reciprocal_rank_fusion([["a", "b"], ["a", "c"]])
    assert fused[0] == ("a", pytest.approx(2 / (K + 1)))
    assert [key for key, _ in fused] == ["a", "b", "c"]


@given(rankings)
def test_every_key_appears_once_and_scores_never_rise(lists: list[list[int]]):
    fused = reciprocal_rank_fusion(lists)
    assert sorted(key for key, _ in fused) == sorted({key for keys in lists for key in keys})
    scores = [score for _, score in fused]
    assert scores == sorted(scores, reverse=True)
    assert all(0 < score <= len(lists) / (K + 1) + 1e-12 for score in scores)


@given(st.lists(st.integers(), unique=True))
def test_one_ranking_keeps_its_order(keys: list[int]):
    assert [key for key, _ in reciprocal_rank_fusion([keys])] == keys


@given(rankings)
def test_the_order_of_the_rankings_does_not_change_the_scores(lists: list[list[int]]):
    forwards, backwards = (dict(reciprocal_rank_fusion(some)) for some in (lists, lists[::-1]))
    assert forwards == pytest.approx(backwards)
