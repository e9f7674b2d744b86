"""Trees and their edits, by hand and by the plain recursion over forests."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.evaluation.metrics.edit_distance import Tree, edit_share, tree_similarity

TREES = st.recursive(
    st.builds(Tree, st.sampled_from("ab"), st.text("xy", max_size=2)),
    lambda below: st.builds(
        Tree, st.sampled_from("ab"), st.just(""), st.lists(below, max_size=3).map(tuple)
    ),
    max_leaves=5,
)

Forest = tuple[Tree, ...]


@cache
def edits(ones: Forest, others: Forest) -> float:
    """Edits between two forests: the root of the last tree goes, comes, or is kept."""
    if not ones or not others:
        return float(sum(tree.size() for tree in ones + others))
    one, other = ones[-1], others[-1]
    below, beneath = tuple(one.children), tuple(other.children)
    kept = edit_share(one.text, other.text) if one.name == other.name else 1.0
    return min(
        1 + edits(ones[:-1] + below, others),
        1 + edits(ones, others[:-1] + beneath),
        kept + edits(below, beneath) + edits(ones[:-1], others[:-1]),
    )


@given(TREES, TREES)
def test_similarity_counts_the_fewest_edits(one: Tree, other: Tree):
    most = max(one.size(), other.size())
    wanted = max(1 - edits((one,), (other,)) / most, 0)
    assert tree_similarity(one, other) == pytest.approx(wanted, abs=1e-9)
