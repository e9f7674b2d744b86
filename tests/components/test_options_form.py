"""Controls follow the options models, and a recipe survives its short form."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from components.options_form import (
    carried,
    decode_recipe,
    encode_recipe,
    limits,
    sizes,
    tokens_of,
)
from core.chunking import STRATEGIES, chunker, make_options
from core.chunking.semantic import SemanticOptions
from core.recipe import Recipe


@given(
    st.sampled_from(sorted(STRATEGIES)),
    st.integers(16, 2048),
    st.integers(50, 99).map(lambda share: share / 100),
)
def test_a_recipe_survives_its_short_form(strategy: str, size: int, share: float) -> None:
    known = chunker(strategy).options.model_fields
    values = {"max_tokens": size} | ({"percentile": share} if "percentile" in known else {})
    recipe = Recipe(strategy, make_options(strategy, values))
    assert decode_recipe(encode_recipe(recipe)) == recipe


@pytest.mark.parametrize(
    "text",
    [
        None,
        "",
        "none",
        "fixed,max_tokens=-1",
        "fixed,max_tokens=x",
        "fixed,x=1",
        "fixed,",
        "fixed,=nan",
    ],
)
def test_a_short_form_that_cannot_be_used_gives_the_default(text: str | None) -> None:
    assert decode_recipe(text) == Recipe.default()


@given(st.text())
def test_no_short_form_is_an_error(text: str) -> None:
    assert decode_recipe(text).strategy in STRATEGIES


@pytest.mark.parametrize("strategy", sorted(STRATEGIES))
def test_every_option_has_a_title_limits_and_an_explanation(strategy: str) -> None:
    for info in chunker(strategy).options.model_fields.values():
        low, high = limits(info)
        assert low < high
        assert ":" in (info.title or "")
        assert len(info.description or "") > 30


def test_sizes_hold_those_of_the_thesis_and_the_present_one() -> None:
    found = sizes(SemanticOptions.model_fields["max_tokens"], 200)
    assert {128, 200, 256, 512, 1024} <= set(found)
    assert found == sorted(found)


def test_shares_come_to_tokens() -> None:
    options = make_options("fixed", {"max_tokens": 256, "overlap": 0.2})
    assert tokens_of(options, "overlap") == 51
    assert tokens_of(make_options("semantic", {}), "percentile") is None


def test_another_strategy_takes_over_what_both_have() -> None:
    options = make_options("fixed", {"max_tokens": 512, "overlap": 0.1})
    assert carried(options, "recursive").model_dump() == {"max_tokens": 512, "overlap": 0.1}
    assert carried(options, "semantic").size == 512


def script() -> None:
    import streamlit as st

    from components import state
    from components.options_form import decode_recipe, encode_recipe, recipe_form
    from core.recipe import Recipe

    now = state.kept("recipe", encode_recipe(Recipe.default()))
    if st.button("link"):
        now = "fixed,max_tokens=512,overlap=0.1"
    text = encode_recipe(recipe_form(decode_recipe(now), key="form"))
    state.keep("recipe", text)
    st.text(text)


def test_the_form_gives_what_its_controls_say() -> None:
    app = AppTest.from_function(script).run()
    assert app.text[0].value == encode_recipe(Recipe.default())
    app.select_slider[0].set_value(256).run()
    app.slider[0].set_value(0.2).run()
    assert app.text[0].value == "hierarchical,max_tokens=256,heading_budget=0.2"
    assert "B_h = 51 tokens" in [one.value for one in app.caption]


def test_the_controls_follow_a_recipe_from_elsewhere() -> None:
    app = AppTest.from_function(script).run()
    app.select_slider[0].set_value(256).run()
    app.button[0].click().run()
    assert app.text[0].value == "fixed,max_tokens=512,overlap=0.1"
    assert (app.select_slider[0].value, app.slider[0].value) == (512, 0.1)
    app.slider[0].set_value(0.3).run()
    assert app.text[0].value == "fixed,max_tokens=512,overlap=0.3"
