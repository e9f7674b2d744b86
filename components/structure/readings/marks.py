"""The elements of two trees as boxes on a page, coloured by what the other tree makes of them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from components.labels.routes import CHANGES
from components.widgets.legend_line import filled, legend_line, outlined
from components.widgets.node_marks import describe
from components.widgets.page_view import Mark, MarkRole
from core.colours import CYCLE, PLAIN
from core.parsing.tree_comparison import Change

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from core.sir import Sir

COLOUR = {
    Change.SAME: PLAIN,
    Change.RENAMED: CYCLE[1],
    Change.DIVIDED: CYCLE[2],
    Change.MISSING: CYCLE[5],
}
"""Of an element that stands beside the other tree."""

SIDES = {"now": CYCLE[0], "other": CYCLE[5]}
"""Of all elements of a tree, where both are drawn on one page."""


def change_marks(sir: Sir, changes: Mapping[int, Change], page: int, side: str) -> Iterator[Mark]:
    """A box for each element on a page: outlined what is the same, filled what differs."""
    for index, change in changes.items():
        role = MarkRole.HEADING if change is Change.SAME else MarkRole.OWN
        yield from _marks(sir, index, page, side, f": {CHANGES[change]}", role, COLOUR[change])


def side_marks(sir: Sir, changes: Mapping[int, Change], page: int, side: str) -> Iterator[Mark]:
    """A box for each element on a page, all in the colour of their tree."""
    role = MarkRole.OWN if side == "now" else MarkRole.HEADING
    for index in changes:
        yield from _marks(sir, index, page, side, "", role, SIDES[side])


def mark_id(side: str, index: int) -> str:
    """What a click on a box gives: the tree, and the element in it."""
    return f"{side}-{index}"


def from_mark(mark: str) -> tuple[str, int] | None:
    """The tree and the element of a box that was clicked."""
    side, _, index = mark.partition("-")
    return (side, int(index)) if side in SIDES and index.isdecimal() else None


def _marks(
    sir: Sir, index: int, page: int, side: str, note: str, role: MarkRole, colour: str
) -> Iterator[Mark]:
    node = sir.nodes[index]
    label = f"{describe(sir, index)}{note}"
    below = sir.walk(index) if index < sir.flow and not node.text else (index,)
    boxes = [box for index_below in below for box in sir.boxes(index_below) if box.page == page]
    if boxes:
        whole = replace(
            boxes[0],
            left=min(box.left for box in boxes),
            top=min(box.top for box in boxes),
            right=max(box.right for box in boxes),
            bottom=max(box.bottom for box in boxes),
            spans=(),
        )
        yield Mark(mark_id(side, index), whole, label, role, colour, node.location)


def change_legend() -> None:
    """The colours of differences."""
    legend_line(
        (outlined(COLOUR[kind]) if kind is Change.SAME else filled(COLOUR[kind]), words)
        for kind, words in CHANGES.items()
    )


def side_legend(other: str) -> None:
    """The colours of the two trees, drawn on one page."""
    legend_line([(filled(SIDES["now"]), "now"), (outlined(SIDES["other"]), other)])
