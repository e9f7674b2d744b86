"""Going from one place where only one of two chunkings cuts to the next."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

import numpy as np
import streamlit as st

from components import state
from components.chunks.compare_marks import cut_in_words
from components.foreign_text import plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from components.chunks.compare_marks import Two

_CHOSEN = "sightline.compare.difference"
_WORDS = 60


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
        return f"**{len(differing):,}** differences in the document"
    who = cut_in_words(two, chosen).partition("\n")[0]
    words = two.one.stream.text(chosen, min(chosen + 12, len(two.one.stream)))
    before = " ".join(words.split())[:_WORDS]
    place = differing.index(chosen) + 1
    return f"**{place:,} of {len(differing):,}** · {plain(who)}, before “{plain(before)}…”"


def _top_of(two: Two, page: int) -> int:
    """The first token on a page, else 0."""
    here = np.flatnonzero(two.one.stream.page == page)
    return int(here[0]) if len(here) else 0
