"""A cited table row under the headings of its columns, which are not part of the quote."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from core.evidence.table_rows import groups_of, header_of
from core.spans import text_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.sir import Sir
    from core.spans import Span


class Cell(NamedTuple):
    """Text of a cell under the heading of its column, which is empty where it has none."""

    heading: str
    text: str


def row_cells(sir: Sir, spans: Sequence[Span]) -> list[Cell]:
    """The cells of a row with their headings; empty if the spans are not a row with header rows.

    Cells belong to columns by their order. Where the rows differ in their number of cells, the
    order does not tell the column, so none is given, and the header is to be shown as a whole.
    """
    header = header_of(sir, spans)
    above = list(dict.fromkeys(_row(sir, span.node) for span in header))
    row = _row(sir, spans[0].node)
    if not header or any(
        len(sir.nodes[each].children) != len(sir.nodes[row].children) for each in above
    ):
        return []
    columns = zip(*(_texts(sir, each, header) for each in above), strict=True)
    headings = [" ".join(filter(None, column)) for column in columns]
    texts = _texts(sir, row, spans)
    return [Cell(heading, text) for heading, text in zip(headings, texts, strict=True) if text]


def header_words(sir: Sir, spans: Sequence[Span]) -> str:
    """The header rows of the table whose row the spans are, cells set apart; empty if none."""
    return " │ ".join(_on_one_line(sir, span) for span in header_of(sir, spans))


def group_words(sir: Sir, spans: Sequence[Span]) -> str:
    """What names the group of the row that the spans are, the widest first; empty if nothing."""
    return " › ".join(_on_one_line(sir, span) for span in groups_of(sir, spans))


def named_in_words(sir: Sir, spans: Sequence[Span]) -> tuple[str, ...]:
    """What says what the table row of the spans is, as "Columns: Age │ Dose"; empty if no row."""
    named = (("Group", group_words(sir, spans)), ("Columns", header_words(sir, spans)))
    return tuple(f"{what}: {words}" for what, words in named if words)


def _row(sir: Sir, cell: int) -> int:
    return sir.nodes[cell].parent


def _texts(sir: Sir, row: int, spans: Sequence[Span]) -> list[str]:
    texts = {span.node: _on_one_line(sir, span) for span in spans}
    return [texts.get(cell, "") for cell in sir.nodes[row].children]


def _on_one_line(sir: Sir, span: Span) -> str:
    return " ".join(text_of(sir, span).split())
