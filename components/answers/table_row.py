"""A cited table row as Markdown and HTML, under the headings of its columns."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from components.foreign_text import plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.evidence.row_cells import Cell

_CELL = "padding:.2rem .9rem .2rem 0;text-align:left;vertical-align:top"


def row_markdown(cells: Sequence[Cell]) -> str:
    """The cells of a row on one line of Markdown, each after its heading, which is grey."""
    return " │ ".join(
        f":gray[*{plain(cell.heading)}:*] {plain(cell.text)}" if cell.heading else plain(cell.text)
        for cell in cells
    )


def row_html(cells: Sequence[Cell]) -> str:
    """A table of two rows: the headings, set apart as not quoted, and the quoted cells."""
    line = "border:0;border-bottom:1px dashed #8a94a0"
    look = f"{_CELL};{line};font-weight:400;font-style:italic;opacity:.8"
    top = "".join(f'<th scope="col" style="{look}">{escape(cell.heading)}</th>' for cell in cells)
    row = "".join(f'<td style="{_CELL};border:0">{escape(cell.text)}</td>' for cell in cells)
    return (
        '<table style="border-collapse:collapse;border:0;margin:0;font-size:.9rem;'
        'line-height:1.35;white-space:normal;overflow-wrap:normal">'
        f"<thead><tr>{top}</tr></thead><tbody><tr>{row}</tr></tbody></table>"
    )
