"""What can be quoted: whole sentences, list items and table rows of the nodes of a chunk."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.answering.base import Span
from core.chunking.base import Role
from core.sentences import sentence_spans
from core.sir import HEADINGS, ElementType
from core.tokens import separator

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.chunking.base import Chunk, Segment
    from core.sir import Sir

_NO_ANSWER = HEADINGS | {ElementType.DOC_INDEX, ElementType.FIGURE, ElementType.CAPTION}
"""A heading, a caption or a table of contents says where an answer is, not what it is."""
_WHOLE_UP_TO = 600
"""Characters. A longer sentence that a chunk cuts is quoted as far as the chunk holds it: text
without full stops would otherwise be quoted by the page."""

_SMALLEST_TABLE = 2
"""Rows up to which a table may be a box whose first row says something by itself."""

_LIST_UP_TO = 1200
"""Characters of a list that are quoted with the sentence that introduces it."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A quotable piece of text; the cells of its table's header row where it is a row."""

    spans: tuple[Span, ...]
    text: str
    header: tuple[Span, ...] = ()
    header_text: str = ""

    @property
    def searched(self) -> str:
        """What a question is compared with: the text, after that of the header row."""
        return f"{self.header_text}\n{self.text}" if self.header else self.text


def units(sir: Sir, chunk: Chunk, language: str) -> list[Unit]:
    """The units that a chunk holds or cuts, in reading order.

    A unit never crosses a node, but for a table row, which is made of its cells, and a sentence
    that introduces a list, which is quoted with its items. Headings and captions are left out,
    and so are sentences that ask something themselves.
    """
    found: dict[tuple[Span, ...], Unit] = {}
    for segment in chunk.segments:
        node = sir.nodes[segment.node]
        if segment.role is Role.HEADING or node.type in _NO_ANSWER:
            continue
        row = row_of(sir, segment.node)
        if row is not None and _names_columns(sir, row):
            continue
        spans = [row_spans(sir, row)] if row is not None else _sentences(sir, segment, language)
        header = _header(sir, row) if row is not None else ()
        for span in spans:
            unit = Unit(span, quoted(sir, span), header, quoted(sir, header))
            if not unit.text.endswith("?"):
                found.setdefault(span, unit)
    return list(found.values())


def quoted(sir: Sir, spans: Sequence[Span]) -> str:
    """Verbatim text of spans of different nodes, joined by their declared separators."""
    parts: list[str] = []
    for index, span in enumerate(spans):
        if index:
            parts.append(separator(sir, spans[index - 1].node, span.node))
        parts.append(sir.nodes[span.node].text[span.start : span.end])
    return "".join(parts)


def _names_columns(sir: Sir, row: int) -> bool:
    """Whether a row only says what the columns are: the first of several, without a number."""
    rows = sir.nodes[sir.nodes[row].parent].children
    cells = [sir.nodes[span.node].text for span in row_spans(sir, row)]
    several = len(rows) > _SMALLEST_TABLE and len(cells) > 1
    return several and rows[0] == row and not any(map(str.isdigit, "".join(cells)))


def header_of(sir: Sir, spans: Sequence[Span]) -> tuple[Span, ...]:
    """The header row's cells of the table row that these spans are; empty if they are no row."""
    rows = {row_of(sir, span.node) for span in spans}
    row = rows.pop() if len(rows) == 1 else None
    return _header(sir, row) if row is not None else ()


def _sentences(sir: Sir, segment: Segment, language: str) -> Iterator[tuple[Span, ...]]:
    """The sentences of a node that a segment touches with at least one letter or digit.

    The last one comes with the list it introduces.
    """
    text = sir.nodes[segment.node].text
    for start, end in sentence_spans(text, language):
        low, high = max(start, segment.start), min(end, segment.end)
        if not any(letter.isalnum() for letter in text[low:high]):
            continue
        if end - start > _WHOLE_UP_TO:
            start, end = low, high
        span = Span(segment.node, start, end)
        introduces = end == len(text.rstrip()) and text[:end].endswith(":")
        yield (span, *_items_after(sir, segment.node)) if introduces else (span,)


def _items_after(sir: Sir, node: int) -> Iterator[Span]:
    """The items of the list that follows a node at once, as far as they can be read at a glance."""
    follower = int(sir.subtree_end[node])
    if follower >= sir.flow or sir.nodes[follower].type is not ElementType.LIST:
        return
    length = 0
    for item in sir.walk(follower):
        text = sir.nodes[item].text
        length += len(text)
        if length > _LIST_UP_TO:
            return
        if text.strip():
            yield Span(item, len(text) - len(text.lstrip()), len(text.rstrip()))


def row_of(sir: Sir, node: int) -> int | None:
    """The table row that a cell stands in."""
    parent = sir.nodes[node].parent
    if sir.nodes[node].type is not ElementType.TABLE_CELL or parent < 0:
        return None
    return parent if sir.nodes[parent].type is ElementType.TABLE_ROW else None


def row_spans(sir: Sir, row: int) -> tuple[Span, ...]:
    """The cells of a row that hold text."""
    cells = ((i, sir.nodes[i].text) for i in sir.walk(row))
    return tuple(
        Span(i, len(text) - len(text.lstrip()), len(text.rstrip()))
        for i, text in cells
        if text.strip()
    )


def _header(sir: Sir, row: int) -> tuple[Span, ...]:
    """The cells of the first row of the table, unless that is the row itself."""
    rows = sir.nodes[sir.nodes[row].parent].children
    return row_spans(sir, rows[0]) if rows and rows[0] != row else ()
