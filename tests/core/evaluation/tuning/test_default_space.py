"""The settings that a search tries where nobody names others."""

from __future__ import annotations

from dataclasses import replace

from core.chunking import make_options
from core.configuration import Configuration, RetrievalOptions
from core.evaluation.tuning.default_space import default_space
from core.library import Kind

OWN = replace(
    Configuration.default(),
    encoder="hashing",
    neighbourhood=0.4,
    retrieval=RetrievalOptions(top_k=7, dense=0.5, gap=0.1, same_page=1.0),
)


def test_all_but_what_is_varied_is_as_the_recipe_in_force_has_it() -> None:
    found = list(default_space([Kind.PDF], OWN))
    assert OWN in [replace(one, neighbourhood=0.4) for one in found]
    assert {one.encoder for one in found} == {"hashing"}
    assert {one.retrieval.same_page for one in found} == {1.0}
    assert {(one.retrieval.top_k, one.retrieval.gap) for one in found} == {(7, 0.1), (20, 0.25)}


def test_one_more_search_of_each_chunking_ends_at_a_gap() -> None:
    found = list(default_space([Kind.PDF], OWN))
    ended = [one for one in found if one.retrieval.gap == 0.25]
    assert {one.retrieval.dense for one in ended} == {0.5}
    assert len(ended) == len({one.variant for one in ended}) == len({one.variant for one in found})


def test_sentences_are_also_tried_with_what_stands_around_them() -> None:
    found = default_space([Kind.PDF], Configuration.default())
    assert {one.strategy for one in found if one.neighbourhood} == {"sentences"}
    near = [one for one in found if one.neighbourhood == 0.5]
    assert len(near) == sum(one.strategy == "sentences" for one in found) / 2


def test_no_two_settings_are_alike() -> None:
    sentences = make_options("sentences", {"max_tokens": 64})
    near = Configuration("sentences", sentences, neighbourhood=0.5)
    ended = replace(OWN, retrieval=RetrievalOptions(top_k=20, gap=0.25))
    for start in (Configuration.default(), OWN, near, ended):
        keys = [one.key for one in default_space([Kind.PDF], start)]
        assert len(keys) == len(set(keys)) < 900


def test_parsers_are_tried_where_they_are_asked_for() -> None:
    def parsers(kinds: list[Kind]) -> set[str]:
        return {one.parser for one in default_space(kinds, OWN, parsers=True)}

    assert {one.parser for one in default_space([Kind.PDF], OWN)} == {""}
    assert "automatic" in parsers([Kind.PDF])
    shared = {"", "structural_rule", "semantic_flow", "visual_topology"}
    assert parsers([Kind.PDF, Kind.TEXT]) == shared
    assert parsers([]) == {""}


def test_where_answers_count_searches_that_do_not_change_them_are_left_out() -> None:
    found = list(default_space([Kind.PDF], OWN, answers=True))
    assert all(one.retrieval == OWN.retrieval for one in found)
    every = default_space([Kind.PDF], OWN)
    assert {one.variant for one in found} == {one.variant for one in every}
