"""Paragraphs, items and tables that a column or page break cut, made whole."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.parsing.elements import Element
from core.parsing.structuring.key_values.by_colon import pairs_of
from core.parsing.structuring.markers import CAPTION
from core.parsing.structuring.sentence_ends import without_marks
from core.sir import LISTING, SET_ASIDE, ElementType
from core.text.sentences import breaks_off

if TYPE_CHECKING:
    from collections.abc import Sequence

BETWEEN = SET_ASIDE | {ElementType.FOOTNOTE}
"""Classes that may stand between two parts of a table."""

TEXT = frozenset({ElementType.PARAGRAPH, ElementType.LIST_ITEM})

PASSED_OVER = BETWEEN | {ElementType.FIGURE, ElementType.CAPTION, ElementType.TABLE}
"""Classes that may stand between the two parts of a paragraph."""

APART = 0.06
"""Share of the page width by which the columns of two parts of a table may differ."""

MOST_HEADERS = 4
"""Rows at the beginning of a part that may repeat those of the first, at most."""

CLOSED = tuple(".!?:;\u201d\u00bb")
"""Characters with which a text that does not go on ends."""

FULL = 0.7
"""Least share of the longest line of a paragraph that a line within it has."""

RUNNING = 15
"""Words of a line between two pages at most that may be running text."""


def continue_text(columns: Sequence[Sequence[Element]]) -> list[Element]:
    """All elements in order, the first text of a column joined to what it continues.

    What stands in a frame goes on in it alone, and the text around it behind it.
    """
    joined: list[Element] = []
    for column in columns:
        rest = list(column)
        place = next((i for i, e in enumerate(rest) if e.type not in PASSED_OVER), None)
        frame = rest[0].frame if rest else None
        others = (e for e in reversed(joined) if e.frame == frame)
        before = next((e for e in others if e.type not in PASSED_OVER), None)
        if place is not None and before is not None and _continues(before, rest[place]):
            before.lines += rest.pop(place).lines
        joined += rest
    return joined


def _continues(before: Element, element: Element) -> bool:
    """Whether `element` goes on with the sentence that `before` leaves open."""
    if before.type not in TEXT or element.type is not ElementType.PARAGRAPH:
        return False
    if (LISTING in before.metadata) != (LISTING in element.metadata):
        return False
    last, first = before.lines[-1], element.lines[0]
    near = first.page - last.page in (0, 1) and element.location == before.location
    if not near or abs(first.size - last.size) > 0.12 * last.size or first.bold != last.bold:
        return False
    start = next((char for char in element.text if char.isalnum()), "")
    end = before.text[-1]
    if end in "-\u00ad\u2010,":
        return start.islower() or start.isdigit() or end == ","
    if without_marks(before.text).endswith(CLOSED):
        return False
    if start.islower():
        return True
    paired = not breaks_off(before.text) and bool(pairs_of(before) or pairs_of(element))
    return first.angle == last.angle and not paired and _is_full(before)


def _is_full(element: Element) -> bool:
    """Whether the last of several lines is about as long as they are, as within a paragraph."""
    *above, last = element.lines
    widest = max((line.right - line.left for line in above), default=0.0)
    return bool(above) and last.right - last.left >= FULL * widest


def continue_tables(elements: Sequence[Element]) -> list[Element]:
    """Elements with the parts of a table that a page break cut made one.

    Header rows that are repeated on the next page are set aside. Rows keep their order, and `row`
    of their cells counts on.
    """
    joined: list[Element] = []
    table: _Table | None = None
    between: list[Element] = []
    for element in elements:
        if table is not None and _is_between(element):
            between.append(element)
        elif table is not None and table.takes(element, any(map(_may_be_running, between))):
            joined += [*between, *table.add(element)]
            between = []
        else:
            joined += [*between, element]
            between = []
            table = _Table(element) if element.type is ElementType.TABLE else None
    return [*joined, *between]


class _Table:
    """A table to which the parts on the pages after it are added."""

    def __init__(self, element: Element) -> None:
        self._element = element
        self._page = _last_page(element)
        self._rows = _count(element)

    def takes(self, other: Element, apart: bool = False) -> bool:
        """Whether a table on the next page is a part of this one.

        Where text stands `apart` between the two, it must repeat the header.
        """
        if other.type is not ElementType.TABLE or other.aside:
            return False
        lines = next((row.all_lines() for row in other.children if row.all_lines()), [])
        if not lines or lines[0].page != self._page + 1:
            return False
        own, others = _columns(self._element), _columns(other)
        if len(own) != len(others) or not own:
            return False
        aligned = all(abs(a - b) < APART for a, b in zip(own, others, strict=True))
        goes_on = aligned and not apart and not _has_header(other)
        return goes_on or _repeated(self._element, other) > 0

    def add(self, other: Element) -> list[Element]:
        """Adds the rows of another part; its repeated header rows, to be set aside."""
        count = _repeated(self._element, other)
        more = _count(other) - count
        for cell in other.children[0].children if not count else ():
            cell.metadata.pop("header", None)
        for row in other.children[count:]:
            for cell in row.children:
                if "row" in cell.metadata:
                    cell.metadata["row"] = str(int(cell.metadata["row"]) - count + self._rows)
        self._rows += more
        self._page = _last_page(other)
        self._element.children += other.children[count:]
        return [
            Element(row.type, children=row.children, aside="repeated table header")
            for row in other.children[:count]
        ]


def _is_between(element: Element) -> bool:
    """Whether an element does not end a table: set aside, a note, a short line."""
    return bool(element.aside) or element.type in BETWEEN or _may_be_running(element)


def _may_be_running(element: Element) -> bool:
    """Whether an element is a short line, as running text between two pages is."""
    if element.aside or element.type is not ElementType.PARAGRAPH or len(element.lines) != 1:
        return False
    return len(element.lines[0].words) <= RUNNING and not CAPTION.match(element.text)


def _columns(table: Element) -> list[float]:
    return [float(x) for x in table.metadata.get("columns", "").split(",") if x]


def _has_header(table: Element) -> bool:
    """Whether a table begins with headers; few words are the rest of a row that was cut."""
    first = table.children[0].children if table.children else []
    filled = sum(bool(cell.text) for cell in first)
    return filled * 2 > len(first) and all("header" in cell.metadata for cell in first)


def _count(table: Element) -> int:
    """Rows of a table, those included that only cells from above reach into."""
    last = table.children[-1].children if table.children else []
    rows = [int(cell.metadata["row"]) for cell in last if "row" in cell.metadata]
    return max([len(table.children) - 1, *rows]) + 1


def _last_page(table: Element) -> int:
    for row in reversed(table.children):
        if lines := row.all_lines():
            return max(line.page for line in lines)
    return 0


def _repeated(table: Element, other: Element) -> int:
    """How many rows at the beginning of a continued table repeat those of its first part."""
    count = 0
    for row, other_row in zip(table.children, other.children[:MOST_HEADERS], strict=False):
        if _row_text(row) != _row_text(other_row) or not _row_text(row):
            break
        count += 1
    return count


def _row_text(row: Element) -> str:
    return re.sub(r"\s+", " ", " | ".join(cell.text for cell in row.children)).strip(" |")
