"""How wide the columns of a table are, and the page that holds them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.errors import TooLarge
from core.library.typesetting.page_layout import A4, MARGIN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.library.typesetting.measuring import Ruler

GUTTER = 12.0
"""Points between two columns."""
_WIDEST, _NARROWEST = 220.0, 60.0
_WIDEST_PAGE = 14_000.0
"""The format allows no more than 14,400 points."""


def column_widths(rows: Sequence[Sequence[str]], ruler: Ruler) -> list[float]:
    """Width of each column without its gutter: as wide as its cells, within what fits a page.

    Raises:
        TooLarge: more columns than the widest page holds.
    """
    natural = [max(_natural(row[at], ruler) for row in rows) for at in range(len(rows[0]))]
    room = A4[1] - 2 * MARGIN - GUTTER * len(natural)
    widest = _WIDEST
    while widest > _NARROWEST and sum(min(width, widest) for width in natural) > room:
        widest -= 10.0
    widths = [min(width, widest) for width in natural]
    if sum(widths) + GUTTER * len(widths) > _WIDEST_PAGE:
        raise TooLarge(
            f"the table has {len(widths)} columns, more than fit a page. Split it into several "
            "files."
        )
    return widths


def page_size(widths: Sequence[float]) -> tuple[float, float]:
    """Upright if the columns fit, else on its side, and wider where even that is too narrow."""
    wanted = sum(widths) + GUTTER * len(widths) + 2 * MARGIN
    return A4 if wanted <= A4[0] else (max(A4[1], wanted), A4[0])


def _natural(cell: str, ruler: Ruler) -> float:
    """Width of the longest line of a cell, as far as columns may be wide."""
    longest = max((sum(map(ruler.width, line.split())) for line in cell.splitlines()), default=0.0)
    spaces = ruler.space * max((len(line.split()) - 1 for line in cell.splitlines()), default=0)
    return min(max(longest + spaces, 2 * ruler.size), _WIDEST) + 0.1
