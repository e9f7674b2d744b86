"""Trees and their edits, by hand and by the plain recursion over forests."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.evaluation.metrics.edit_distance import Tree, edit_share, tree_similarity


def test_a_node_between_two_others_costs_one():
    flat = Tree("a", children=(Tree("c"),))
    deep = Tree("a", children=(Tree("b", children=(Tree("c"),)),))
    assert tree_similarity(flat, deep) == pytest.approx(2 / 3, abs=1e-12)


def test_another_name_costs_one_and_another_text_its_edits():
    assert tree_similarity(Tree("a", "text"), Tree("b", "text")) == 0.0
    assert tree_similarity(Tree("a", "text"), Tree("a", "test")) == 0.75


def test_the_order_of_children_matters():
    one, two = Tree("a", "x"), Tree("a", "y")
    there, back = Tree("r", children=(one, two)), Tree("r", children=(two, one))
    assert tree_similarity(there, back) == pytest.approx(1 / 3, abs=1e-12)


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
