"""Tables of a web page: which of them hold data, and where their cells stand."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from core.cell_place import CellPlace
from core.library.structured.dom import HEADINGS, attribute, shown_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from selectolax.lexbor import LexborNode

_MOST_COLUMNS = 300
"""What claims to have more is not a table that anybody reads."""
_PAGE, _HEADING = "main, article", ", ".join(HEADINGS)


class PlacedCell(NamedTuple):
    """A cell and where it stands."""

    node: LexborNode
    place: CellPlace


def is_layout(table: LexborNode) -> bool:
    """Whether a table only arranges a page, as those did that were made before style sheets.

    One that names its columns, rows or itself holds data, unless most of it are other tables. So
    does a grid that says it is a table, as files of word processors do: tables may stand in it.
    """
    role = attribute(table, "role")
    if role in ("presentation", "none"):
        return True
    rows = [list(_cells(row)) for row in table_rows(table)]
    if any(cell.css_first(_PAGE) is not None for row in rows for cell in row):
        return True
    if _holds_mostly_tables(table, rows):
        return True
    if any(part.tag in ("caption", "thead") for part in table.iter()):
        return False
    if any(cell.tag == "th" for row in rows for cell in row):
        return False
    grid = len(rows) > 1
    parts = "form, nav" if grid and role == "table" else "table, form, nav"
    return max(map(len, rows), default=0) < 2 or any(
        _is_part_of_page(cell, parts, beside=grid and len(row) > 1) for row in rows for cell in row
    )


def _holds_mostly_tables(table: LexborNode, rows: Sequence[Sequence[LexborNode]]) -> bool:
    inner = [cell.css_first("table") for row in rows for cell in row]
    characters = sum(len(shown_text(each)) for each in inner if each is not None)
    return characters > 0 and 2 * characters > len(shown_text(table))


def _is_part_of_page(cell: LexborNode, parts: str, *, beside: bool) -> bool:
    """Whether a cell holds what no cell of data does: `parts`, or a heading, but one `beside`
    others may name them."""
    if cell.css_first(parts) is not None:
        return True
    heading = cell.css_first(_HEADING)
    return heading is not None and not (beside and shown_text(cell) == shown_text(heading))


def table_rows(table: LexborNode) -> Iterator[LexborNode]:
    """The rows of a table, without those of tables in its cells."""
    for part in table.iter():
        if part.tag == "tr":
            yield part
        elif part.tag in ("thead", "tbody", "tfoot"):
            yield from (row for row in part.iter() if row.tag == "tr")


def placed_cells(table: LexborNode) -> list[list[PlacedCell]]:
    """The cells of each row, placed as browsers do it; columns in which none begins are dropped."""
    rows = list(table_rows(table))
    busy: dict[int, int] = {}
    placed = [_row(row, at, len(rows), busy) for at, row in enumerate(rows)]
    rank = _ranks([cell.place for row in placed for cell in row])
    return [[_renumbered(cell, rank) for cell in row] for row in placed]


def _cells(row: LexborNode) -> Iterator[LexborNode]:
    return (cell for cell in row.iter() if cell.tag in ("td", "th"))


def _row(row: LexborNode, at: int, count: int, busy: dict[int, int]) -> list[PlacedCell]:
    """The cells of a row; `busy` has the row up to which each column is taken from above."""
    placed: list[PlacedCell] = []
    column = 0
    in_head = row.parent is not None and row.parent.tag == "thead"
    for cell in _cells(row):
        while busy.get(column, 0) > at:
            column += 1
        rows = min(_span(cell, "rowspan", zero=count), count - at)
        columns = min(_span(cell, "colspan"), max(_MOST_COLUMNS - column, 1))
        header = in_head or cell.tag == "th"
        placed.append(PlacedCell(cell, CellPlace(at, column, rows, columns, header)))
        busy.update(dict.fromkeys(range(column, column + columns), at + rows))
        column += columns
    return placed


def _span(cell: LexborNode, name: str, zero: int = 1) -> int:
    value = attribute(cell, name).strip()
    if not (value.isascii() and value.isdecimal()):
        return 1
    return int(value[:5]) or zero


def _ranks(places: Sequence[CellPlace]) -> dict[int, int]:
    return {column: rank for rank, column in enumerate(sorted({p.column for p in places}))}


def _renumbered(cell: PlacedCell, rank: dict[int, int]) -> PlacedCell:
    place = cell.place
    covered = [c for c in range(place.column, place.column + place.columns) if c in rank]
    columns = max(len(covered), 1)
    return PlacedCell(cell.node, place._replace(column=rank[place.column], columns=columns))
