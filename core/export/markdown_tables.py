"""Tables of the stream: in Markdown where that can say all of it, else in HTML."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from core.export.escaping import escaped, one_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.sir import Node, Sir

_SPANS = (("colspan", "column_span"), ("rowspan", "row_span"))


def table(sir: Sir, index: int) -> str:
    """The table at a node: as pipes if it has one row of headers, no spans and plain cells."""
    rows = [sir.nodes[row].children for row in sir.nodes[index].children]
    rows = [row for row in rows if row]
    if not rows:
        return ""
    if _is_plain(sir, rows):
        return pipes([[_pipe_cell(sir.nodes[cell]) for cell in row] for row in rows])
    return "\n".join(["<table>", *(_html_row(sir, row) for row in rows), "</table>"])


def _is_plain(sir: Sir, rows: Sequence[Sequence[int]]) -> bool:
    """Whether Markdown can say it: it has no spans, no blocks in cells, and exactly one header."""
    cells = [sir.nodes[cell] for row in rows for cell in row]
    if any(cell.children or _spans(cell) for cell in cells):
        return False
    heads = [all(_is_header(sir.nodes[cell]) for cell in row) for row in rows]
    return heads[0] and not any(heads[1:]) and len({len(row) for row in rows}) == 1


def _is_header(cell: Node) -> bool:
    return "header" in cell.metadata


def _spans(cell: Node) -> str:
    spans = ((name, cell.metadata.get(key, "1")) for name, key in _SPANS)
    return "".join(f' {name}="{count}"' for name, count in spans if count != "1")


def pipes(rows: Sequence[Sequence[str]]) -> str:
    """Rows of cells of one number as a Markdown table, the first as its head."""
    lines = [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join([lines[0], f"|{' --- |' * len(rows[0])}", *lines[1:]])


def _pipe_cell(cell: Node) -> str:
    return escaped(cell.text, at_start=False).replace("|", "\\|")


def _html_row(sir: Sir, row: Sequence[int]) -> str:
    return f"<tr>{''.join(_html_cell(sir, cell) for cell in row)}</tr>"


def _html_cell(sir: Sir, cell: int) -> str:
    node = sir.nodes[cell]
    name = "th" if _is_header(node) else "td"
    texts = [escape(one_line(sir.nodes[at].text).strip(), quote=False) for at in sir.walk(cell)]
    filled = [text for text in texts if text]
    content = filled[0] if len(filled) == 1 else "".join(f"<p>{text}</p>" for text in filled)
    return f"<{name}{_spans(node)}>{content}</{name}>"
