"""One chunking: a list of its chunks beside the pages, each showing what is chosen in the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import resources, state
from components.chunks.chunk_figures import charts
from components.chunks.chunk_marks import chunk_marks, chunk_of, shown_pages
from components.chunks.detail import chunk_detail
from components.chunks.exports import exports
from components.chunks.steps import TITLE, step_pages, steps, steps_shown
from components.chunks.supplement_view import (
    chosen_entry,
    entry_marks,
    entry_of,
    leave_entry,
    mark_of,
    show_entry,
)
from components.errors import Boundary
from components.widgets.document_pages import document_pages
from components.widgets.layout import room
from components.widgets.listbox import chunk_list
from components.widgets.listbox.chunk_rows import ChunkRow, chunk_rows
from components.widgets.page_view import Click, legend
from components.widgets.tabs import tabs
from core.chunking import PLANNED
from core.chunking.heading_anchored import HeadingAnchoredOptions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.chunking.base import Chunk, ChunkingResult
    from core.configuration import Configuration
    from core.library import DocumentRecord

_HERE, _ALL = "On this page", "Whole document"
_CALCULATOR, _PLANNER = 17.0, 2.5
"""Height (rem) of the calculator of a budget, and of the words on who planned, above the page."""
_MOST = 5000
"""Rows sent to the browser at once; those around the page that is shown where there are more."""
_TABS = "chunks-tabs"
_ROWS = "sightline.chunk-rows"
"""The rows of the chunks shown last, and these: thousands take a moment to make."""


@st.fragment
def explorer(record: DocumentRecord, config: Configuration, result: ChunkingResult) -> None:
    """List, details and charts on one side, pages with marked lines on the other."""
    with Boundary():
        # Deleted elsewhere in the meantime, it would still be shown from memory.
        resources.workbench().library.get(record.sha)
        chosen = result.by_id.get(state.view().chunk or "")
        pages = shown_pages(chosen, state.view().page, record.page_count)
        left, right = st.columns([5, 7], gap="medium")
        with right:
            if steps_shown(result, _TABS):
                with room("chunks-room", more=_above(result), staying=True):
                    step_pages(record, result)
            else:
                _pages(record, result, chosen, pages)
        with left:
            _tabs(record, config, result, chosen, pages)


def missing_chunk(result: ChunkingResult, *, planned: bool = True) -> None:
    """Say so where the address names a chunk that these settings do not make.

    It may be one of the model's, where its plan is still to be asked for (not `planned`).
    """
    linked = state.view().chunk
    if linked and linked not in result.by_id:
        why = (
            "The link leads to a chunk that these settings do not make. Choose another one below."
            if planned
            else "The link leads to a chunk of the model's plan. Let it plan to see that chunk."
        )
        st.warning(why, icon=":material/link_off:")


def filtered(result: ChunkingResult, chunks: Sequence[Chunk], words: str) -> list[Chunk]:
    """The chunks that hold all of the words, in their content or in the headings above."""
    searched = words.lower().split()
    if not searched:
        return list(chunks)
    nodes = result.sir.nodes
    return [
        chunk
        for chunk in chunks
        if _holds_all("\n".join([chunk.content, *(nodes[i].text for i in chunk.lineage)]), searched)
    ]


def window(chunks: Sequence[Chunk], anchor: str | None, most: int = _MOST) -> Sequence[Chunk]:
    """At most so many of the chunks: those around the anchor, else the first."""
    at = next((i for i, chunk in enumerate(chunks) if chunk.id == anchor), 0)
    first = max(min(at - most // 2, len(chunks) - most), 0)
    return chunks[first : first + most]


def _tabs(
    record: DocumentRecord,
    config: Configuration,
    result: ChunkingResult,
    chosen: Chunk | None,
    pages: Sequence[int],
) -> None:
    names = ["Chunks", "Charts", "Export"] + [TITLE] * (result.making.record is not None)
    listed, charted, taken, *walked = tabs(names, _TABS)
    for tab in walked:
        if tab.open:
            with tab:
                steps(record, result)
    if listed.open:
        with listed:
            _list(record, result, chosen, pages)
    if charted.open:
        with charted:
            charts(record, config, result, chosen)
    if taken.open:
        with taken:
            exports(record, result)


def _list(
    record: DocumentRecord, result: ChunkingResult, chosen: Chunk | None, pages: Sequence[int]
) -> None:
    def choose(chunk: str) -> None:
        leave_entry()
        state.select(chunk=chunk, page=None)

    with st.container(horizontal=True, vertical_alignment="center"):
        words = st.text_input(
            "Search chunks",
            placeholder="Search in chunks",
            label_visibility="collapsed",
            icon=":material/search:",
            key="chunk-search",
        )
        scope = st.segmented_control(
            "Which chunks",
            (_ALL, _HERE),
            default=_ALL,
            required=True,
            label_visibility="collapsed",
            key="chunk-scope",
        )
    among = result.chunks
    if scope == _HERE:
        among = result.on_pages(pages)
    matches = filtered(result, among, words or "")
    anchor = chosen or next(iter(result.on_pages(pages[:1])), None)
    shown = window(matches, anchor.id if anchor else None)
    if len(matches) < len(result.chunks) or len(shown) < len(matches):
        st.caption(_listed_in_words(len(shown), len(matches), len(result.chunks)))
    rows = _rows(result)
    chunk_list(
        [rows[chunk.index] for chunk in shown],
        key="chunk-list",
        name=record.sha,
        label=f"Chunks of {record.name}",
        selected=chosen.id if chosen else None,
        on_choose=choose,
    )
    if chosen:
        chunk_detail(result, chosen)
    else:
        st.caption("Choose a chunk here or click a line on the page to see why it is cut so.")


def _rows(result: ChunkingResult) -> list[ChunkRow]:
    """A row for each chunk, made once as long as the same chunks are shown."""
    cached = state.kept(_ROWS, None)
    if cached is None or cached[0] is not result:
        cached = result, chunk_rows(result, result.chunks)
        state.keep(_ROWS, cached)
    return cached[1]


def _listed_in_words(shown: int, matching: int, count: int) -> str:
    words = f"{matching:,} of {count:,} chunks"
    if shown == matching:
        return words
    return f"{words}, {shown:,} of them listed. Turn the page for those elsewhere."


def _pages(
    record: DocumentRecord, result: ChunkingResult, chosen: Chunk | None, pages: Sequence[int]
) -> None:
    entry = chosen_entry(chosen)

    def clicked(click: Click) -> None:
        place = entry_of(click.id)
        if chosen and place is not None and place != entry:
            show_entry(result, chosen, place)
            return
        leave_entry()
        if place is None:
            state.select(chunk=chunk_of(click.id), page=click.page)

    marks = chunk_marks(result, pages, chosen.id if chosen else None)
    marks += entry_marks(result, chosen, pages)
    selected = chosen.id if chosen else None
    if chosen and entry is not None and any(mark.id == mark_of(chosen, entry) for mark in marks):
        selected = mark_of(chosen, entry)
    shown = state.view().page
    with room("chunks-room", more=_above(result), staying=True):
        document_pages(
            record,
            pages,
            marks,
            key="chunks-pages",
            selected=selected,
            page=shown if shown in pages else pages[0],
            on_click=clicked,
            turning=True,
        )
        legend(marks)


def _above(result: ChunkingResult) -> float:
    if isinstance(result.options, HeadingAnchoredOptions):
        return _CALCULATOR
    return _PLANNER * (result.strategy in PLANNED)


def _holds_all(text: str, searched: Sequence[str]) -> bool:
    lower = text.lower()
    return all(word in lower for word in searched)
