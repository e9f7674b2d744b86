"""Changes between editions as marks on the pages of one of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from components.labels.editions import KIND_COLOURS, change_in_words
from components.widgets.page_view import Mark, MarkRole
from core.spans import LineBox, located

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from core.editions.difference import Change, Side
    from core.sir import Sir


def lines_of(sir: Sir, side: Side) -> list[LineBox]:
    """The lines of a whole passage."""
    return located(sir, side.spans)


def change_marks(
    sir: Sir,
    changes: Sequence[Change],
    shown: Sequence[int],
    pages: Collection[int],
    *,
    newer: bool,
) -> list[Mark]:
    """Marks of the changes (by their indexes) on these 1-based pages of an edition.

    Words that differ are filled; the rest of their passage, and what was only moved or renumbered,
    is outlined.
    """
    marks: list[Mark] = []
    for index in shown:
        change = changes[index]
        side = change.new if newer else change.old
        if side is None:
            continue
        colour, label = KIND_COLOURS[change.kind], change_in_words(change)
        for lines, role in (
            (located(sir, side.spans), MarkRole.HEADING),
            (located(sir, side.changed), MarkRole.OWN),
        ):
            marks += [
                Mark(str(index), line.box, label, role, colour, line.location)
                for line in lines
                if line.box.page in pages
            ]
    return marks
