"""Where a table may be divided: below its header rows, and never through cells over several."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.sir import Sir
    from core.tokens import TokenStream


def header_rows(sir: Sir, table: int) -> int:
    """How many rows at the beginning of a table name its columns; 1 where the table says nothing.

    A table without header cells is taken to begin with the names of its columns.
    """
    rows = sir.nodes[table].children
    count = 0
    for row in rows:
        cells = sir.nodes[row].children
        if not cells or any("header" not in sir.nodes[cell].metadata for cell in cells):
            break
        count += 1
    return count if 0 < count < len(rows) else 1


def header_end(stream: TokenStream, table: int) -> int:
    """The position behind the header rows of a table that has rows."""
    rows = stream.sir.nodes[table].children
    return stream.subtree(rows[header_rows(stream.sir, table) - 1])[1]


def row_groups(sir: Sir, table: int) -> list[list[int]]:
    """The rows of a table, those together that a cell over several rows ties; header rows too."""
    groups: list[list[int]] = []
    headers = header_rows(sir, table)
    reach = 0
    for position, row in enumerate(sir.nodes[table].children):
        if groups and (position < reach or position < headers):
            groups[-1].append(row)
        else:
            groups.append([row])
        spans = [int(sir.nodes[c].metadata.get("row_span", 1)) for c in sir.nodes[row].children]
        reach = max(reach, position + max(spans, default=1))
    return groups


def row_ends(stream: TokenStream, table: int) -> list[int]:
    """The positions behind the groups of rows of a table."""
    return [stream.subtree(rows[-1])[1] for rows in row_groups(stream.sir, table)]
