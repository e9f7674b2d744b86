"""What expressions of a chunk mean elsewhere in its document: in words, and on the page.

Each entry has a letter, in the list and on the page. A click on it shows the words that explain
the expression; another one leads back to the chunk.
"""

from __future__ import annotations

from functools import partial
from html import escape
from typing import TYPE_CHECKING

import streamlit as st

from components import state
from components.foreign_text import plain
from components.labels.chunks import path_in_words
from components.widgets.page_view import MarkRole, marks_of
from core.chunking.additions import SupplementEntry, SupplementKind
from core.colours import EXPLAINS
from core.page_names import pages_in_words
from core.refining.supplement_sources import entry_text, supplement_lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from components.widgets.page_view import Mark
    from core.chunking.base import Chunk, ChunkingResult
    from core.sir import Sir

_CHOSEN = "sightline.supplement-entry"
_MARK = "/explained-"
"""Stands between chunk and place in the id of a mark, so that `chunk_of` still finds the chunk."""
_KINDS = {
    SupplementKind.DEFINITION: "definition",
    SupplementKind.ACRONYM: "written out",
    SupplementKind.REFERENCE: "what it refers to",
    SupplementKind.ANAPHOR: "what it points back to",
}
_QUOTE = (
    f"border-left:4px double {EXPLAINS};padding:.1rem .6rem;max-height:6.2rem;overflow:auto;"
    "white-space:pre-wrap;overflow-wrap:anywhere;font-size:.9rem;line-height:1.45"
)


def supplement(result: ChunkingResult, chunk: Chunk) -> None:
    """Every entry with its words, its origin, and the way to its place and back."""
    if not chunk.supplement:
        return
    st.markdown(
        "**Explained elsewhere in the document**",
        help="The context supplement: what expressions of this chunk mean (→), and the words "
        "of the document that say so. It is added for the search and is no part of the chunk.",
    )
    shown = chosen_entry(chunk)
    for place, entry in enumerate(chunk.supplement):
        with st.container(gap=None):
            _entry(result, chunk, place, entry, shown=place == shown)


def chosen_entry(chunk: Chunk | None) -> int | None:
    """The place of the entry of this chunk that is looked at, from 0."""
    choice = state.kept(_CHOSEN, None)
    if chunk is None or choice is None or choice[0] != chunk.id:
        return None
    return choice[1] if choice[1] < len(chunk.supplement) else None


def show_entry(result: ChunkingResult, chunk: Chunk, place: int) -> None:
    """Look at an entry; to be called from a callback."""
    state.keep(_CHOSEN, (chunk.id, place))
    if lines := supplement_lines(result.sir, chunk.supplement[place]):
        state.select(page=lines[0].box.page)


def leave_entry() -> None:
    """Look at no entry; the pages of the chunk are shown again."""
    if state.kept(_CHOSEN, None) is not None:
        state.keep(_CHOSEN, None)
        state.select(page=None)


def entry_of(mark: str) -> int | None:
    """The place of the entry that a mark stands for; None for other marks."""
    _, is_entry, place = mark.partition(_MARK)
    return int(place) if is_entry and place.isdecimal() else None


def mark_of(chunk: Chunk, place: int) -> str:
    """The id of the marks of an entry."""
    return f"{chunk.id}{_MARK}{place}"


def entry_marks(result: ChunkingResult, chunk: Chunk | None, pages: Sequence[int]) -> list[Mark]:
    """Marks on these pages of the words that explain a chunk, each entry under its letter."""
    return [
        mark
        for place, entry in enumerate(chunk.supplement if chunk else ())
        if chunk
        for mark in marks_of(
            supplement_lines(result.sir, entry),
            mark_of(chunk, place),
            f"{letter(place)}: {_in_short(entry)}\nexplained for chunk {chunk.index + 1}",
            MarkRole.SUPPLEMENT,
            EXPLAINS,
            badge=letter(place),
            pages=pages,
        )
    ]


def letter(place: int) -> str:
    """`a` to `z`, then `aa`: what an entry is called, by its place from 0."""
    last = chr(ord("a") + place % 26)
    return last if place < 26 else letter(place // 26 - 1) + last


def origin_in_words(sir: Sir, entry: SupplementEntry) -> str:
    """Kind of an entry, where its words stand, and who found it."""
    lines = supplement_lines(sir, entry)
    page = "place on the page unknown"
    if lines:
        page = pages_in_words(sir.pages, [lines[0].box.page])
    path = path_in_words(sir, sir.lineage(entry.node)[-1:])
    by = f"found by {entry.by}" if entry.by else "found by rule"
    return " · ".join(fact for fact in (_KINDS[entry.kind], page, path, by) if fact)


def _in_short(entry: SupplementEntry) -> str:
    return f"{entry.term} → {entry.meaning}" if entry.meaning else entry.term


def _entry(
    result: ChunkingResult, chunk: Chunk, place: int, entry: SupplementEntry, *, shown: bool
) -> None:
    st.button(
        f"**{letter(place)}** · {plain(entry.term)}" + (" · back to the chunk" if shown else ""),
        type="tertiary",
        icon=":material/undo:" if shown else ":material/location_on:",
        key=f"entry-{chunk.id}-{place}",
        on_click=leave_entry if shown else partial(show_entry, result, chunk, place),
        disabled=not supplement_lines(result.sir, entry),
    )
    if entry.meaning:
        st.markdown(f"→ {plain(entry.meaning)}")
    st.caption(plain(origin_in_words(result.sir, entry)))
    st.html(f'<div style="{_QUOTE}">{escape(entry_text(result.sir, entry))}</div>')
