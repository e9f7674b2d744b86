"""Cells of the HTML that MinerU writes for a table, and what of its text stands in no cell."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from selectolax.lexbor import LexborHTMLParser

from core.parsing.adapters.tables import html_cells

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

    from core.parsing.adapters.tables import NativeCell

_ESCAPED = re.compile(r"\\([%&#$])")
"""Escapes of LaTeX, which the first table models wrote before they wrote HTML."""

_TAG = re.compile(r"<[^<>]*>")
_MOST_BETWEEN = 20
"""Elements between a table and the cell that it stands in."""


def cells_and_rest(html: str) -> tuple[list[NativeCell], str]:
    """The cells of all tables in a piece of HTML, those of the second one below the first.

    A table in a cell is text of that cell. The rest is what stands outside of cells, as captions.
    """
    if not html_cells(html):
        return [], " ".join(_TAG.sub(" ", html).split())
    parser = LexborHTMLParser(html)
    tables = [table for table in parser.css("table") if not _is_inner(table)]
    cells: list[NativeCell] = []
    rest: list[str] = []
    first = 0
    for table in tables:
        rest += [caption.text(separator=" ") for caption in table.css("caption")]
        for cell in html_cells(table.html or ""):
            cell.row += first
            cell.text = _ESCAPED.sub(r"\1", cell.text)
            cells.append(cell)
        first = cells[-1].row + 1 if cells else 0
    for table in tables:
        table.decompose()
    rest.append(parser.body.text(separator=" ") if parser.body else "")
    return cells, _ESCAPED.sub(r"\1", " ".join(" ".join(rest).split()))


def _is_inner(table: LexborNode) -> bool:
    """Whether a table stands in a cell of another one."""
    node = table.parent
    for _ in range(_MOST_BETWEEN):
        if node is None or node.tag in ("td", "th"):
            break
        node = node.parent
    return node is not None and node.tag in ("td", "th")
