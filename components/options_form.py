"""Controls for a recipe, drawn from the options model of its strategy, and its short form."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import state
from core.chunking import STRATEGIES, chunker, make_options
from core.errors import InvalidOption
from core.recipe import Recipe

if TYPE_CHECKING:
    from pydantic.fields import FieldInfo

    from core.chunking.base import ChunkingOptions

_SIZES = (64, 96, 128, 192, 256, 384, 512, 768, 1024)
"""Steps of a number of tokens; those of the thesis (128, 256, 512, 1024) are among them."""

_EXPLAINED = {
    "fixed": "Windows of N tokens, whatever the text says; the last O are repeated.",
    "recursive": "Cuts at the coarsest limit that fits: paragraph, line, sentence, word.",
    "semantic": "Cuts where the meaning of neighbouring sentences differs most.",
    "hierarchical": "Whole sections where they fit, else their parts, with the headings above.",
}


def encode_recipe(recipe: Recipe) -> str:
    """A recipe as it stands in an address, such as `fixed,max_tokens=128,overlap=0.2`."""
    values = recipe.options.model_dump()
    return ",".join([recipe.strategy, *(f"{name}={value:g}" for name, value in values.items())])


def decode_recipe(text: str | None) -> Recipe:
    """The recipe of an address; the default one where the address has none that can be used."""
    if not text:
        return Recipe.default()
    strategy, *pairs = text.split(",")
    try:
        values = {name: float(value) for name, _, value in (p.partition("=") for p in pairs)}
        return Recipe(strategy, make_options(strategy, values))
    except (InvalidOption, ValueError):
        return Recipe.default()


def recipe_form(
    recipe: Recipe, *, key: str, label: str = "Strategy", narrow: bool = False
) -> Recipe:
    """Controls that show `recipe`, and the recipe they are set to now.

    Give back what it gave in the run before, and the user's changes count; give it another
    recipe, as a link does, and the controls follow. `narrow` puts the strategy into a row of
    its own.
    """
    if state.kept(f"{key}.given", "") != encode_recipe(recipe):
        _follow(recipe, key)
    title = {name: chunker(name).title for name in STRATEGIES}
    room = st.container() if narrow else None
    places = st.columns(3) if narrow else st.columns([8, 5, 5, 5], gap="medium")
    with room or places[0]:
        chosen = st.segmented_control(
            label,
            list(STRATEGIES),
            default=recipe.strategy,
            required=True,
            format_func=title.__getitem__,
            help="\n\n".join(f"**{title[name]}**: {words}" for name, words in _EXPLAINED.items()),
            key=f"{key}.strategy",
        )
    name = chosen or recipe.strategy
    start = recipe.options if name == recipe.strategy else carried(recipe.options, name)
    free = places if narrow else places[1:]
    values: dict[str, float] = {}
    held = {}
    for at, (field, info) in enumerate(type(start).model_fields.items()):
        held[field] = free[at % len(free)].container(gap=None)
        with held[field]:
            values[field] = _control(info, getattr(start, field), f"{key}.{name}.{field}")
    options = make_options(name, values)
    for field, info in type(start).model_fields.items():
        tokens = tokens_of(options, field)
        shown = f"{values[field]:g}" if tokens is None else f"{tokens} tokens"
        held[field].caption(f"{_symbol(info)} = {shown}")
    result = Recipe(name, options, recipe.encoder)
    state.keep(f"{key}.given", encode_recipe(result))
    return result


def carried(options: ChunkingOptions, strategy: str) -> ChunkingOptions:
    """Options of another strategy, with the values that both have in common."""
    known = chunker(strategy).options.model_fields
    values = options.model_dump()
    return make_options(strategy, {name: values[name] for name in values if name in known})


def tokens_of(options: ChunkingOptions, field: str) -> int | None:
    """What a field comes to in tokens, such as `overlap_tokens` for `overlap`; None for others."""
    return getattr(options, f"{field.partition('_')[0]}_tokens", None)


def limits(info: FieldInfo) -> tuple[float, float]:
    """The least and the greatest value that a field takes."""
    held = {
        name: getattr(rule, name)
        for rule in info.metadata
        for name in ("ge", "le")
        if hasattr(rule, name)
    }
    return held["ge"], held["le"]


def sizes(info: FieldInfo, value: int) -> list[int]:
    """Numbers of tokens to choose from, the present value among them."""
    low, high = limits(info)
    return sorted({value, *(size for size in _SIZES if low <= size <= high)})


def _follow(recipe: Recipe, key: str) -> None:
    """Set controls that exist already to a recipe that came from elsewhere."""
    state.preset(f"{key}.strategy", recipe.strategy)
    for field, value in recipe.options.model_dump().items():
        state.preset(f"{key}.{recipe.strategy}.{field}", value)


def _control(info: FieldInfo, value: float, key: str) -> float:
    title, words = info.title or "", info.description
    if isinstance(value, int):
        return st.select_slider(title, sizes(info, value), value, help=words, key=key)
    low, high = limits(info)
    step = 0.05 if high - low >= 0.5 else 0.01
    return st.slider(title, low, high, value, step, help=words, key=key)


def _symbol(info: FieldInfo) -> str:
    return (info.title or "").partition(":")[0]
