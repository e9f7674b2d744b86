"""Edit distances, by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.evaluation.metrics.edit_distance import (
    edit_share,
    indel_similarity,
    normalised_edit_distance,
)


def test_kitten_and_sitting_are_three_edits_apart():
    assert normalised_edit_distance("kitten", "sitting") == pytest.approx(6 / 16, abs=1e-12)
    assert edit_share("kitten", "sitting") == pytest.approx(3 / 7, abs=1e-12)
    # In order in both: i, t, t, n.
    assert indel_similarity("kitten", "sitting") == pytest.approx(8 / 13, abs=1e-12)


def test_empty_texts_are_equal_and_far_from_all_others():
    for distance in (normalised_edit_distance, edit_share):
        assert (distance("", ""), distance("", "ab"), distance("ab", "")) == (0, 1, 1)
    assert (indel_similarity("", ""), indel_similarity("", "ab")) == (1, 0)


def test_lists_are_compared_by_their_items():
    assert edit_share([1, 2, 3], [1, 3]) == pytest.approx(1 / 3, abs=1e-12)


TEXTS = st.text("abc", max_size=8)


def edits(one: str, other: str) -> int:
    """The table of Wagner and Fischer, row by row."""
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        last, row = row, [i]
        for j, b in enumerate(other, 1):
            row.append(min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a != b)))
    return row[-1]


@given(TEXTS, TEXTS)
def test_the_distance_is_that_of_wagner_and_fischer(one: str, other: str):
    distance, longer = edits(one, other), max(len(one), len(other), 1)
    assert edit_share(one, other) == pytest.approx(distance / longer, abs=1e-12)
    assert normalised_edit_distance(one, other) == normalised_edit_distance(other, one)
    assert (normalised_edit_distance(one, other) == 0) == (one == other)
    assert 0 <= normalised_edit_distance(one, other) <= 1


@given(TEXTS, TEXTS, TEXTS)
def test_the_normalised_distance_has_the_triangle_inequality(one: str, two: str, three: str):
    way = normalised_edit_distance(one, two) + normalised_edit_distance(two, three)
    assert normalised_edit_distance(one, three) <= way + 1e-12
