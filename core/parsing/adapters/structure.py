"""What several parsers leave open: levels of headings, order of captions, corners of tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.parsing.structuring.markers import numbering
from core.sir import ElementType

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from core.parsing.adapters.native import NativeElement
    from core.parsing.adapters.tables import NativeCell


def heading_level(text: str, given: int | None) -> int:
    """The level of a heading, at least 1.

    Parsers that put all headings on level 1 have not looked: the number of the heading says more.
    """
    number = numbering(text)
    return given if given is not None and given > 1 else number.depth if number else 1


def with_captions(holder: NativeElement, attached: Sequence[NativeElement]) -> list[NativeElement]:
    """A figure, table or listing between its captions and notes, in the order of the page.

    A caption that begins above what it describes is read before it.
    """
    before: list[NativeElement] = []
    after: list[NativeElement] = []
    for element in attached:
        if element.type is ElementType.CAPTION:
            element.caption_of = element.caption_of or holder
        (before if _is_above(element, holder) else after).append(element)
    return [*before, holder, *after]


def _is_above(element: NativeElement, holder: NativeElement) -> bool:
    if not element.boxes or not holder.boxes or element.type is not ElementType.CAPTION:
        return False
    first, second = element.boxes[0], holder.boxes[0]
    return (first.page, first.top) < (second.page, second.top)


def with_corners(cells: Iterable[NativeCell]) -> list[NativeCell]:
    """The cells, empty ones among headers as headers too: they are corners of the head."""
    result = list(cells)
    rows: dict[int, list[NativeCell]] = {}
    for cell in result:
        rows.setdefault(cell.row, []).append(cell)
    for row in rows.values():
        filled = [cell for cell in row if cell.text.strip() or cell.children]
        if filled and all(cell.header for cell in filled):
            for cell in row:
                cell.header = True
    return result
