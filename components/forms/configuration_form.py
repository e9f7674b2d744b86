"""Controls for a recipe, drawn from the options model of its strategy, and its short form."""

from __future__ import annotations

from dataclasses import replace
from textwrap import shorten
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

import streamlit as st
from pydantic import ValidationError

from components import resources, state
from components.foreign_text import plain
from components.forms.budget import budget_in_words, budget_steps
from components.forms.option_controls import in_words, option_control
from components.labels.strategies import all_explained, in_a_line
from components.link_notes import note
from core.chunking import PLANNED, STRATEGIES, chunker, make_options
from core.chunking.heading_anchored import HeadingAnchoredOptions
from core.configuration import AS_USUAL, Recipe, RetrievalOptions
from core.errors import InvalidOption

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from streamlit.delta_generator import DeltaGenerator

    from core.chunking.base import ChunkingOptions

_MODEL = "model"
"""Name of the language model in a short form; no option is called so."""
_SEARCH = {"k" if name == "top_k" else name: name for name in RetrievalOptions.model_fields}
"""Options of retrieval in a short form, which has them only where they are not the usual ones; a
strategy has a `top_k` of its own."""
_NEAR, _MOST_NEAR = "neighbourhood", 4.0
"""Weight of the neighbouring chunks in a short form, and the greatest that is taken from one."""
_REASON = 200
"""Characters of why settings cannot be read."""
_ROW = 3
"""Options that stand in a row; a model of more is a calculator, with one more in each row."""
_NO_KEY = (
    "There is no language model: rules plan the chunks. With a Gemini key, entered on the page "
    "Settings or set as GEMINI_API_KEY, the model can plan them."
)
_WITH_KEY = (
    "The model reads numbered parts of the text and answers with their numbers; it writes none of "
    "the words of a chunk. Moving a slider asks it nothing: it is asked when you want its plan."
)


def encode_recipe(recipe: Recipe) -> str:
    """A recipe as it stands in an address, such as `fixed,max_tokens=128,overlap=0.2`."""
    values = recipe.options.model_dump()
    pairs = [f"{name}={_number(value)}" for name, value in values.items()]
    pairs += [f"{name}={_number(value)}" for name, value in _search(recipe).items()]
    if recipe.model:
        pairs.append(f"{_MODEL}={quote(recipe.model, safe=':', errors='replace')}")
    return ",".join([recipe.strategy, *pairs])


def decode_recipe(text: str | None) -> Recipe:
    """The recipe of an address; that of the library where the address has none.

    So it is where that cannot be used, and the page says so. Passages are found by the embedding
    model of the settings, which an address does not name.
    """
    try:
        recipe = _decoded(text) if text else resources.starting_recipe()
    except InvalidOption as error:
        reason = plain(shorten(str(error), _REASON, placeholder=" […]"))
        note(f"The link's settings could not be read: {reason} Shown instead are the usual ones.")
        recipe = resources.starting_recipe()
    return replace(recipe, encoder=default_encoder())


def default_encoder() -> str:
    """The embedding model of the settings."""
    return resources.workbench().settings.encoder


def _decoded(text: str) -> Recipe:
    """Raises `InvalidOption` where a value is none, or is out of its range."""
    strategy, *pairs = text.split(",")
    given = {name: value for name, _, value in (pair.partition("=") for pair in pairs)}
    model = unquote(given.pop(_MODEL, "")) if strategy in PLANNED else ""
    values = {name: _read_number(name, value) for name, value in given.items()}
    near = values.pop(_NEAR, 0.0)
    if not 0.0 <= near <= _MOST_NEAR:
        raise InvalidOption(f"{_NEAR}: Input should be from 0 to {_MOST_NEAR:g}.")
    search = {_SEARCH[name]: values.pop(name) for name in _SEARCH if name in values}
    try:
        retrieval = RetrievalOptions.model_validate(search)
    except ValidationError as error:
        first = error.errors()[0]
        raise InvalidOption(f"{first['loc'][0]}: {first['msg']}.") from error
    options = make_options(strategy, values)
    return Recipe(strategy, options, model=model, neighbourhood=near, retrieval=retrieval)


def _read_number(name: str, value: str) -> float:
    try:
        return float(value)
    except ValueError as error:
        raise InvalidOption(f"{name} is not a number.") from error


def _search(recipe: Recipe) -> dict[str, float]:
    """What is not as usual of how chunks are found, by its name in a short form."""
    now, usual = recipe.retrieval.model_dump(), AS_USUAL.model_dump()
    changed = {name: now[of] for name, of in _SEARCH.items() if now[of] != usual[of]}
    return changed | ({_NEAR: recipe.neighbourhood} if recipe.neighbourhood else {})


