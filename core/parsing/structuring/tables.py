"""Tables that a page break cut, made whole."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.parsing.elements import Element
from core.sir import ElementType

if TYPE_CHECKING:
    from collections.abc import Sequence


def continue_tables(elements: Sequence[Element]) -> list[Element]:
    """Elements with the parts of a table that a page break cut made one.

    A header row that is repeated on the next page is set aside.
    """
    joined: list[Element] = []
    last: Element | None = None
    for element in elements:
        follows = last is not None and _continues(last, element)
        if follows and last is not None:
            repeated = _repeated_header(last, element)
            last.children += element.children[repeated:]
            joined += [
                Element(row.type, children=row.children, aside="repeated table header")
                for row in element.children[:repeated]
            ]
            continue
        joined.append(element)
        if not element.aside and element.type is not ElementType.FOOTNOTE:
            last = element if element.type is ElementType.TABLE else None
    return joined


def _continues(table: Element, other: Element) -> bool:
    if other.type is not ElementType.TABLE or "columns" not in other.metadata:
        return False
    lines, more = table.all_lines(), other.all_lines()
    if not lines or not more or more[0].page != max(line.page for line in lines) + 1:
        return False
    one, two = (
        [float(x) for x in element.metadata["columns"].split(",")] for element in (table, other)
    )
    return len(one) == len(two) and all(abs(a - b) < 0.03 for a, b in zip(one, two, strict=True))


def _repeated_header(table: Element, other: Element) -> int:
    """How many rows at the beginning of a continued table repeat those of its first part."""
    count = 0
    for one, two in zip(table.children, other.children, strict=False):
        if _row_text(one) != _row_text(two) or not _row_text(one) or count == 3:
            break
        count += 1
    return count


def _row_text(row: Element) -> str:
    return re.sub(r"\s+", " ", " | ".join(cell.text for cell in row.children)).strip(" |")
