"""Controls for a configuration, drawn from the options model of its strategy."""

from __future__ import annotations

from dataclasses import replace
from textwrap import shorten
from typing import TYPE_CHECKING

import streamlit as st

from components import resources, state
from components.foreign_text import plain
from components.forms.budget import budget_in_words, budget_steps
from components.forms.option_controls import controls_key, in_words, option_control, renew_controls
from components.labels.strategies import all_explained, in_a_line
from components.link_notes import note
from core.chunking import PLANNED, STRATEGIES, make_options
from core.chunking.heading_anchored import HeadingAnchoredOptions
from core.configuration.address import from_address, to_address
from core.errors import InvalidOption
from core.refining.options import RefiningOptions

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from streamlit.delta_generator import DeltaGenerator

    from core.chunking.options import ChunkingOptions
    from core.configuration import Configuration

_REASON = 200
"""Characters of why settings cannot be read."""
_ROW = 3
"""Options that stand in a row; a model of more is a calculator, with one more in each row."""
_NO_KEY = (
    "There is no language model: rules plan and refine the chunks. A model that is chosen on the "
    "page Settings, or by GEMINI_API_KEY or SIGHTLINE_MODEL, can do that."
)
_WITH_KEY = (
    "The model reads numbered parts of the text and answers with their numbers; it writes none of "
    "the words of a chunk. Moving a slider asks it nothing: it is asked when you want its plan."
)


def linked_configuration(text: str | None) -> Configuration:
    """The configuration of an address; that of the library where the address has none.

    So it is where that cannot be used, and the page says so. Passages are found by the embedding
    model of the settings, which an address does not name.
    """
    if not text:
        return resources.library_configuration()
    try:
        return replace(from_address(text), encoder=resources.workbench().settings.encoder)
    except InvalidOption as error:
        reason = plain(shorten(str(error), _REASON, placeholder=" […]"))
        note(f"The link's settings could not be read: {reason} Shown instead are the usual ones.")
        return resources.library_configuration()


def configuration_form(
    config: Configuration,
    *,
    key: str,
    store: Callable[[str], None],
    label: str = "Strategy",
    narrow: bool = False,
) -> Configuration:
    """Controls that show `config`, and the configuration they are set to now, which `store` gets.

    Give back what was stored in the run before, and the user's changes count; give it another
    configuration, as a link does, and the controls follow. `narrow` puts the strategy into a row of
    its own.
    """
    config, controls = _up_to_date(config, key)
    room, free = (st.container(), st.container()) if narrow else st.columns([8, 15], gap="medium")
    with room:
        name = st.selectbox(
            label,
            list(STRATEGIES),
            index=list(STRATEGIES).index(config.strategy),
            format_func=in_a_line,
            help=all_explained(),
            key=f"{controls}.strategy",
        )
        switch = st.container()
    start = config.with_strategy(name).options
    with _place(free, start, narrow=narrow):
        options = _options(start, name, f"{controls}.{name}", narrow=narrow)
        if narrow:
            _budget(options)
    with free:
        refining = _refining(config.refining, f"{controls}.refining")
    if narrow and isinstance(options, HeadingAnchoredOptions):
        st.caption(budget_in_words(options.budget))
    elif not narrow:
        _budget(options)
    result = replace(config, strategy=name, options=options, refining=refining, model="")
    if result.asks:
        with switch:
            result = replace(result, model=_planner(name, config.model, controls))
    # In this order: a run may be stopped in between, and what is set counts until it is stored.
    store(to_address(result))
    state.keep(f"{key}.given", to_address(result))
    return result


def _up_to_date(config: Configuration, key: str) -> tuple[Configuration, str]:
    """What the user has just set, else the configuration, for which controls that differ are new.

    With it, what the keys of the controls begin with.
    """
    linked, controls = state.kept(f"{key}.given", ""), controls_key(key)
    # Fresh controls, too: the browser may still hold what they stood at when they were last drawn.
    if state.widget_value(f"{controls}.strategy") is None:
        _follow(config, controls)
    elif to_address(by_hand := _by_hand(linked_configuration(linked), controls)) != linked:
        config = replace(
            config,
            strategy=by_hand.strategy,
            options=by_hand.options,
            refining=by_hand.refining,
            model=by_hand.model,
        )
    elif linked != to_address(config):
        controls = renew_controls(key)
        _follow(config, controls)
    return config, controls


def _by_hand(config: Configuration, key: str) -> Configuration:
    name = state.widget_value(f"{key}.strategy")
    values = config.with_strategy(name).options.model_dump()
    for field in values:
        value = state.widget_value(f"{key}.{name}.{field}")
        values[field] = values[field] if value is None else value
    parts = config.refining.model_dump()
    for part in parts:
        value = state.widget_value(f"{key}.refining.{part}")
        parts[part] = parts[part] if value is None else value
    refining, options = RefiningOptions(**parts), make_options(name, values)
    config = replace(config, strategy=name, options=options, refining=refining)
    planned = config.asks and state.widget_value(f"{key}.model")
    return replace(config, model=_planner_name(config.model) if planned else "")


def _follow(config: Configuration, key: str) -> None:
    state.preset(f"{key}.strategy", config.strategy)
    state.preset(f"{key}.model", bool(config.model))
    for part, is_on in config.refining.model_dump().items():
        state.preset(f"{key}.refining.{part}", is_on)
    for field, value in config.options.model_dump().items():
        state.preset(f"{key}.{config.strategy}.{field}", value)


def _planner_name(asked: str) -> str:
    """The language model that there is, else the one that was asked for."""
    model = resources.workbench().model
    return model.name if model else asked


def _refining(now: RefiningOptions, key: str) -> RefiningOptions:
    with st.container(horizontal=True, gap="medium"):
        values = {
            name: option_control(info, getattr(now, name), f"{key}.{name}")
            for name, info in RefiningOptions.model_fields.items()
        }
    return RefiningOptions.model_validate(values)


def _planner(strategy: str, asked: str, key: str) -> str:
    """The model that shall plan or refine; empty for rules. Off until someone turns it on.

    Without a key it stays on where a link asks for a model, so that one can see it and turn it
    off; the chunks then say that rules made them.
    """
    name = _planner_name(asked)
    work = "Plan" if strategy in PLANNED else "Refine"
    switched_on = st.toggle(
        f"{work} with {plain(name)}" if name else f"{work} with the language model",
        bool(asked),
        disabled=not name,
        help=_WITH_KEY if resources.workbench().model else _NO_KEY,
        key=f"{key}.model",
    )
    return name if switched_on else ""


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
        if not many and (words := in_words(info, options, field)):
            place.caption(words)
    return options


def _grid(count: int, across: int, *, level: bool) -> Sequence[DeltaGenerator]:
    """A place for each control, row by row; the boxes are level where some labels are longer."""
    align = "bottom" if level else "top"
    rows = [st.columns(across, vertical_alignment=align) for _ in range(0, count, across)]
    return [place.container(gap=None) for row in rows for place in row][:count]
