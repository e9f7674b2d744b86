"""Controls for how chunks are found and put in order for an answer."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import streamlit as st

from components import state
from components.option_controls import option_control
from core.recipe import RetrievalOptions

if TYPE_CHECKING:
    from core.recipe import Recipe

_NEAR = "How much of its neighbours' vectors is mixed into the vector of a chunk; documents are "
_NEAR += "indexed once for each weight."


_FIELDS = ("dense", "same_page")
"""What holds for answers. They look at ten chunks and more, so k and the gap do not."""


def retrieval_form(recipe: Recipe, *, key: str) -> Recipe:
    """The recipe with chunks found as the controls say; they follow a recipe from elsewhere."""
    now = {name: getattr(recipe.retrieval, name) for name in _FIELDS}
    now["neighbourhood"] = recipe.neighbourhood
    if state.kept(f"{key}.given", None) != now:
        for name, value in now.items():
            state.preset(f"{key}.{name}", value)
    values = {
        name: option_control(RetrievalOptions.model_fields[name], now[name], f"{key}.{name}")
        for name in _FIELDS
    }
    near = st.slider(
        "Neighbourhood",
        0.0,
        4.0,
        recipe.neighbourhood,
        0.05,
        help=_NEAR,
        key=f"{key}.neighbourhood",
    )
    state.keep(f"{key}.given", {**values, "neighbourhood": near})
    retrieval = {**recipe.retrieval.model_dump(), **values}
    return replace(recipe, retrieval=RetrievalOptions.model_validate(retrieval), neighbourhood=near)
