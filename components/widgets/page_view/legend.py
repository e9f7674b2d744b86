"""What the ways of drawing a mark mean."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components.widgets.legend_line import legend_line
from components.widgets.page_view.marks import Mark, MarkRole
from core.colours import EXPLAINS, ONE_SIDED, PLAIN
from core.sir import Location

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_SWATCH = "display:inline-block;width:1.5em;height:.85em;margin-right:.4em;vertical-align:-.05em;"
_BAR = f"{_SWATCH}box-sizing:border-box;height:.5em;background:#fff;outline:2px solid #fff;"
_LOOKS = {
    MarkRole.OVERLAP: (
        f"{_SWATCH}box-sizing:border-box;border-bottom:2px dashed #5b7a96;background:#e8eff5",
        "repeated from its neighbour",
    ),
    MarkRole.HEADING: (f"{_SWATCH}outline:2px solid #5b7a96", "heading put in front"),
    MarkRole.SUPPLEMENT: (
        f"{_SWATCH}box-sizing:border-box;border-bottom:4px double {EXPLAINS};background:#f8e4f1",
        "explains the passage from elsewhere",
    ),
    MarkRole.CUT_ONE: (f"{_BAR}border-top:3px solid {ONE_SIDED[0]}", "only A cuts here"),
    MarkRole.CUT_OTHER: (f"{_BAR}border-top:3px dashed {ONE_SIDED[1]}", "only B cuts here"),
    MarkRole.CUT_BOTH: (f"{_BAR}border-top:2px solid {PLAIN}", "both cut here"),
    MarkRole.CUT_BEGINS: (f"{_BAR}border-top:3px solid {ONE_SIDED[1]}", "a chunk begins"),
    MarkRole.CUT_JOINED: (
        f"{_BAR}border-top:3px dotted {PLAIN}",
        "kept together with what stands above",
    ),
    MarkRole.POINTS: (f"{_SWATCH}outline:2px solid {EXPLAINS}", "needs what stands before"),
}
_MOST_COLOURS = 3
_APPROXIMATE = (f"{_SWATCH}border:2px dashed #5b7a96", "place only approximate")


def legend(marks: Sequence[Mark]) -> None:
    """One line that explains the ways of drawing which occur, and counts what has no place."""
    entries = legend_entries(marks)
    if entries:
        legend_line(entries)
    lost = len({mark.id for mark in marks if mark.location is Location.UNLOCATED})
    if lost:
        st.caption(f"Not drawn, because the place on the page is not known: {lost}.")


def legend_entries(marks: Sequence[Mark]) -> list[tuple[str, str]]:
    """Style and words of each way of drawing that occurs among the marks."""
    drawn = [mark for mark in marks if mark.location is not Location.UNLOCATED]
    roles = {mark.role for mark in drawn}
    entries = _own(mark for mark in drawn if mark.role is MarkRole.OWN)
    entries += [look for role, look in _LOOKS.items() if role in roles]
    if any(mark.location is Location.APPROXIMATE for mark in drawn):
        entries.append(_APPROXIMATE)
    return entries


def _own(marks: Iterable[Mark]) -> list[tuple[str, str]]:
    """Lines of passages as a swatch of their own colours, side by side up to three of them."""
    marks = list(marks)
    colours = list(dict.fromkeys(mark.colour for mark in marks))[:_MOST_COLOURS]
    if not colours:
        return []
    width = 100 / len(colours)
    bands = (
        f"color-mix(in srgb,{colour} 35%,white) {at * width:.0f}% {(at + 1) * width:.0f}%"
        for at, colour in enumerate(colours)
    )
    several = len({mark.id for mark in marks}) > 1
    words = "lines of a passage, each in its colour" if several else "lines of the passage"
    return [(f"{_SWATCH}background:linear-gradient(90deg,{','.join(bands)})", words)]
