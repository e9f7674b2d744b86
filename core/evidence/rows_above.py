"""Rows of tables whose cells say no more than "as above", and the row that they mean by it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.evidence.table_rows import row_of, row_spans
from core.text.word_tables import word_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.sir import Sir
    from core.spans import Span

_ABOVE = re.compile(rf"(?:{'|'.join(word_table(__file__)['above'])})\W*", re.IGNORECASE)


def row_meant_above(sir: Sir, spans: Sequence[Span]) -> tuple[Span, ...]:
    """The cells of the row that a row of these spans refers to; empty if it refers to none.

    It is the nearest row above with as many cells that says something itself wherever this one
    says "as above". Where the rows between differ in their number of cells, none is given.
    """
    rows = {row_of(sir, span.node) for span in spans}
    row = rows.pop() if len(rows) == 1 else None
    if row is None:
        return ()
    columns = _referring(sir, row)
    siblings = sir.nodes[sir.nodes[row].parent].children
    for above in reversed(siblings[: siblings.index(row)] if columns else ()):
        cells = sir.nodes[above].children
        if len(cells) != len(sir.nodes[row].children) or above == siblings[0]:
            return ()
        if columns & _referring(sir, above):
            continue
        says_all = all(sir.nodes[cells[at]].text.strip() for at in columns)
        return row_spans(sir, above) if says_all else ()
    return ()


def _referring(sir: Sir, row: int) -> set[int]:
    """The columns, counted from 0, in which a row says no more than "as above"."""
    cells = sir.nodes[row].children
    return {at for at, cell in enumerate(cells) if _ABOVE.fullmatch(sir.nodes[cell].text.strip())}
