"""A control for each kind of option, chosen by the type and the range of its field."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import streamlit as st

from components import state
from core.chunking.options import ChunkingOptions, SizedOptions, choices

if TYPE_CHECKING:
    from pydantic.fields import FieldInfo


_SIZES = (64, 96, 128, 192, 256, 384, 512, 768, 1024)
"""Steps of a number of tokens; those of the thesis (128, 256, 512, 1024) are among them."""


def controls_key(form: str) -> str:
    """With what the keys of the controls of a form begin now."""
    renewed = state.kept(f"{form}.renewed", 0)
    return f"{form}-{renewed}" if renewed else form


def renew_controls(form: str) -> str:
    """The same for new controls, which replace those that the form had.

    To be used where a form shows other values than those that were set in it: the browser does not
    tell controls of a closed popover, and would send back what they stood at as if a person had
    chosen it.
    """
    state.keep(f"{form}.renewed", state.kept(f"{form}.renewed", 0) + 1)
    return controls_key(form)


def option_control(info: FieldInfo, value: Any, key: str) -> Any:
    """What the user sets the field to.

    A list for names, a slider for sizes and shares, a switch for yes or no, else a box for a
    number.
    """
    title, words = info.title or "", info.description
    if names := choices(info):
        known = list(names)
        return st.selectbox(
            title, known, known.index(value), lambda name: names[name], help=words, key=key
        )
    if isinstance(value, bool):
        return st.toggle(title, value, help=words, key=key)
    low, high = limits(info)
    if is_size(info):
        return st.select_slider(title, sizes(info, int(value)), value, help=words, key=key)
    if isinstance(value, int):
        step = step_of(usual(info))
        return st.number_input(title, int(low), int(high), value, step, help=words, key=key)
    step = 0.05 if high - low >= 0.5 else 0.01
    return st.slider(title, low, high, value, step, help=words, key=key)


def usual(info: FieldInfo) -> Any:
    """The value of a field that nobody set."""
    return info.get_default(call_default_factory=True, validated_data={})


def limits(info: FieldInfo) -> tuple[float, float]:
    """The least and the greatest value that a field takes."""
    bounds = {
        name: getattr(rule, name)
        for rule in info.metadata
        for name in ("ge", "le")
        if hasattr(rule, name)
    }
    return bounds["ge"], bounds["le"]


def is_size(info: FieldInfo) -> bool:
    """Whether a field is a number of tokens of a chunk: a whole number within the range of N."""
    if info.annotation is not int:
        return False
    least, greatest = limits(SizedOptions.model_fields["max_tokens"])
    low, high = limits(info)
    return least <= low and high <= greatest


def sizes(info: FieldInfo, value: int) -> list[int]:
    """Numbers of tokens to choose from, the default and the present value among them."""
    low, high = limits(info)
    return sorted({value, usual(info), *(size for size in _SIZES if low <= size <= high)})


def step_of(number: int) -> int:
    """What a press on plus adds to numbers of that order: 100 for 1,200."""
    return 10 ** max(len(str(number)) - 2, 0)


def in_words(info: FieldInfo, options: ChunkingOptions, field: str) -> str:
    """What a slider stands at, shares in tokens where they come to some: `O = 25 tokens`.

    Empty for a number that its box shows already.
    """
    value = getattr(options, field)
    if isinstance(value, str | bool):
        return ""
    tokens = value if is_size(info) else tokens_of(options, field)
    symbol = (info.title or "").partition(":")[0]
    if tokens is not None:
        return f"{symbol} = {tokens} tokens"
    return "" if isinstance(value, int) else f"{symbol} = {value:g}"


def tokens_of(options: ChunkingOptions, field: str) -> int | None:
    """What a field comes to in tokens, such as `overlap_tokens` for `overlap`; None for others."""
    return getattr(options, f"{field.partition('_')[0]}_tokens", None)
