"""Paragraphs of a document.

Source: practical RAG chunking, step 1: only a blank line ends a paragraph, a heading belongs to
what follows it, and a chapter that begins without a blank line does not end a paragraph. In a
SIR, a blank line stands between any two elements; a model may say which of them end a paragraph.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING

from core.chunking.slicing import Piece, pieces
from core.chunking.units import elements
from core.parsing.structuring.markers import WORDED
from core.sir import HEADINGS, ElementType
from core.tokens import Delimiter, TokenStream

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from core.chunking.base import TokenRange

_OPEN = HEADINGS | {ElementType.ROOT, ElementType.SEGMENT}
"""What holds paragraphs without being one."""
_RUNNING = frozenset({ElementType.PARAGRAPH, ElementType.UNKNOWN})
"""Elements whose lines may be titles of chapters."""
_JOINABLE = _RUNNING | {ElementType.LIST}
_NO_SENTENCES = frozenset({ElementType.DOC_INDEX, ElementType.KEY_VALUE_AREA})
_SHOWN = frozenset({ElementType.TABLE, ElementType.FIGURE})
_DECIMAL = re.compile(r"^\d{1,3}(?:\.\d{1,3})+\.?\s+[^\W\d_]")
_LONGEST_TITLE = 100
"""Characters of a line that may be the title of a chapter."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Sentences that no blank line parts, with the headings in front of them.

    `chapters` are the numbers of the pieces with which a chapter begins, and its title. Where it
    is not `running` text, as in a table, it has a single topic.
    """

    pieces: Sequence[Piece]
    chapters: dict[int, str]
    running: bool = True


def paragraphs(
    stream: TokenStream, size: int, begun: Mapping[int, bool] | None = None
) -> list[Paragraph]:
    """The paragraphs in reading order, which share out the stream; tables over `size` in rows.

    `begun` says of `lines`, by their first token, whether a model begins a paragraph with them;
    rules decide of all others.
    """
    collected: list[Paragraph] = []
    for start, end in _ranges(stream, begun or {}):
        parts = pieces(stream, stream.sentence_starts, start, end, size)
        chapters = dict(_chapters(stream, parts))
        collected.append(Paragraph(parts, chapters, _is_running(stream, start, end)))
    return collected


def lines(stream: TokenStream) -> Iterator[tuple[TokenRange, bool]]:
    """Half-open token ranges between which a blank line stands: elements, behind their headings.

    With each, whether it is open if a paragraph begins with it: between sentences and lists it
    is; a heading always begins one, and tables, figures and the like are none's middle.
    """
    start: int | None = None
    before = False
    for node, (begin, end) in elements(stream, _is_block):
        kind = stream.sir.nodes[node].type
        first, start = start is None, begin if start is None else start
        if kind not in HEADINGS or end == len(stream):
            yield (start, end), first and before and kind in _JOINABLE
            before, start = kind in _JOINABLE, None


def _is_block(kind: ElementType) -> bool:
    return kind not in _OPEN


def _ranges(stream: TokenStream, begun: Mapping[int, bool]) -> Iterator[TokenRange]:
    blocks = list(elements(stream, _is_block))
    start = 0
    for (node, (_, end)), (following, (at, _)) in zip_longest(
        blocks, blocks[1:], fillvalue=(0, (0, 0))
    ):
        if not following or begun.get(at, not _tied(stream, node, following)):
            yield start, end
            start = end


def _tied(stream: TokenStream, node: int, following: int) -> bool:
    """Whether two elements are one paragraph: a heading or a colon and what follows, a caption."""
    upper, lower = stream.sir.nodes[node], stream.sir.nodes[following]
    if upper.type in HEADINGS or lower.type in HEADINGS:
        return upper.type in HEADINGS
    if ElementType.CAPTION in (upper.type, lower.type):
        return upper.type in _SHOWN or lower.type in _SHOWN
    return lower.type is ElementType.LIST and upper.text.rstrip().endswith(":")


def _is_running(stream: TokenStream, start: int, end: int) -> bool:
    """Whether a range, its headings left out, is text of sentences and nothing else."""
    nodes = stream.sir.nodes
    owners = set(stream.tokens.node[start:end].tolist())
    texts = [node for node in owners if nodes[node].type not in HEADINGS]
    path = [above for node in texts for above in (*stream.sir.ancestors(node), node)]
    return not any(nodes[node].locked or nodes[node].type in _NO_SENTENCES for node in path)


def _chapters(stream: TokenStream, sentences: Sequence[Piece]) -> Iterator[tuple[int, str]]:
    for number, piece in enumerate(sentences):
        node = stream.sir.nodes[int(stream.tokens.node[piece.start])]
        above = stream.sir.nodes[int(stream.tokens.node[piece.start - 1])].type
        if node.type in HEADINGS:
            if not (number and above in HEADINGS):
                yield number, node.text
        elif node.type in _RUNNING and stream.delimiter[piece.start] <= Delimiter.LINE:
            line = stream.text(piece.start, piece.end)
            if is_chapter(line):
                yield number, line


def is_chapter(line: str) -> bool:
    """Whether a line is the numbered title of a chapter: `Chapter 2 Wounds`, `3.1 Dressings`."""
    if len(line) > _LONGEST_TITLE or line.endswith((".", ",", ";", ":")) or "\n" in line:
        return False
    return bool(WORDED.match(line) or _DECIMAL.match(line))
