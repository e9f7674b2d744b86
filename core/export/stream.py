"""The SIR as one Markdown stream: headings by level, tables, figures as links.

Source: TopoChunker, section 3.2 (standard Markdown) and appendix B, figure 6.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from core.sir import HEADINGS, ElementType

if TYPE_CHECKING:
    from core.sir import Node, Sir

DEEPEST = 6


def to_markdown(sir: Sir) -> str:
    """The flow of a document as Markdown; what was set aside is left out."""
    parts: list[str] = []
    index = 1
    while index < sir.flow:
        node = sir.nodes[index]
        if node.type is ElementType.TABLE:
            parts.append(_table(sir, index))
            index = int(sir.subtree_end[index])
            continue
        if text := _text(sir, node):
            parts.append(text)
        index += 1
    return "\n\n".join(part for part in parts if part) + "\n"


def _text(sir: Sir, node: Node) -> str:
    text = " ".join(node.text.split())
    if not text:
        return ""
    if node.type in HEADINGS:
        return f"{'#' * min(node.level or 1, DEEPEST)} {text}"
    return text


def _table(sir: Sir, index: int) -> str:
    rows: list[str] = []
    for row in sir.nodes[index].children:
        cells = "".join(_cell(sir.nodes[cell]) for cell in sir.nodes[row].children)
        rows.append(f"<tr>{cells}</tr>")
    return f"<table>{''.join(rows)}</table>"


def _cell(node: Node) -> str:
    spans = "".join(
        f' {name}="{node.metadata[key]}"'
        for name, key in (("colspan", "column_span"), ("rowspan", "row_span"))
        if key in node.metadata
    )
    return f"<td{spans}>{escape(' '.join(node.text.split()), quote=False)}</td>"
