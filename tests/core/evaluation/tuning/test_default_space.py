"""The settings that a search tries where nobody names others."""

from __future__ import annotations

from dataclasses import replace

from core.evaluation.tuning.default_space import default_space
from core.library import Kind
from core.recipe import Recipe, RetrievalOptions

OWN = replace(
    Recipe.default(),
    encoder="hashing",
    neighbourhood=0.4,
    retrieval=RetrievalOptions(top_k=7, dense=0.5, gap=0.1, same_page=1.0),
)


def test_all_but_what_is_varied_is_as_the_recipe_in_force_has_it() -> None:
    found = [one.recipe for one in default_space([Kind.PDF], OWN)]
    assert OWN in [replace(one, neighbourhood=0.4) for one in found]
    assert {one.encoder for one in found} == {"hashing"}
    assert {(one.retrieval.top_k, one.retrieval.same_page) for one in found} == {(7, 1.0)}


def test_parsers_are_tried_where_they_are_asked_for() -> None:
    def parsers(kinds: list[Kind]) -> set[str]:
        return {one.parser for one in default_space(kinds, OWN, parsers=True)}

    assert {one.parser for one in default_space([Kind.PDF], OWN)} == {""}
    assert "automatic" in parsers([Kind.PDF])
    shared = {"", "structural_rule", "semantic_flow", "visual_topology"}
    assert parsers([Kind.PDF, Kind.TEXT]) == shared
    assert parsers([]) == {""}
