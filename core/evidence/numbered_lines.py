"""Evidence for a language model: the lines of the best passages, numbered from 1.

A line is one of the page; a row of a table is one line. A model that can only name numbers
cannot cite what was not found, and what it cites is known to the line.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from core.evidence.citations import section_path
from core.evidence.quotable_units import quoted
from core.evidence.row_cells import group_words
from core.evidence.table_rows import header_of, row_of, row_spans
from core.page_names import page_name
from core.sir import HEADINGS, ElementType
from core.spans import Role, Span
from core.text.sentences import sentence_spans

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.chunking.base import Chunk
    from core.indexing.base import ChunkMatch
    from core.retrieval.base import ChunkLookup
    from core.sir import Sir
    from core.spans import Segment

BUDGET = 4000
"""Tokens of evidence that a model is given, about; some fifteen passages of 256 tokens."""
_CHARACTERS = 4
"""Characters of a token, about."""
_SENTENCE_UP_TO = 600
"""Characters up to which a sentence that a chunk cuts is given whole."""
_ROW_UP_TO = 600
"""Characters of a row that is one line; a longer one is a layout, and its cells have lines."""
_NO_LINES = HEADINGS | {ElementType.DOC_INDEX}
"""Headings are given above the lines, entries of contents say nothing themselves."""


@dataclass(frozen=True, slots=True)
class EvidenceLine:
    """A line that can be cited by its number: `text` is verbatim, `spans` are where it stands.

    `passage` is the index of its passage. A row of a table has a span for each cell, and
    `header` holds the cells of the header row.
    """

    number: int
    passage: int
    spans: tuple[Span, ...]
    text: str
    header: tuple[Span, ...] = ()


@dataclass(frozen=True)
class EvidencePassage:
    """A chunk that lines were taken from."""

    hit: ChunkMatch
    sir: Sir


@dataclass(frozen=True)
class Evidence:
    """Lines numbered from 1 in the order in which they are given, and their passages."""

    lines: tuple[EvidenceLine, ...] = ()
    passages: tuple[EvidencePassage, ...] = field(default=())

    def line(self, number: int) -> EvidenceLine | None:
        """The line of a number; None if there is none."""
        return self.lines[number - 1] if 0 < number <= len(self.lines) else None

    def sir(self, line: EvidenceLine) -> Sir:
        """The tree that a line is of."""
        return self.passages[line.passage].sir

    def text(self, lines: Sequence[EvidenceLine] | None = None) -> str:
        """Lines, else all, as a model reads them: a number each, below the names of their passage,
        their columns and their group of rows.
        """
        rows: list[str] = []
        title = header = group = ""
        for line in self.lines if lines is None else lines:
            if (above := self._title(line)) != title:
                rows += ["", above]
                title, header, group = above, "", ""
            columns = flat(quoted(self.sir(line), line.header))
            if columns and columns != header:
                rows.append(f"columns: {columns}")
                header = columns
            if len(line.spans) > 1 and (names := self._group(line)) != group:
                rows.append(f"rows of: {names}" if names else "rows of no group")
                group = names
            rows.append(f"{line.number}: {flat(line.text)}")
        return "\n".join(rows).strip()

    def path(self, line: EvidenceLine) -> tuple[str, ...]:
        """The texts of the headings above a line, the highest first."""
        sir = self.sir(line)
        return section_path(sir, sir.lineage(line.spans[0].node))

    def page(self, line: EvidenceLine) -> str:
        """What the page of a line is called; empty if its place is not known."""
        sir, span = self.sir(line), line.spans[0]
        words = sir.words_between(span.node, span.start, span.end)
        if not len(words):
            return ""
        page = int(sir.lines.page[sir.words.line[words[0]]])
        return page_name(page, sir.pages[page - 1].label)

    @cached_property
    def _names(self) -> dict[str, str]:
        documents = dict.fromkeys(passage.hit.document for passage in self.passages)
        return {document: f"document {n}" for n, document in enumerate(documents, 1)}

    def _group(self, line: EvidenceLine) -> str:
        """What names the group of a row of a table, the widest first; empty if nothing."""
        return flat(group_words(self.sir(line), line.spans))

    def _title(self, line: EvidenceLine) -> str:
        document = self._names[self.passages[line.passage].hit.document]
        parts = [f"passage {line.passage + 1}, {document}", " > ".join(map(flat, self.path(line)))]
        return f"[{' | '.join(part for part in parts if part)}]"


def gather(hits: Sequence[ChunkMatch], lookup: ChunkLookup, budget: int = BUDGET) -> Evidence:
    """The lines of the chunks of `hits`, best first, as far as `budget` tokens reach.

    A line that several chunks hold is given once. The lines of at least one chunk are given.
    """
    lines: list[EvidenceLine] = []
    passages: list[EvidencePassage] = []
    seen: set[tuple[str, Span]] = set()
    left = budget * _CHARACTERS
    for hit in hits:
        result, chunk = lookup(hit)
        fresh = [
            spans
            for spans in dict.fromkeys(_lines_of(result.sir, chunk))
            if (hit.document, spans[0]) not in seen
        ]
        left -= sum(span.end - span.start for spans in fresh for span in spans)
        if left < 0 and lines:
            break
        if not fresh:
            continue
        seen.update((hit.document, spans[0]) for spans in fresh)
        lines += _numbered(result.sir, fresh, len(lines) + 1, len(passages))
        passages.append(EvidencePassage(hit, result.sir))
    return Evidence(tuple(lines), tuple(passages))


def node_lines(sir: Sir, node: int) -> list[tuple[int, int]]:
    """Half-open ranges of a node's text, one for each line of the page, without outer space.

    A word that is hyphenated at the end of a line belongs to that line. The lines of a text whose
    place is not known are its sentences.
    """
    text = sir.nodes[node].text
    first, last = int(sir.pieces.first[node]), int(sir.pieces.first[node + 1])
    if first == last:
        return sentence_spans(text)
    rows = sir.words.line[sir.pieces.word[first:last]]
    starts = [0]
    for piece in range(first + 1, last):
        if rows[piece - first] != rows[piece - first - 1]:
            starts.append(_word_start(text, int(sir.pieces.start[piece])))
    bounds = [*sorted(set(starts)), len(text)]
    trimmed = (_trimmed(text, *bounds[i : i + 2]) for i in range(len(bounds) - 1))
    return [(start, end) for start, end in trimmed if start < end]


def _word_start(text: str, at: int) -> int:
    """The start of the first word at `at` or behind it that is not cut."""
    while 0 < at < len(text) and not text[at - 1].isspace():
        at += 1
    return at


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    piece = text[start:end]
    start += len(piece) - len(piece.lstrip())
    return start, start + len(piece.strip())


def _lines_of(sir: Sir, chunk: Chunk) -> Iterator[tuple[Span, ...]]:
    """The lines that a chunk touches, sentences that it cuts being completed."""
    for segment in chunk.segments:
        if segment.role is Role.HEADING or sir.nodes[segment.node].type in _NO_LINES:
            continue
        row = row_of(sir, segment.node)
        cells = row_spans(sir, row) if row is not None else ()
        if cells and sum(span.end - span.start for span in cells) <= _ROW_UP_TO:
            yield cells
            continue
        low, high = _whole_sentences(sir, segment)
        for start, end in node_lines(sir, segment.node):
            if start < high and low < end:
                yield (Span(segment.node, start, end),)


def _whole_sentences(sir: Sir, segment: Segment) -> tuple[int, int]:
    text = sir.nodes[segment.node].text
    low, high = segment.start, segment.end
    if low <= 0 and high >= len(text):
        return low, high
    for start, end in sentence_spans(text):
        if start < segment.end and segment.start < end and end - start <= _SENTENCE_UP_TO:
            low, high = min(low, start), max(high, end)
    return low, high


def _numbered(
    sir: Sir, lines: Sequence[tuple[Span, ...]], number: int, passage: int
) -> list[EvidenceLine]:
    return [
        EvidenceLine(at, passage, spans, quoted(sir, spans), _header(sir, spans))
        for at, spans in enumerate(lines, number)
    ]


def _header(sir: Sir, spans: tuple[Span, ...]) -> tuple[Span, ...]:
    header = header_of(sir, spans)
    return () if header == spans else header


def flat(text: str) -> str:
    """The text on one line; the cells of a row are parted by bars."""
    return " ".join(text.replace("\t", " | ").replace("\n", " ").split())
