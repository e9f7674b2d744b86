"""Lists of values make settings: each once, in an order that repeats, counted beforehand."""

from __future__ import annotations

from dataclasses import replace
from hashlib import blake2b
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.chunking import STRATEGIES
from core.configuration import Configuration, RefiningOptions, RetrievalOptions
from core.configuration.labels import label
from core.errors import InvalidOption
from core.evaluation.sweeps.grid import Grid, around, planned_notice, read_grid
from core.evaluation.sweeps.presets import PRESETS
from core.library import Kind
from core.refining.options import WHOLE

SIZES = {"max_tokens": (64, 128), "overlap": (0.0, 0.2)}


def test_an_option_holds_for_the_strategies_that_have_it():
    grid = Grid(strategies=("fixed", "hierarchical"), options=SIZES, encoders=("hashing",))
    assert [label(one) for one in grid.settings()] == [
        "Fixed size, N 64, O 0, hashing, k 5",
        "Fixed size, N 64, O 0.2, hashing, k 5",
        "Fixed size, N 128, O 0, hashing, k 5",
        "Fixed size, N 128, O 0.2, hashing, k 5",
        "Hierarchical, N 64, B_h 0.4, hashing, k 5",
        "Hierarchical, N 128, B_h 0.4, hashing, k 5",
    ]


def test_options_can_be_given_by_their_symbols():
    by_symbol = read_grid({"strategies": ["semantic"], "options": {"N": [64], "q": [0.7]}})
    by_name = read_grid(
        {"strategies": ["semantic"], "options": {"max_tokens": [64], "percentile": [0.7]}}
    )
    assert by_symbol == by_name


LISTS = st.fixed_dictionaries(
    {
        "parsers": st.lists(st.sampled_from(["", "structural_rule"]), min_size=1),
        "strategies": st.lists(st.sampled_from(list(STRATEGIES)), min_size=1, max_size=4),
        "options": st.just({}) | st.just({"N": [64, 64.0, 128]}),
        "dense": st.lists(st.sampled_from([0, 0.0, 0.7, 1.5]), min_size=1),
        "top_k": st.lists(st.integers(1, 3), min_size=1),
        "neighbourhoods": st.lists(st.sampled_from([0.0, 0.3]), min_size=1),
        "refining": st.lists(
            st.sampled_from(["none", "lineage-signature", "signature-lineage"]), min_size=1
        ),
    }
)


@given(LISTS)
def test_no_two_settings_are_alike_and_they_are_as_many_as_counted(values: dict[str, Any]):
    if values["options"] and set(values["strategies"]) == {"heading_anchored"}:
        return
    grid = read_grid(values)
    keys = [one.key for one in grid.settings()]
    assert len(keys) == len(set(keys)) == grid.count
    assert keys == [one.key for one in read_grid(values).settings()]


@pytest.mark.parametrize(
    ("values", "word"),
    [
        ({"strategies": ["guess"]}, "guess"),
        ({"parsers": ["guess"]}, "guess"),
        ({"options": {"N": [3]}}, "N must be"),
        ({"options": {"Q": [0.7]}}, "percentile"),
        ({"options": {"N": 128}}, "options.N"),
        ({"options": {"N": [128], "max_tokens": [64]}}, "symbol"),
        ({"options": {"N": []}}, "options.N"),
        ({"top_k": [0]}, "top_k"),
        ({"guess": [1]}, "guess"),
        ({"refining": ["lineage-guess"]}, "guess"),
    ],
)
def test_what_cannot_be_used_is_named(values: dict[str, Any], word: str):
    with pytest.raises(InvalidOption, match=word):
        read_grid(values).settings()


N_OF_THESIS = (128, 256, 512, 1024)
THESIS_24 = [
    *(f"Fixed size, N {n}, O {o}, k 5" for n in N_OF_THESIS for o in (0, 0.2)),
    *(f"Recursive, N {n}, O {o}, k 5" for n in N_OF_THESIS for o in (0, 0.2)),
    *(f"Semantic, N {n}, Q 0.95, M 0.5, k 5" for n in N_OF_THESIS),
    *(f"Hierarchical, N {n}, B_h 0.4, k 5" for n in N_OF_THESIS),
]
"""Thesis, section 3.5.3; Q as in its table 4.2, which is what makes 24 of its lists of values."""


def test_the_24_settings_of_the_thesis_are_a_preset():
    settings = PRESETS["thesis_24"].grid([Kind.PDF], Configuration.default()).settings()
    assert [label(one) for one in settings] == THESIS_24
    assert len(settings) == 24


def test_its_shares_are_those_of_its_table_in_tokens():
    settings = PRESETS["thesis_24"].grid([Kind.PDF], Configuration.default()).settings()
    small = {one.strategy: one.options for one in settings if one.options.size == 128}
    assert int(128 * small["hierarchical"].model_dump()["heading_budget"]) == 51
    assert int(128 * small["semantic"].model_dump()["minimum"]) == 64


