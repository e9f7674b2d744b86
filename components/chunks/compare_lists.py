"""Two lists of chunks beside each other, with the chunks that only one of them begins marked."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

import streamlit as st

from components import state
from components.chunks.chunk_marks import owner_at
from components.chunks.compare_marks import Two, chosen_cut, leave_cut
from components.chunks.detail import chunk_detail
from components.chunks.explorer import window
from components.widgets.layout import room
from components.widgets.listbox import chunk_list
from components.widgets.listbox.chunk_rows import ChunkRow, chunk_rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.chunking.base import Chunk, ChunkingResult
    from core.library import DocumentRecord


def two_lists(record: DocumentRecord, two: Two, page: int) -> None:
    """A on the left, B on the right, each at the chunk looked at, or at the page's first."""
    sides = (("A", two.one), ("B", two.other))
    for (side, result), place in zip(sides, st.columns(2, gap="medium"), strict=True):
        shown = looked_at(two, result)
        anchor = shown or next(iter(result.on_pages([page])), None)
        rows = window(result.chunks, anchor.id if anchor else None)
        with place, room("compare-lists", side):
            chunk_list(
                edged_rows(two, side, rows),
                key=f"compare-list-{side}",
                name=f"{record.sha}/{side}/{page}",
                label=f"Chunks of {record.name}, {side}",
                selected=shown.id if shown else (anchor.id if anchor else None),
                on_choose=_choose,
            )
            if shown:
                chunk_detail(result, shown)


def looked_at(two: Two, result: ChunkingResult) -> Chunk | None:
    """The chunk of this chunking at the cut that is looked at, else the one that is chosen."""
    token = chosen_cut(two)
    if token is not None:
        return owner_at(result, token)
    return result.by_id.get(state.view().chunk or "")


def edged_rows(two: Two, side: str, chunks: Sequence[Chunk]) -> list[ChunkRow]:
    """A row for each chunk that says who begins one there, and how often the other cuts inside."""
    result, other, edge, alone, theirs = (
        (two.one, "B", "one", two.cuts.one, two.cuts.other)
        if side == "A"
        else (two.other, "A", "other", two.cuts.other, two.cuts.one)
    )
    own = set(alone)
    edged: list[ChunkRow] = []
    for row, chunk in zip(chunk_rows(result, chunks), chunks, strict=True):
        pieces = chunk.cut.pieces
        inside = sum(bisect_left(theirs, end) - bisect_right(theirs, at) for at, end in pieces)
        is_alone = not own.isdisjoint(start for start, _ in pieces)
        notes = [row.note] if row.note else []
        notes += [f"only {side} cuts here"] if is_alone else []
        notes += [f"{other} cuts inside: {inside}"] if inside else []
        drawn = edge if is_alone else "both" if chunk.cut.start else ""
        edged.append(row._replace(edge=drawn, note=" · ".join(notes)))
    return edged


def _choose(chunk: str) -> None:
    leave_cut()
    state.select(chunk=chunk, page=None)