def recipe_form(
    recipe: Recipe,
    *,
    key: str,
    store: Callable[[str], None],
    label: str = "Strategy",
    narrow: bool = False,
) -> Recipe:
    """Controls that show `recipe`, and the recipe they are set to now, which `store` gets.

    Give back what was stored in the run before, and the user's changes count; give it another
    recipe, as a link does, and the controls follow. `narrow` puts the strategy into a row of
    its own.
    """
    recipe = _up_to_date(recipe, key)
    room, free = (st.container(), st.container()) if narrow else st.columns([8, 15], gap="medium")
    with room:
        name = st.selectbox(
            label,
            list(STRATEGIES),
            index=list(STRATEGIES).index(recipe.strategy),
            format_func=in_a_line,
            help=all_explained(),
            key=f"{key}.strategy",
        )
        model = _planner(name, recipe.model, key)
    start = recipe.options if name == recipe.strategy else carried(recipe.options, name)
    with _place(free, start, narrow=narrow):
        options = _options(start, name, f"{key}.{name}", narrow=narrow)
        if narrow:
            _budget(options)
    if narrow and isinstance(options, HeadingAnchoredOptions):
        st.caption(budget_in_words(options.budget))
    elif not narrow:
        _budget(options)
    result = replace(recipe, strategy=name, options=options, model=model)
    # In this order: a run may be stopped in between, and what is set counts until it is stored.
    store(encode_recipe(result))
    state.keep(f"{key}.given", encode_recipe(result))
    return result


def carried(options: ChunkingOptions, strategy: str) -> ChunkingOptions:
    """Options of another strategy, with the values that both have in common."""
    known = chunker(strategy).options.model_fields
    values = options.model_dump()
    return make_options(strategy, {name: values[name] for name in values if name in known})


def _number(value: float) -> str:
    return str(value) if isinstance(value, int) else f"{value:.15g}"


def _up_to_date(recipe: Recipe, key: str) -> Recipe:
    """What the user has just set, else the recipe, which controls that differ are set to."""
    given = state.kept(f"{key}.given", "")
    # Fresh controls, too: the browser may still hold what they stood at when they were last drawn.
    if state.widget_value(f"{key}.strategy") is None:
        _follow(recipe, key)
    elif encode_recipe(by_hand := _by_hand(decode_recipe(given), key)) != given:
        return replace(
            recipe, strategy=by_hand.strategy, options=by_hand.options, model=by_hand.model
        )
    elif given != encode_recipe(recipe):
        _follow(recipe, key)
    return recipe


def _by_hand(recipe: Recipe, key: str) -> Recipe:
    """The recipe with what its controls stand at, as far as there are any."""
    name = state.widget_value(f"{key}.strategy")
    start = recipe.options if name == recipe.strategy else carried(recipe.options, name)
    values = start.model_dump()
    for field in values:
        value = state.widget_value(f"{key}.{name}.{field}")
        values[field] = values[field] if value is None else value
    planned = name in PLANNED and state.widget_value(f"{key}.model")
    model = _planner_name(recipe.model) if planned else ""
    return replace(recipe, strategy=name, options=make_options(name, values), model=model)


def _follow(recipe: Recipe, key: str) -> None:
    """Set controls that exist already to a recipe that came from elsewhere."""
    state.preset(f"{key}.strategy", recipe.strategy)
    state.preset(f"{key}.model", bool(recipe.model))
    for field, value in recipe.options.model_dump().items():
        state.preset(f"{key}.{recipe.strategy}.{field}", value)


def _planner_name(asked: str) -> str:
    """The language model that there is, else the one that was asked for."""
    model = resources.workbench().model
    return model.name if model else asked


def _planner(strategy: str, asked: str, key: str) -> str:
    """The language model that shall plan; empty for rules. Off until someone turns it on.

    Without a key it stays on where a link asks for a model, so that one can see it and turn it
    off; the chunks then say that rules made them.
    """
    if strategy not in PLANNED:
        return ""
    name = _planner_name(asked)
    wanted = st.toggle(
        f"Plan with {plain(name)}" if name else "Plan with the language model",
        bool(asked),
        disabled=not name,
        help=_WITH_KEY if resources.workbench().model else _NO_KEY,
        key=f"{key}.model",
    )
    return name if wanted else ""


def _place(free: DeltaGenerator, start: ChunkingOptions, *, narrow: bool) -> DeltaGenerator:
    """Where the options stand: behind a click where they are many and there is little room."""
    if narrow and len(type(start).model_fields) > _ROW:
        return free.expander("Limits and reserves", icon=":material/calculate:")
    return free


def _budget(options: ChunkingOptions) -> None:
    if isinstance(options, HeadingAnchoredOptions):
        budget_steps(options)


def _options(start: ChunkingOptions, strategy: str, key: str, *, narrow: bool) -> ChunkingOptions:
    """The options that the controls are set to; below a slider what it comes to."""
    fields = type(start).model_fields
    many = len(fields) > _ROW
    places = _grid(len(fields), _ROW + 1 if many and not narrow else _ROW, level=many)
    values: dict[str, float] = {}
    for place, (field, info) in zip(places, fields.items(), strict=True):
        with place:
            values[field] = option_control(info, getattr(start, field), f"{key}.{field}")
    options = make_options(strategy, values)
    for place, (field, info) in zip(places, fields.items(), strict=True):
        if not many and (said := in_words(info, options, field)):
            place.caption(said)
    return options


def _grid(count: int, across: int, *, level: bool) -> Sequence[DeltaGenerator]:
    """A place for each control, row by row; the boxes are level where some labels are longer."""
    align = "bottom" if level else "top"
    rows = [st.columns(across, vertical_alignment=align) for _ in range(0, count, across)]
    return [place.container(gap=None) for row in rows for place in row][:count]
