"""Where a list of scores ends."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.retrieval.ranking import before_gap

FALLING = st.lists(st.floats(-1, 2), max_size=12).map(lambda scores: sorted(scores, reverse=True))


@pytest.mark.parametrize(
    ("scores", "gap", "kept"),
    [
        ([], 0.2, 0),
        ([0.7], 0.2, 1),
        ([1.0, 0.9, 0.6, 0.55], 0.25, 2),
        ([1.0, 0.9, 0.6, 0.55], 0.4, 3),
        ([1.0, 0.9, 0.6, 0.55], 0.5, 4),
        ([0.5, 0.375, 0.25], 0.25, 2),
        ([1.0, 0.5], 0.0, 2),
        ([0.0, -0.5], 0.1, 2),
        ([1.0, 1.0, 0.0], 1.0, 3),
    ],
)
def test_the_list_ends_before_the_first_score_far_below_the_best(
    scores: list[float], gap: float, kept: int
) -> None:
    assert before_gap(scores, gap) == kept


@given(scores=FALLING, gap=st.floats(0, 1))
def test_something_is_always_left_and_a_wider_gap_leaves_no_less(
    scores: list[float], gap: float
) -> None:
    assert min(len(scores), 1) <= before_gap(scores, gap) <= len(scores)
    if gap:
        assert before_gap(scores, gap) <= before_gap(scores, min(1.0, gap * 2))