def test_the_larger_grid_holds_them_and_every_other_value_that_the_thesis_names():
    grids = [PRESETS[name].grid([Kind.PDF], OWN).settings() for name in ("thesis", "thesis_24")]
    every, own = ({one.key for one in settings} for settings in grids)
    assert own < every
    assert len(every) == 32
    others = [one for one in grids[0] if one.key not in own]
    assert {one.strategy for one in others} == {"semantic"}
    assert {one.options.model_dump()["percentile"] for one in others} == {0.7, 0.9}


OWN = replace(
    Configuration.default(),
    encoder="hashing",
    neighbourhood=0.4,
    retrieval=RetrievalOptions(top_k=7, dense=0.5, gap=0.1, same_page=1.0),
)
"""A configuration that has nothing as usual."""


def test_the_grid_of_a_recipe_is_that_recipe():
    assert list(around(OWN).settings()) == [OWN]


@pytest.mark.parametrize("name", [name for name in PRESETS if name != "answers"])
def test_a_preset_leaves_as_it_is_what_it_does_not_vary(name: str):
    varied = {"dense", "top_k"} if name == "retrieval" else set[str]()
    settings = PRESETS[name].grid([Kind.PDF], OWN).settings()
    assert settings
    for one in settings:
        assert (one.encoder, one.neighbourhood) == ("hashing", 0.4)
        search = one.retrieval.model_dump(exclude=varied)
        assert search == OWN.retrieval.model_dump(exclude=varied)


def test_the_preset_of_answers_varies_one_factor_beside_the_recipe_in_force():
    first, *others = PRESETS["answers"].grid([Kind.PDF], OWN).settings()
    assert first == OWN
    for one in others:
        answer = one.answer.model_dump()
        differing = [
            one.encoder != OWN.encoder,
            not one.retrieval.reading,
            *(answer[name] != value for name, value in first.answer.model_dump().items()),
        ]
        assert sum(differing) == 1


def test_ablations_leave_out_one_part_each_beside_the_whole_refiner() -> None:
    start = replace(OWN, refining=RefiningOptions(lineage=False))
    whole, *others = PRESETS["ablations"].grid([Kind.PDF], start).settings()
    assert whole == replace(start, refining=WHOLE)
    assert [replace(one, parser="", refining=WHOLE) for one in others] == [whole] * len(others)
    assert [(one.parser, one.refining.text) for one in others] == [
        ("structural_rule", "lineage-signature-supplement"),
        ("", "lineage-supplement"),
        ("", "lineage-signature"),
        ("", "lineage"),
        ("", "signature-supplement"),
        ("", "lineage-signature-supplement-embedded"),
    ]


def test_parsers_are_those_that_can_read_all_documents():
    grid = PRESETS["parsers"].grid([Kind.PDF, Kind.TEXT], Configuration.default())
    assert set(grid.parsers) == {"structural_rule", "semantic_flow", "visual_topology"}


def test_settings_of_the_search_share_one_index():
    settings = PRESETS["retrieval"].grid([Kind.PDF], Configuration.default()).settings()
    assert len({one.variant for one in settings}) == 1
    assert len({one.key for one in settings}) == len(settings) == 15


def test_it_is_said_which_strategies_are_planned_by_rules():
    settings = Grid(strategies=("fixed", "three_step")).settings()
    assert "three_step" in planned_notice(settings)
    assert planned_notice(settings[:1]) == ""


def test_reading_and_answers_are_lists_like_any_other() -> None:
    grid = Grid(reading=(True, False), threshold=(0.1, 0.2, 0.3), max_citations=(1, 4))
    settings = grid.settings()
    assert len(settings) == grid.count == 12
    assert len({one.key for one in settings}) == 12
    with pytest.raises(InvalidOption, match="threshold"):
        Grid(threshold=(1.5,)).settings()


def test_one_at_a_time_varies_each_list_beside_the_first_of_the_others() -> None:
    grid = Grid(
        strategies=("recursive", "semantic"),
        options={"max_tokens": (64, 128), "percentile": (0.7, 0.9)},
        reading=(True, False),
        threshold=(0.1, 0.2),
        one_at_a_time=True,
    )
    settings = grid.settings()
    first = settings[0]
    assert (first.strategy, first.retrieval.reading) == ("recursive", True)
    assert len(settings) == grid.count == 6
    assert sum(not one.retrieval.reading for one in settings) == 1
    assert sum(one.answer.threshold == 0.2 for one in settings) == 1
    assert sum(one.strategy == "semantic" for one in settings) == 2
    assert len({one.key for one in settings}) == 6


def test_a_setting_that_reads_closely_has_the_name_it_had_before_that_could_be_left_out() -> None:
    made = around(Configuration.default()).settings()[0]
    before = made.retrieval.model_dump_json(exclude={"reading"})
    said = f":{made.variant}:{before}"
    assert made.key == blake2b(said.encode(), digest_size=5).hexdigest()
    assert "reading" not in made.to_json()["retrieval"]
    assert "answer" not in made.to_json()
