"""A table element of a region that the layout model takes for a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.geometry import contains_centre
from core.parsing.tables.filling import table_element as filled
from core.parsing.tables.grid_refinement import refined
from core.parsing.tables.ruled import fits, ruled_grids
from core.parsing.tables.unruled import aligned_grids, words_inside
from core.reading.line import count_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.parsing.elements import Element
    from core.parsing.read_pages import TableGrid
    from core.reading.line import Line
    from core.reading.page_content import PageContent


def table_element(
    grid: TableGrid | None, lines: Sequence[Line], content: PageContent
) -> Element | None:
    """The table of a region with all words of `lines`; None if they form no table.

    Cells that are drawn hold where each of them is one cell, else the grid of the model.
    """
    drawn = _drawn(lines, content)
    if drawn is not None:
        return filled(drawn, lines, content.width)
    grid = grid or _aligned(lines, content)
    if grid is None:
        return None
    return filled(refined(grid, lines, content.vectors), lines, content.width)


def _aligned(lines: Sequence[Line], content: PageContent) -> TableGrid | None:
    """The grid of the columns of text in a region, if they hold most of its words."""
    for grid in aligned_grids(content, lines):
        inside, _ = words_inside(lines, grid.box)
        if count_words(inside) > 0.8 * count_words(lines):
            return grid
    return None


def _drawn(lines: Sequence[Line], content: PageContent) -> TableGrid | None:
    """The drawn grid that holds the words of a region and no others."""
    words = [box for line in lines for box in line.boxes]
    for grid, inside in ruled_grids(content):
        whole = all(contains_centre(grid.box, word) for word in words)
        if whole and count_words(inside) <= len(words):
            return grid if fits(grid, lines) else None
    return None
