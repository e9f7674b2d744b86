"""Where the lines of a block stand, which may go on in other columns and on other pages."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from core.geometry import BoundingBox, bounds, contains_centre, union

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.geometry import Box
    from core.parsing.adapters.mineru.blocks import Block, Sheet, TextLine

_MOST = 50
"""Columns that a block goes on in, from which on it is damaged."""


@dataclass(slots=True)
class _Part:
    """A block or one of its continuations, and the lines that stand in it."""

    sheet: Sheet
    edges: Box | None
    lines: list[Box] = field(default_factory=list)

    def box(self) -> BoundingBox | None:
        """The box around itself and its lines, which are its spans where they are finer."""
        whole = self.sheet.box(self.edges)
        finer = self.lines if any(line != self.edges for line in self.lines) else []
        spans = [box for line in finer if (box := self.sheet.box(line)) is not None]
        if not spans:
            return whole
        if whole is None:
            return union(spans)
        edges = bounds([whole.edges, *(span.edges for span in spans)])
        return BoundingBox(whole.page, *edges, tuple(spans))


def boxes_of(block: Block) -> tuple[BoundingBox, ...]:
    """A box for each column that its lines stand in; that of the block where none has a place."""
    parts = _parts(block, block.lines)
    filled = [part for part in parts if part.lines]
    if not filled and not any(line.crosses for line in block.lines):
        filled = parts[:1]
    return _boxes(filled)


def item_boxes(block: Block, lines: Sequence[TextLine]) -> tuple[BoundingBox, ...]:
    """Boxes of some lines of a block only."""
    parts = [part for part in _parts(block, lines) if part.lines]
    for part in parts:
        part.edges = None
    return _boxes(parts)


def _boxes(parts: Sequence[_Part]) -> tuple[BoundingBox, ...]:
    return tuple(box for part in parts if (box := part.box()) is not None)


def _parts(block: Block, lines: Sequence[TextLine]) -> list[_Part]:
    parts = [_Part(part.sheet, part.edges) for part in (block, *block.continued[:_MOST])]
    at = 0
    for line in lines:
        if line.edges is None:
            continue
        found = _part_of(line, parts, at)
        if found is not None:
            at = found
            parts[at].lines.append(line.edges)
    return parts


def _part_of(line: TextLine, parts: Sequence[_Part], at: int) -> int | None:
    """The number of the part that a line stands in, not before that of the line above."""
    possible = [
        number
        for number in range(at, len(parts))
        if _may_hold(parts[number].sheet.number, line, parts[0].sheet.number)
    ]
    assert line.edges is not None
    for number in possible:
        edges = parts[number].edges
        if edges is not None and contains_centre(edges, line.edges):
            return number
    return possible[0] if possible else None


def _may_hold(page: int, line: TextLine, own: int) -> bool:
    return page > own if line.crosses else page == line.page
