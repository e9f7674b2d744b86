"""Settings above, and below what they make of the document."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import resources, state
from components.chunks.chunk_figures import figures
from components.chunks.compare import compare
from components.chunks.explorer import explorer, missing_chunk
from components.chunks.making import follow, make_chunks
from components.chunks.plan_report import plan_report
from components.foreign_text import plain
from components.forms.configuration_form import configuration_form, linked_configuration
from components.forms.recipe_panel import recipe_panel
from components.selection.document_picker import document_picker
from components.selection.search_configuration import search_by
from components.widgets.layout import line_above
from core.chunking.base import ChunkingResult, length
from core.chunking.hierarchical import HierarchicalOptions
from core.configuration import Configuration
from core.configuration.address import to_address
from core.text.counts import number_of

if TYPE_CHECKING:
    from components.chunks.making import Made
    from core.library import DocumentRecord

_COMPARE = "chunks-compare"
_LINE = 1.5
"""Height (rem) of a line below the figures."""
_LAST = "sightline.chunks-shown-last"
"""The document and the configuration that were shown last, and what is said of them."""


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
            if words := unchanged(record, made):
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


def unchanged(record: DocumentRecord, made: Made) -> str:
    """What is to be said where the last change of options left all chunks as they were."""
    document, before, words = state.kept(_LAST, ("", None, ""))
    if (document, before) != (record.sha, made.config):
        before = before if document == record.sha else None
        words = _compared(record, before, made) if before else ""
        state.keep(_LAST, (record.sha, made.config, words))
    return words


def unchanged_in_words(before: ChunkingResult, after: ChunkingResult) -> str:
    """Which options were changed, if the chunks by both are the same; empty if they differ."""
    was, now = before.options.model_dump(), after.options.model_dump()
    changed = [name for name, value in now.items() if was.get(name) != value]
    if before.strategy != after.strategy or not changed or _cuts(before) != _cuts(after):
        return ""
    fields = type(after.options).model_fields
    names = [(fields[name].title or name).partition(":")[0] for name in changed]
    count = number_of(len(after.chunks), "chunk")
    words = f"The same {count} as before: {' and '.join(names)} changes nothing here."
    return f"{words} {_reason(before, after)}" if changed == ["heading_budget"] else words


def _compared(record: DocumentRecord, before: Configuration, made: Made) -> str:
    chunks = resources.workbench().chunks
    alike = before.strategy == made.config.strategy and before.model == made.config.model
    if not alike or not chunks.has(record.sha, before):
        return ""
    return unchanged_in_words(chunks.of(record.sha, before), made.result)


def _cuts(result: ChunkingResult) -> list[object]:
    return [(*chunk.cut.parts, chunk.cut.statement) for chunk in result.chunks]


def _reason(before: ChunkingResult, after: ChunkingResult) -> str:
    """How many tokens the headings above a chunk have at most, where both budgets hold these."""
    budgets = [
        result.options.heading_tokens
        for result in (before, after)
        if isinstance(result.options, HierarchicalOptions)
    ]
    own = after.stream.own
    most = max((length(*map(own, chunk.lineage)) for chunk in after.chunks), default=0)
    if most > min(budgets, default=0):
        return ""
    return f"Headings above a chunk have {most} tokens at most, and B_h allows {min(budgets)}."
