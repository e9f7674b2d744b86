"""Tables of Unstructured: HTML or a list of cells, beside the words of the table as one text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from core.parsing.adapters.json_values import mappings, string, whole
from core.parsing.adapters.structure import with_corners
from core.parsing.adapters.tables import NativeCell, fill_table, html_cells, spanned

if TYPE_CHECKING:
    from core.parsing.adapters.native import NativeElement

_LARGEST_TEXT = 100_000
"""Characters of a table whose words are looked for anywhere in its cells."""


def fill(table: NativeElement, metadata: dict[str, Any]) -> None:
    """Gives a table its cells; of its own text stays what none of them has.

    The words come from the page and the cells from a model, which may leave words out.
    """
    cells = html_cells(string(metadata.get("text_as_html"))) or _cells(metadata)
    if not any(cell.text for cell in cells):
        return
    fill_table(table, with_corners(cells))
    table.text = _words_beyond(table.text, [cell.text for cell in cells])


def _words_beyond(text: str, cells: list[str]) -> str:
    """The words of a table that none of its cells has, however the cells divide them."""
    words = {word for cell in cells for word in cell.split()}
    missing = {word for word in text.split() if word not in words}
    if missing and len(text) <= _LARGEST_TEXT:
        letters = "".join("".join(cell.split()) for cell in cells)
        missing = {word for word in missing if word not in letters}
    return " ".join(word for word in text.split() if word in missing)


def _cells(metadata: dict[str, Any]) -> list[NativeCell]:
    cells: list[NativeCell] = []
    for row in mappings(metadata.get("table_as_cells")):
        down, across = (max(whole(row.get(name)) or 0, 0) for name in ("y", "x"))
        rows, columns = (spanned(whole(row.get(name))) for name in ("h", "w"))
        cells.append(NativeCell(down, across, string(row.get("content")), rows, columns))
    return cells
