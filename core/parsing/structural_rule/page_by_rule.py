"""One page by rule: its tables and frames by their rulings, its columns in reading order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.geometry import area, contains_centre
from core.parsing.structural_rule.gutter_cut import reading_order
from core.parsing.structuring.angles import text_at_an_angle
from core.parsing.structuring.blocks import blocks
from core.parsing.structuring.drawings import drawings
from core.parsing.structuring.slots import Slot, figures
from core.parsing.tables.filling import table_element, words_by_cell
from core.parsing.tables.ruled import tables_and_layouts
from core.parsing.tables.unruled import aligned_grids, words_inside

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.geometry import Box
    from core.parsing.elements import Element
    from core.parsing.read_pages import TableGrid
    from core.parsing.structuring.classify import Classifier
    from core.reading.line import Line
    from core.reading.page_content import PageContent


def tables_by_rule(content: PageContent) -> list[Slot]:
    """A slot for each drawing and table, whose words are taken out of `content.lines`, and for
    each layout: what its frames hold is in lines of its own there.
    """
    tables, layouts = tables_and_layouts(content)
    slots = drawings(content, tables)
    shown = [slot.box for slot in slots]
    for grid, inside in tables:
        own = set(inside).intersection(content.lines)
        if own and not _is_in(shown, grid):
            content.lines = [line for line in content.lines if line not in own]
            slots.append(_slot(content, grid, [line for line in inside if line in own]))
    for grid in layouts:
        if not _is_in(shown, grid):
            frame = Slot(content.number, [""], [grid.box], 10.0, frames=_frames(content, grid))
            slots.append(frame)
    boxes = sorted((box for slot in slots for box in slot.frames), key=area)
    for lines in _by_frame(content.upright, boxes):
        for grid in aligned_grids(content, lines):
            inside, content.lines = words_inside(content.lines, grid.box)
            slots.append(_slot(content, grid, inside))
    return slots


def _is_in(shown: Sequence[Box], grid: TableGrid) -> bool:
    """Whether what looks like a grid is a part of a drawing."""
    return any(contains_centre(box, grid.box) for box in shown)


def _frames(content: PageContent, grid: TableGrid) -> tuple[Box, ...]:
    """The cells of a layout, from left to right and from the top down; parts lines at these."""
    inside, content.lines = words_inside(content.lines, grid.box)
    content.lines += [part for parts in words_by_cell(grid, inside) for part in parts]
    return tuple(cell.box for cell in grid.cells)


def _by_frame(lines: Sequence[Line], boxes: Sequence[Box]) -> list[list[Line]]:
    """The lines in each box, of several the first, then those in none."""
    parts: list[list[Line]] = [[] for _ in (*boxes, None)]
    for line in lines:
        inside = (at for at, box in enumerate(boxes) if contains_centre(box, line.box))
        parts[next(inside, -1)].append(line)
    return parts


def _slot(content: PageContent, grid: TableGrid, inside: list[Line]) -> Slot:
    return Slot.of(content.number, grid.box, table_element(grid, inside, content.width))


def columns_by_rule(
    content: PageContent, tables: Sequence[Slot], classifier: Classifier
) -> list[list[Element]]:
    """The elements of each column of a page in reading order; text at an angle comes last."""
    columns: list[list[Element]] = []
    for frame, column in _columns([*content.upright, *tables, *figures(content)], None, {}):
        columns.append(classifier.column(blocks(column), content.height))
        for element in columns[-1]:
            element.frame = frame
    return [*columns, text_at_an_angle(content.visible, classifier.body)]


def _columns(
    pieces: Sequence[Line], frame: Box | None, by_layout: dict[int, list[list[Line]]]
) -> Iterator[tuple[Box | None, list[Line]]]:
    """Groups of lines in reading order, each with its frame; frames side by side one by one.

    `by_layout` gathers the lines by the frames of each layout.
    """
    layouts = [piece for piece in pieces if isinstance(piece, Slot) and piece.frames]
    rest = list(pieces)
    for layout in sorted(layouts, key=lambda slot: -area(slot.box)):
        inside = any(piece is layout for piece in rest)  # else it stands in a frame of a larger one
        if inside and id(layout) not in by_layout:
            others = [piece for piece in rest if piece is not layout]
            *by_layout[id(layout)], rest = _by_frame(others, layout.frames)
            rest.append(layout)
    for column in reading_order(rest):
        start = 0
        for at, piece in enumerate(column):
            if isinstance(piece, Slot) and piece.frames:
                if at > start:
                    yield frame, column[start:at]
                for box, lines in zip(piece.frames, by_layout[id(piece)], strict=True):
                    yield from _columns(lines, box, by_layout)
                start = at + 1
        if start < len(column):
            yield frame, column[start:]
