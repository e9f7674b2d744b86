"""What an entry of a context supplement says, and where it stands on the page."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from core.cell_place import by_column
from core.chunking.tables import header_rows
from core.sir import ElementType, Sir
from core.spans import LineBox, Role, Span, located
from core.text.sentences import sentence_spans

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.chunking.additions import SupplementEntry
    from core.chunking.base import Chunk

LONGEST = 400
"""Characters of a source; of a longer one, its first sentences or clauses are shown."""
_NAMED, _CELLS = ": ", "; "
_CLAUSE_ENDS = ("; ", ": ", ", ", " – ", " ")
"""Where a sentence that is too long is cut, the better places first."""
_LEAST = 0.5
"""Share of the longest source that a place to cut must leave."""
_LONGEST_NAME = 40
"""Characters of a cell that names its column."""


class _Piece(NamedTuple):
    """A cell of a row: its place in the text of the row, behind the name of its column."""

    start: int
    end: int
    cell: int
    header: int | None


def node_text(sir: Sir, node: int) -> str:
    """The text of a node; of a table row `header: cell; header: cell`, in words of the table."""
    if sir.nodes[node].type is not ElementType.TABLE_ROW:
        return sir.nodes[node].text
    return _CELLS.join(_named(sir, header, cell) for header, cell in named_cells(sir, node))


def entry_text(sir: Sir, entry: SupplementEntry) -> str:
    """The words of the document that explain the term, verbatim."""
    return node_text(sir, entry.node)[entry.start : entry.end]


def entry_words(sir: Sir, entry: SupplementEntry) -> str:
    """What an entry says, as short as it does: its meaning, or else the words of its source."""
    return entry.meaning or entry_text(sir, entry)


def supplement_lines(sir: Sir, entry: SupplementEntry) -> list[LineBox]:
    """The lines that an entry comes from, cut to its words; empty where nothing was located.

    They are no part of the chunk: their role, own, says that they are the source itself. Of a
    table row, its cells come first and then the names of their columns.
    """
    if sir.nodes[entry.node].type is not ElementType.TABLE_ROW:
        return located(sir, [Span(entry.node, entry.start, entry.end)])
    pieces = [piece for piece in _pieces(sir, entry.node) if piece.start < entry.end]
    cells = [
        Span(p.cell, max(entry.start - p.start, 0), min(entry.end, p.end) - p.start)
        for p in pieces
        if entry.start < p.end
    ]
    headers = [p.header for p in pieces if p.header is not None and entry.start < p.end]
    names = [Span(header, 0, len(sir.nodes[header].text)) for header in headers]
    return located(sir, [*cells, *names])


def shortened(sir: Sir, span: Span) -> Span:
    """The span, or as much of its beginning as is short enough: sentences, else clauses.

    Of a table row, whole cells; of one without an end in reach, whole words.
    """
    text = node_text(sir, span.node)
    if span.end - span.start <= LONGEST:
        return span
    last = span.start + LONGEST
    ends = [span.start + end for _, end in sentence_spans(text[span.start : span.end])]
    if fitting := [end for end in ends if end <= last]:
        return span._replace(end=fitting[-1])
    for mark in _CLAUSE_ENDS:
        at = text.rfind(mark, span.start, last)
        if at >= span.start + _LEAST * LONGEST:
            return span._replace(end=at)
    return span._replace(end=last)


def named_cells(sir: Sir, row: int) -> Iterator[tuple[int | None, int]]:
    """(header, cell) for the cells of a row that hold text, the header None without one."""
    table = sir.nodes[row].parent
    rows = sir.nodes[table].children
    names: dict[int, int] = {}
    headers = header_rows(sir, table)
    if row in rows[headers:] and _names_columns(sir, rows[headers - 1]):
        names = dict(by_column(sir, rows[headers - 1]))
    for column, cell in by_column(sir, row):
        if sir.nodes[cell].text:
            header = names.get(column)
            yield header if header and sir.nodes[header].text else None, cell


def _names_columns(sir: Sir, row: int) -> bool:
    """Whether a row names columns: marked as header, or a first row of short words."""
    cells = [sir.nodes[cell] for cell in sir.nodes[row].children]
    return all(
        "header" in cell.metadata
        or (len(cell.text) <= _LONGEST_NAME and not any(map(str.isdigit, cell.text)))
        for cell in cells
    )


def _named(sir: Sir, header: int | None, cell: int) -> str:
    name = "" if header is None else f"{sir.nodes[header].text.rstrip(' :')}{_NAMED}"
    return f"{name}{sir.nodes[cell].text}"


def _pieces(sir: Sir, row: int) -> Iterator[_Piece]:
    at = 0
    for header, cell in named_cells(sir, row):
        end = at + len(_named(sir, header, cell))
        yield _Piece(end - len(sir.nodes[cell].text), end, cell, header)
        at = end + len(_CELLS)


class Reach:
    """What a chunk holds itself, and what stands before it."""

    def __init__(self, sir: Sir, chunk: Chunk) -> None:
        """Looks at its segments, those repeated from elsewhere included."""
        self._sir, self._segments = sir, chunk.segments
        self._nodes = frozenset(segment.node for segment in chunk.segments)
        self._lineage = frozenset(chunk.lineage)
        own = [(s.node, s.start) for s in chunk.segments if s.role is Role.OWN]
        self.first: tuple[int, int] = min(own, default=(0, 0))

    def holds(self, span: Span) -> bool:
        """Whether the chunk, or the path of headings above it, shows any of a span."""
        element = self._sir.nodes[span.node]
        if element.type is ElementType.TABLE_ROW:
            return not self._nodes.isdisjoint(element.children)
        return span.node in self._lineage or any(
            s.node == span.node and s.start < span.end and span.start < s.end
            for s in self._segments
        )

    def explains(self, span: Span) -> bool:
        """Whether a span stands before the chunk and is not in it."""
        return (span.node, span.start) < self.first and not self.holds(span)
