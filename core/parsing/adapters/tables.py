"""Tables of native outputs: from cells, from HTML and from Markdown, with their spans."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import unescape
from typing import TYPE_CHECKING

from selectolax.lexbor import LexborHTMLParser

from core.cell_place import CellPlace
from core.parsing.adapters.markdown_text import plain
from core.parsing.adapters.native import NativeElement
from core.sir import ElementType

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from selectolax.lexbor import LexborNode

    from core.geometry import BoundingBox

MOST_SPANNED = 1000
"""Rows or columns that one cell may cover; what claims more is damaged."""
_MOST_COVERED = 1_000_000
"""Columns that all cells of a table together may cover for the rows below."""
_MOST_OPEN = 20_000
"""Tags without an end tag; the time that they take to be read grows with the square of them."""
_MOST_BETWEEN = 20
"""Elements between a table and the cell that it stands in."""
_TAG = re.compile(r"<[^<>]*>")
_RULE = re.compile(r":?-+:?")
_PIPE = re.compile(r"(?<!\\)\|")


@dataclass(slots=True)
class NativeCell:
    """A cell at a row and column (from 0), what it spans, its text and its boxes."""

    row: int
    column: int
    text: str
    rows: int = 1
    columns: int = 1
    header: bool = False
    boxes: tuple[BoundingBox, ...] = ()
    pages: tuple[int, ...] = ()
    children: list[NativeElement] = field(default_factory=list)


def fill_table(table: NativeElement, cells: Iterable[NativeCell]) -> NativeElement:
    """The table with a row for each that cells begin in, in the order of rows and columns."""
    rows: dict[int, list[NativeCell]] = {}
    for cell in cells:
        rows.setdefault(cell.row, []).append(cell)
    for _, row in sorted(rows.items()):
        row.sort(key=lambda cell: cell.column)
        children = [_element(cell, table) for cell in row]
        table.children.append(NativeElement(ElementType.TABLE_ROW, children=children))
    return table


def _element(cell: NativeCell, table: NativeElement) -> NativeElement:
    place = CellPlace(cell.row, cell.column, cell.rows, cell.columns, cell.header)
    return NativeElement(
        ElementType.TABLE_CELL,
        cell.text,
        cell.boxes,
        cell.pages or table.pages,
        children=cell.children,
        metadata=place.metadata,
    )


def html_cells(html: str) -> list[NativeCell]:
    """The cells of the first table in a piece of HTML; none where there is no table.

    A cell that is covered by another one from above moves to the next free column, as browsers
    place it. Damaged HTML, which opens tags without end, has no cells either.
    """
    if html.count("<") - 2 * html.count("</") > _MOST_OPEN:
        return []
    table = LexborHTMLParser(html).css_first("table")
    return [] if table is None else list(_cells(table))


def _cells(table: LexborNode) -> Iterator[NativeCell]:
    places = GridPlaces()
    for row, node in enumerate(_rows(table)):
        in_head = node.parent is not None and node.parent.tag == "thead"
        for cell in node.iter(include_text=False):
            if cell.tag not in ("td", "th"):
                continue
            rows, columns = _span(cell, "rowspan"), _span(cell, "colspan")
            text = " ".join(cell.text(separator=" ").split())
            column = places.take(row, rows, columns)
            yield NativeCell(row, column, text, rows, columns, in_head or cell.tag == "th")


def html_tables(html: str) -> tuple[list[NativeCell], str]:
    """The cells of all tables in a piece of HTML, those of the second one below the first.

    A table in a cell is text of that cell. The rest is what stands outside of cells, as captions.
    """
    if not html_cells(html):
        return [], " ".join(unescape(_TAG.sub(" ", html)).split())
    parser = LexborHTMLParser(html)
    tables = [table for table in parser.css("table") if not _is_inner(table)]
    cells: list[NativeCell] = []
    rest: list[str] = []
    first = 0
    for table in tables:
        rest += [caption.text(separator=" ") for caption in table.css("caption")]
        for cell in _cells(table):
            cell.row += first
            cells.append(cell)
        first = cells[-1].row + 1 if cells else 0
    for table in tables:
        table.decompose()
    rest.append(parser.body.text(separator=" ") if parser.body else "")
    return cells, " ".join(" ".join(rest).split())


def _is_inner(table: LexborNode) -> bool:
    """Whether a table stands in a cell of another one."""
    node = table.parent
    for _ in range(_MOST_BETWEEN):
        if node is None or node.tag in ("td", "th"):
            break
        node = node.parent
    return node is not None and node.tag in ("td", "th")


class GridPlaces:
    """Gives cells, row by row, the columns that cells before and above them leave free."""

    def __init__(self) -> None:
        """Of a table without cells."""
        self._row = -1
        self._column = 0
        self._free_from: dict[int, int] = {}
        self._covered = 0

    def take(self, row: int, rows: int, columns: int) -> int:
        """The first column of the next cell of a row, which spans so many rows and columns.

        The spans of a table together are limited, since damaged ones cover any number of places.
        """
        if row != self._row:
            self._row, self._column = row, 0
        while self._column < MOST_SPANNED and self._free_from.get(self._column, 0) > row:
            self._column += 1
        column = self._column
        covered = range(column, min(column + columns, MOST_SPANNED))
        self._covered += len(covered)
        if self._covered <= _MOST_COVERED:
            self._free_from.update(dict.fromkeys(covered, row + rows))
        self._column = column + columns
        return column


def _rows(table: LexborNode) -> Iterator[LexborNode]:
    """The rows of a table, without those of tables in its cells."""
    for part in table.iter(include_text=False):
        if part.tag == "tr":
            yield part
        elif part.tag in ("thead", "tbody", "tfoot"):
            yield from (row for row in part.iter(include_text=False) if row.tag == "tr")


def _span(cell: LexborNode, name: str) -> int:
    value = (cell.attributes.get(name) or "").strip()
    # A number of thousands of digits is none that `int` would read.
    return spanned(int(value[:9]) if value.isdecimal() else None)


def spanned(count: int | None) -> int:
    """Rows or columns that a cell covers by what is said of it; one where nothing is."""
    return min(max(count or 1, 1), MOST_SPANNED)


def markdown_cells(markdown: str) -> list[NativeCell]:
    """The cells of a Markdown table; rows above the rule are headers. None where it is no table."""
    rows = [_split(line) for line in markdown.splitlines() if "|" in line]
    rule = next((at for at, row in enumerate(rows) if all(map(_RULE.fullmatch, row))), None)
    if rule is not None:
        del rows[rule]
    return [
        NativeCell(at, column, text, header=rule is not None and at < rule)
        for at, row in enumerate(rows)
        for column, text in enumerate(row)
    ]


def _split(line: str) -> list[str]:
    return [plain(cell) for cell in _PIPE.split(line.strip().removeprefix("|").removesuffix("|"))]
