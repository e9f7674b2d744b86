"""What a claim is compared with: the lines it cites, and the sentences they belong to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.cell_place import by_column
from core.evidence.citations import section_path
from core.evidence.grounding import adjoin
from core.evidence.quotable_units import quoted
from core.evidence.table_rows import groups_of, header_of, row_of
from core.node_links import caption_beside
from core.sir import HEADINGS, ElementType, Sir
from core.spans import Span
from core.text.language import Language
from core.text.sentences import sentence_spans
from core.verification.plain_text import plain

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.evidence.numbered_lines import Evidence, EvidenceLine

_FIRST = 30
"""Nodes among which a title stands, and texts set aside that are looked through."""
_RUNNING = (ElementType.PAGE_HEADER, ElementType.PAGE_FOOTER)
_LEADS = 12
"""Items of a list before one that are looked through for the words that introduce it."""


@dataclass(frozen=True, slots=True)
class Source:
    """Text of lines. `cited` is what the lines say, `sentences` are whole ones around them.

    `headings` stand above the lines, name the columns of the table that they are rows of, or are
    its caption. `imprint` are the title and what runs along the pages, which say whose words the
    lines are. `rows` are the lines that are rows of tables, cell by cell, each behind the name of
    its column.
    """

    cited: str
    sentences: tuple[str, ...]
    headings: tuple[str, ...]
    language: Language
    imprint: str = ""
    rows: tuple[tuple[tuple[str, str], ...], ...] = ()

    @property
    def told(self) -> tuple[str, ...]:
        """The sentences behind the names of columns: a row says little without them."""
        columns = dict.fromkeys(" ; ".join(name for name, _ in row if name) for row in self.rows)
        return (*columns, *self.sentences)

    @property
    def wide(self) -> str:
        """The sentences one after the other."""
        return "\n".join(self.sentences)

    @property
    def above(self) -> str:
        """The headings one below the other."""
        return "\n".join(self.headings)


NO_SOURCE = Source("", (), (), Language.ENGLISH)
"""Nothing to compare a claim with."""


def source_of(evidence: Evidence, lines: Sequence[EvidenceLine]) -> Source:
    """The source that these lines are; `lines` are in the order of their numbers."""
    sentences: dict[str, None] = {}
    headings: dict[str, None] = {}
    imprints: dict[str, None] = {}
    rows: list[tuple[tuple[str, str], ...]] = []
    for line in lines:
        sir = evidence.sir(line)
        for above in (header_of(sir, line.spans), groups_of(sir, line.spans)):
            if above:
                headings[quoted(sir, above)] = None
        if cells := _under_columns(sir, line.spans):
            rows.append(cells)
        if caption := _caption(sir, line.spans[0].node):
            headings[caption] = None
        headings |= dict.fromkeys(section_path(sir, sir.lineage(line.spans[0].node)))
        sentences |= dict.fromkeys(text for _, text in placed_sentences(sir, line.spans))
        imprints |= dict.fromkeys(_imprint(sir))
    cited = "\n".join(flowing(line.text) for line in lines)
    language = evidence.sir(lines[0]).language if lines else Language.OTHER
    above = tuple(map(plain, headings))
    running = _rejoined(evidence, lines) or cited
    imprint = plain("\n".join(imprints))
    return Source(running, tuple(sentences), above, language, imprint, tuple(rows))


def _under_columns(sir: Sir, spans: Sequence[Span]) -> tuple[tuple[str, str], ...]:
    """The cells of the table row that these spans are, each behind the name of its column.

    Empty without any names; "" for that of a column that has none.
    """
    names: dict[int, list[Span]] = {}
    for span in header_of(sir, spans):
        names.setdefault(_column(sir, span), []).append(span)
    texts = {column: flowing(quoted(sir, name)) for column, name in names.items()}
    cells = [(texts.get(_column(sir, span), ""), flowing(quoted(sir, [span]))) for span in spans]
    return tuple(cells) if texts else ()


def _column(sir: Sir, cell: Span) -> int:
    """The column of a cell, from 0; -1 outside tables."""
    row = row_of(sir, cell.node)
    cells = [] if row is None else by_column(sir, row)
    return next((column for column, node in cells if node == cell.node), -1)


def flowing(text: str) -> str:
    """The text with single spaces, as it is compared; cells of a row are parted by semicolons."""
    return " ".join(plain(text).replace("\t", " ; ").replace("\n", " ").split())


def _rejoined(evidence: Evidence, lines: Sequence[EvidenceLine]) -> str:
    """The lines as running text where they follow each other, else apart."""
    parts: list[str] = []
    before: EvidenceLine | None = None
    for line in lines:
        follows = before is not None and _follows(evidence, before, line)
        parts.append((" " if follows else "\n") + flowing(line.text))
        before = line
    return "".join(parts).strip()


def _follows(evidence: Evidence, before: EvidenceLine, line: EvidenceLine) -> bool:
    """Whether a line goes on where another ends: nothing but space stands between them."""
    same = before.passage == line.passage and before.spans[-1].node == line.spans[0].node
    return same and adjoin(evidence.sir(line), before.spans[-1], line.spans[0])


def placed_sentences(sir: Sir, spans: Sequence[Span]) -> Iterator[tuple[tuple[Span, ...], str]]:
    """The sentences that hold any of the spans, each with its place in the document.

    That of an item has the words before the list in front of it, which are not of its place. A row
    of a table is one sentence.
    """
    if len(spans) > 1 or sir.nodes[spans[0].node].type is ElementType.TABLE_CELL:
        yield tuple(spans), flowing(quoted(sir, spans))
        return
    span = spans[0]
    text = sir.nodes[span.node].text
    lead = _lead(sir, span.node)
    for start, end in sentence_spans(text, sir.language):
        if start < span.end and span.start < end:
            yield (Span(span.node, start, end),), flowing(f"{lead} {text[start:end]}")


def _caption(sir: Sir, node: int) -> str:
    """The caption next to the table of a cell; empty if there is none."""
    row = row_of(sir, node)
    caption = None if row is None else caption_beside(sir, sir.nodes[row].parent)
    return flowing(sir.nodes[caption].text) if caption else ""


def _imprint(sir: Sir) -> Iterator[str]:
    """The first heading, and the first texts above and below pages."""
    beginning = sir.nodes[: min(sir.flow, _FIRST)]
    yield next((node.text for node in beginning if node.type in HEADINGS), "")
    aside = sir.nodes[sir.flow : sir.flow + _FIRST]
    yield from (node.text for node in aside if node.type in _RUNNING)


def _lead(sir: Sir, node: int) -> str:
    """The unfinished sentence that introduces the list of an item; empty if there is none."""
    if sir.nodes[node].type is not ElementType.LIST_ITEM:
        return ""
    for before in range(node - 1, max(node - _LEADS, 0), -1):
        text = sir.nodes[before].text.strip()
        if sir.nodes[before].type is ElementType.LIST_ITEM and text.endswith((",", ";", " and")):
            continue
        if text and (text[-1].isalpha() or text[-1] == ":"):
            return text
        if text:
            return ""
    return ""
