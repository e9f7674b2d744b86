from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st

from core.refining.sir_query import walk
from tests.builders import heading, sir_from_texts
from tests.strategies import sirs

if TYPE_CHECKING:
    from core.sir import Sir


def test_the_nearest_sibling_comes_first_and_the_parent_after_all_siblings():
    sir = sir_from_texts([heading("One"), "a", "b", "c"])
    last = sir.flow - 1
    found = [(sir.nodes[visit.nodes.start].text, visit.is_parent) for visit in walk(sir, last)]
    assert found[:3] == [("b", False), ("a", False), ("One", True)]


@settings(max_examples=40, deadline=None)
@given(sir=sirs(), part=st.floats(0, 1))
def test_every_node_before_is_seen_once_and_none_behind(sir: Sir, part: float):
    node = int(part * (sir.flow - 1))
    visits = list(walk(sir, node))
    for other in range(1, sir.flow):
        seen = sum(other in visit.nodes for visit in visits)
        assert seen == (1 if other < node else 0)
