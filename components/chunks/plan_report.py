"""How chunks came about: by which model or by rules, at what cost, and what went wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components.chunk_preparation import by_model
from components.chunks.making import Made, asks_again
from components.chunks.refiner_steps import all_steps
from components.foreign_text import plain
from core.chunking.heading_anchored import HeadingAnchoredOptions
from core.text.counts import number_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.chunking.base import Making
    from core.library import DocumentRecord
    from core.llm.model import ModelUse

_MOST = 100
"""Repairs that are listed; a bad plan of a long document may have thousands."""


def plan_report(record: DocumentRecord, made: Made, *, key: str) -> None:
    """The notices, a way to try again; behind clicks the repairs and the steps of the model."""
    making = made.result.making
    if notices := [notice for notice in making.notices if notice not in _known(made)]:
        _notices(record, made, key, notices)
    if making.repairs:
        _repairs(making)
    all_steps(making)


def planner_in_words(making: Making) -> str:
    """Who planned, what was asked and what it cost; never a model where rules did it."""
    use = making.use
    if not making.model:
        tried = f"; {_cost(use)}" if use and use.calls else ""
        return f"Planned **by rules**, no language model took part{tried}."
    parts = [f"Planned by **{plain(making.model)}**"]
    if use:
        parts.append(_cost(use))
    return " · ".join(parts)


def saving_in_words(making: Making) -> str:
    """What the model answered, against the tokens of giving the text back; empty if not known."""
    if not making.rewriting or not making.use:
        return ""
    output = making.use.usage.output + making.use.spared.output
    share = f"{output / making.rewriting:.0%}"
    return (
        f"Its answers hold {output:,} tokens, {share} of the {making.rewriting:,} that writing the "
        "text anew would have taken: an estimate, by this app's own count of the text."
    )


def _known(made: Made) -> tuple[str, ...]:
    """What the controls say already."""
    options = made.config.options
    return options.budget.problems if isinstance(options, HeadingAnchoredOptions) else ()


def _notices(record: DocumentRecord, made: Made, key: str, notices: Sequence[str]) -> None:
    text = "\n\n".join(map(plain, notices))
    if not by_model(made.config):
        st.warning(text, icon=":material/info:")
        return
    notice, again = st.columns([5, 1], vertical_alignment="center")
    notice.warning(text, icon=":material/info:")
    again.button(
        "Try again",
        icon=":material/refresh:",
        key=f"{key}.again",
        on_click=asks_again(record, made.config),
        help="Asks only what the model has not answered yet; the rest costs nothing.",
    )


def _cost(use: ModelUse) -> str:
    calls = number_of(use.calls, "call")
    if use.cached:
        calls += ", all from the cache" if use.cached == use.calls else f", {use.cached:,} cached"
    paid = use.usage
    if not paid.input and not paid.output:
        return f"{calls}, nothing paid"
    return f"{calls} · {paid.input:,} tokens sent, {paid.output:,} answered"


def _repairs(making: Making) -> None:
    count = len(making.repairs)
    times = number_of(count, "place")
    with st.expander(f"The plan was repaired in {times}", icon=":material/build:"):
        st.markdown("\n".join(f"- {plain(repair)}" for repair in making.repairs[:_MOST]))
        if count > _MOST:
            st.caption(f"The first {_MOST} are listed.")
