"""Controls for how chunks are found and put in order for an answer."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import streamlit as st

from components import state
from components.forms.option_controls import controls_key, option_control, renew_controls
from core.configuration import Configuration, RetrievalOptions
from core.configuration.address import to_address
from core.configuration.base import MOST_NEIGHBOURHOOD

if TYPE_CHECKING:
    from collections.abc import Callable


_NEAR = "neighbourhood"
_NEAR_HELP = (
    "How much of its neighbours' vectors is mixed into the vector of a chunk; documents are "
    "indexed once for each weight."
)

_FIELDS = ("dense", "same_page", "reading")
"""What holds for answers. They look at ten chunks and more, so k and the gap do not."""


def retrieval_form(
    config: Configuration, *, key: str, store: Callable[[str], None]
) -> Configuration:
    """The configuration with chunks found as the controls say, which `store` gets.

    They follow a configuration from elsewhere, as those of `components.forms.configuration_form`.
    """
    now, controls = _up_to_date(_numbers(config), key)
    values = {
        name: option_control(RetrievalOptions.model_fields[name], now[name], f"{controls}.{name}")
        for name in _FIELDS
    }
    near = st.slider(
        "Neighbourhood",
        0.0,
        MOST_NEIGHBOURHOOD,
        now[_NEAR],
        0.05,
        help=_NEAR_HELP,
        key=f"{controls}.{_NEAR}",
    )
    retrieval = {**config.retrieval.model_dump(), **values}
    result = replace(
        config, retrieval=RetrievalOptions.model_validate(retrieval), neighbourhood=near
    )
    store(to_address(result))
    state.keep(f"{key}.given", _numbers(result))
    return result


def _numbers(config: Configuration) -> dict[str, float]:
    values = {name: getattr(config.retrieval, name) for name in _FIELDS}
    return _rounded(values | {_NEAR: config.neighbourhood})


def _up_to_date(now: dict[str, float], key: str) -> tuple[dict[str, float], str]:
    """What the user has just set, else `now`, for which controls that differ are new.

    With it, what the keys of the controls begin with.
    """
    controls = controls_key(key)
    values = {name: state.widget_value(f"{controls}.{name}") for name in now}
    by_hand = {} if None in values.values() else _rounded(values)
    if by_hand and by_hand != state.kept(f"{key}.given", now):
        return by_hand, controls
    if by_hand != now:
        controls = renew_controls(key) if by_hand else controls
        for name, value in now.items():
            state.preset(f"{controls}.{name}", value)
    return now, controls


def _rounded(values: dict[str, float]) -> dict[str, float]:
    return {
        name: value if isinstance(value, bool) else round(value, 9)
        for name, value in values.items()
    }
