"""Settings above, and below what they make of the document."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import state
from components.chunks.chunk_figures import figures
from components.chunks.compare import compare
from components.chunks.explorer import explorer, missing_chunk
from components.chunks.last_change import last_change
from components.chunks.making import follow, make_chunks
from components.chunks.plan_report import plan_report
from components.foreign_text import plain
from components.forms.configuration_form import configuration_form, linked_configuration
from components.forms.recipe_panel import recipe_panel
from components.selection.document_picker import document_picker
from components.selection.search_configuration import search_by
from components.widgets.layout import line_above
from core.configuration import Configuration
from core.configuration.address import to_address

if TYPE_CHECKING:
    from core.library import DocumentRecord

_COMPARE = "chunks-compare"
_LINE = 1.5
"""Height (rem) of a line below the figures."""


def page() -> None:
    """Settings and the chunks they give; two settings beside each other if wanted."""
    record = document_picker("Chunks")
    if record and state.view().other is not None:
        compare(record, toggle)
    elif record:
        _single(record)


def toggle() -> None:
    """The switch between one and two settings."""
    state.preset(_COMPARE, state.view().other is not None)
    st.toggle(
        "Compare two settings",
        key=_COMPARE,
        on_change=_turn,
        help="Show two chunkings of this document beside each other, on the same pages.",
    )


def _single(record: DocumentRecord) -> None:
    now = linked_configuration(state.view().recipe)
    config = configuration_form(now, key="chunks", store=lambda text: state.select(recipe=text))
    made = make_chunks(record, config, key="chunks")
    if made is None:
        return
    follow(record, made)
    plan_report(record, made, key="chunks")
    with st.container(horizontal=True, horizontal_alignment="distribute"):
        with st.container(width="stretch", gap=None):
            figures(made)
            if words := last_change(record, made):
                st.caption(plain(words))
                line_above(_LINE)
        with st.container(horizontal=True, width="content", vertical_alignment="center"):
            recipe_panel(
                config, key="chunks-recipe", use=_open, ask=lambda: search_by(to_address(config))
            )
            toggle()
    missing_chunk(made.result, planned=made.config == config)
    if made.result.chunks:
        explorer(record, config, made.result)
    else:
        st.info(
            f"{plain(record.name)} has no text that can be cut. A scan needs the visual route.",
            icon=":material/image_search:",
        )


def _open(config: Configuration) -> None:
    """Cut by a recipe; it is searched by the embedding model of the settings, as all here."""
    state.select(recipe=to_address(config))


def _turn() -> None:
    comparing = bool(state.widget_value(_COMPARE))
    state.select(other=to_address(_contrast()) if comparing else None)


def _contrast() -> Configuration:
    now = linked_configuration(state.view().recipe)
    return (
        linked_configuration("fixed,max_tokens=128")
        if now.strategy != "fixed"
        else Configuration.default()
    )
