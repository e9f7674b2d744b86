"""Cells of the HTML that MinerU writes for a table, and what of its text stands in no cell."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.parsing.adapters.tables import html_tables

if TYPE_CHECKING:
    from core.parsing.adapters.tables import NativeCell

_ESCAPED = re.compile(r"\\([%&#$])")
"""Escapes of LaTeX, which the first table models wrote before they wrote HTML."""


def cells_and_rest(html: str) -> tuple[list[NativeCell], str]:
    """The cells and the other text of tables, without escapes; see `html_tables`."""
    cells, rest = html_tables(html)
    for cell in cells:
        cell.text = _ESCAPED.sub(r"\1", cell.text)
    return cells, _ESCAPED.sub(r"\1", rest)
