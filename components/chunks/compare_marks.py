"""Where two chunkings cut, as bars on the pages: above the first word of each chunk."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import streamlit as st

from components import state
from components.chunks.chunk_marks import owner_at
from components.foreign_text import plain
from components.widgets.page_view import Mark, MarkRole
from core.colours import ONE_SIDED, PLAIN
from core.geometry import BoundingBox
from core.text.counts import number_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.chunking.base import Chunk, ChunkingResult
    from core.evaluation.agreement.chunk_agreement import Boundaries
    from core.sir import Sir
    from core.tokens import TokenStream

_ID = "cut-"
_MARGIN = 0.06
"""How far a bar reaches into the margin, as a fraction of the page; the chunk's number is there."""
_HEIGHT = 0.008
"""Height of a bar, as a fraction of the page: to point at, it is drawn thinner."""
_ABOVE = 0.002
"""Room between a bar and the letters below it, as a fraction of the page."""
_GAP = 0.006
"""Room between a bar and the words of the column before, as a fraction of the page."""
_SAME = 0.001
_NEAR = 8
"""Tokens from a cut on among which the first with a place on the page is looked for."""


_CHOSEN = "sightline.compare.difference"
_WORDS = 60


class Two(NamedTuple):
    """Two chunkings of one stream, and where they cut."""

    one: ChunkingResult
    other: ChunkingResult
    cuts: Boundaries


def cut_marks(two: Two, pages: Sequence[int]) -> list[Mark]:
    """The bars on these 1-based pages; those of one cut share an id."""
    looks = (
        (two.cuts.both, MarkRole.CUT_BOTH, PLAIN),
        (two.cuts.one, MarkRole.CUT_ONE, ONE_SIDED[0]),
        (two.cuts.other, MarkRole.CUT_OTHER, ONE_SIDED[1]),
    )
    return [
        Mark(mark_id(token), box, cut_in_words(two, token), role, colour)
        for tokens, role, colour in looks
        for token in tokens
        for box in bars(two.one.stream, token)
        if box.page in pages
    ]


def mark_id(token: int) -> str:
    """The id of the bars where a chunk begins with this token."""
    return f"{_ID}{token}"


def token_of(mark: str) -> int | None:
    """The token of a bar that was clicked; None for any other mark."""
    _, is_cut, number = mark.partition(_ID)
    return int(number) if is_cut and number.isdecimal() else None


def cut_in_words(two: Two, token: int) -> str:
    """Which of the two cut here, and why."""
    sides = [(name, owner_at(result, token)) for name, result in (("A", two.one), ("B", two.other))]
    reasons = {name: reason_at(chunk, token) for name, chunk in sides}
    cutting = [name for name, reason in reasons.items() if reason]
    who = "Both cut here" if len(cutting) == 2 else f"Only {cutting[0]} cuts here"
    inside = [f"{name}: inside chunk {c.index + 1}" for name, c in sides if not reasons[name]]
    return "\n".join([who, *(f"{name}: {reasons[name]}" for name in cutting), *inside])


def reason_at(chunk: Chunk, token: int) -> str:
    """Why a piece of a chunk begins with this token; empty where none does."""
    if chunk.cut.start == token:
        return chunk.begins.reason
    goes_on = token in (start for start, _ in chunk.cut.further)
    return f"Chunk {chunk.index + 1} goes on here." if goes_on else ""


def bars(stream: TokenStream, token: int) -> Iterator[BoundingBox]:
    """A bar above the line from the first word on, and one in the margin where others precede."""
    words = stream.words(token, min(token + _NEAR, len(stream)))
    if not len(words):
        return
    table, word = stream.sir.words, int(words[0])
    line = int(table.line[word])
    first, last = np.searchsorted(table.line, [line, line + 1])
    left, top = table.boxes[first:last, :2].min(axis=0).tolist()
    right, start = float(table.boxes[first:last, 2].max()), float(table.boxes[word, 0])
    page = int(stream.sir.lines.page[line])
    margin = _margin(stream.sir, page, left, top)
    bar = BoundingBox(page, margin, max(top - _HEIGHT, 0.0), right, max(top - _ABOVE, _HEIGHT / 2))
    if start <= left + _SAME:
        yield bar
    else:
        yield replace(bar, right=left)
        yield replace(bar, left=start)


def _margin(sir: Sir, page: int, left: float, top: float) -> float:
    """Where a bar above a line begins: in its margin, but behind words of another column."""
    boxes = sir.words.boxes[sir.lines.page[sir.words.line] == page]
    beside = (boxes[:, 1] < top) & (top - _HEIGHT < boxes[:, 3]) & (boxes[:, 2] < left)
    nearest = float(boxes[beside, 2].max(initial=0.0))
    return min(max(left - _MARGIN, nearest + _GAP, 0.0), left)


def chosen_cut(two: Two) -> int | None:
    """The token at the cut that is looked at, if it is one of these chunkings."""
    document, token = state.kept(_CHOSEN, ("", -1))
    cuts = two.cuts
    known = document == two.one.document and token in {*cuts.both, *cuts.one, *cuts.other}
    return token if known else None


def choose_cut(two: Two, token: int) -> None:
    """Look at the cut before a token: on its page, with no chunk chosen."""
    state.keep(_CHOSEN, (two.one.document, token))
    page = int(two.one.stream.page[token])
    state.select(chunk=None, page=page or state.view().page)


def leave_cut() -> None:
    """Look at no cut."""
    state.keep(_CHOSEN, ("", -1))


def next_place(differing: Sequence[int], start: int, step: int) -> int | None:
    """The place of the first difference behind `start` (`step` 1), or of the last before it (-1).

    None where there is no further one.
    """
    if step > 0:
        place = bisect_right(differing, start)
        return place if place < len(differing) else None
    place = bisect_left(differing, start) - 1
    return place if place >= 0 else None


def steps(two: Two, page: int) -> None:
    """Ways to the previous and the next difference.

    Where none is, they go from the top of the 1-based `page`.
    """
    differing = two.cuts.differing
    chosen = chosen_cut(two)
    top = _top_of(two, page)
    starts = {1: top - 1, -1: top} if chosen is None else {1: chosen, -1: chosen}
    for name, icon, step, keys in (
        ("Previous difference", "arrow_upward", -1, "Alt+Up"),
        ("Next difference", "arrow_downward", 1, "Alt+Down"),
    ):
        place = next_place(differing, starts[step], step)
        st.button(
            name,
            icon=f":material/{icon}:",
            key=f"compare-step-{step}",
            disabled=place is None,
            on_click=choose_cut,
            args=(two, differing[place]) if place is not None else None,
            shortcut=keys,
            help="Goes to where only one of the two begins a chunk; both sides follow.",
        )


def step_in_words(two: Two) -> str:
    """Which difference is looked at, who cuts there and before which words; else how many are."""
    chosen = chosen_cut(two)
    differing = two.cuts.differing
    if not differing:
        return "Both cut at the same places."
    if chosen is None or chosen not in differing:
        count, noun = number_of(len(differing), "difference").split()
        return f"**{count}** {noun} in the document"
    who = cut_in_words(two, chosen).partition("\n")[0]
    words = two.one.stream.text(chosen, min(chosen + 12, len(two.one.stream)))
    before = " ".join(words.split())[:_WORDS]
    place = differing.index(chosen) + 1
    return f"**{place:,} of {len(differing):,}** · {plain(who)}, before “{plain(before)}…”"


def _top_of(two: Two, page: int) -> int:
    """The first token on a page, else 0."""
    here = np.flatnonzero(two.one.stream.page == page)
    return int(here[0]) if len(here) else 0
