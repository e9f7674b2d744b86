"""Paragraphs of a document, and blocks of them that fit a request.

Source: practical RAG chunking, step 1: only a blank line ends a paragraph, a heading belongs to
what follows it, and a chapter that begins without a blank line does not end a paragraph. In a
SIR, a blank line stands between any two elements. The paper cuts blocks after so many
characters, wherever that is; here no border of a block divides a paragraph that fits one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from core.chunking.slicing import pieces
from core.parsing.structuring.markers import WORDED
from core.sir import HEADINGS, ElementType
from core.tokens import Delimiter

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.chunking.base import TokenRange
    from core.chunking.slicing import Piece
    from core.tokens import TokenStream

_OPEN = HEADINGS | {ElementType.ROOT, ElementType.SEGMENT}
"""What holds paragraphs without being one."""
_RUNNING = frozenset({ElementType.PARAGRAPH, ElementType.UNKNOWN})
"""Elements whose lines may be titles of chapters."""
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

    pieces: tuple[Piece, ...]
    chapters: dict[int, str]
    running: bool = True

    @property
    def start(self) -> int:
        """Position of the first token."""
        return self.pieces[0].start

    @property
    def end(self) -> int:
        """Position behind the last token."""
        return self.pieces[-1].end


def paragraphs(stream: TokenStream, size: int) -> list[Paragraph]:
    """The paragraphs in reading order, which share out the stream; tables over `size` in rows."""
    starts = stream.sentence_starts
    found: list[Paragraph] = []
    for start, end in _ranges(stream):
        held = tuple(pieces(stream, starts, start, end, size))
        found.append(
            Paragraph(held, dict(_chapters(stream, held)), _is_running(stream, start, end))
        )
    return found


def blocks(
    stream: TokenStream, found: Sequence[TokenRange], characters: int
) -> list[tuple[int, int]]:
    """Half-open ranges of the numbers of neighbours that have so many characters together.

    What is longer by itself is a block of its own.
    """
    bounds, used = [0], 0
    for number, (start, end) in enumerate(found):
        length = len(stream.text(start, end))
        if used + length > characters and number > bounds[-1]:
            bounds.append(number)
            used = 0
        used += length
    return list(pairwise([*bounds, len(found)])) if found else []


def _ranges(stream: TokenStream) -> Iterator[TokenRange]:
    """Token ranges of the paragraphs: elements, those that need each other together."""
    elements = list(_elements(stream))
    begin = 0
    for number, node in enumerate(elements):
        following = elements[number + 1] if number + 1 < len(elements) else None
        if following is None or not _tied(stream, node, following):
            yield stream.subtree(elements[begin])[0], _end(stream, node)
            begin = number + 1


def _elements(stream: TokenStream) -> Iterator[int]:
    """Elements that stand as blocks and hold text, the headings between them included."""
    node = 0
    while node < stream.sir.flow:
        if stream.sir.nodes[node].type in _OPEN:
            start, end = stream.own(node)
            behind = node + 1
        else:
            start, end = stream.subtree(node)
            behind = int(stream.sir.subtree_end[node])
        if start < end:
            yield node
        node = behind


def _end(stream: TokenStream, node: int) -> int:
    is_open = stream.sir.nodes[node].type in _OPEN
    return stream.own(node)[1] if is_open else stream.subtree(node)[1]


def _tied(stream: TokenStream, node: int, following: int) -> bool:
    """Whether two elements are one paragraph: a heading or a colon and what follows, a caption."""
    one, two = stream.sir.nodes[node], stream.sir.nodes[following]
    if one.type in HEADINGS:
        return True
    if two.type in HEADINGS:
        return False
    if ElementType.CAPTION in (one.type, two.type):
        return one.type in _SHOWN or two.type in _SHOWN
    return two.type is ElementType.LIST and one.text.rstrip().endswith(":")


def _is_running(stream: TokenStream, start: int, end: int) -> bool:
    """Whether a range, its headings left out, is text of sentences and nothing else."""
    nodes = stream.sir.nodes
    owners = set(stream.tokens.node[start:end].tolist())
    held = [node for node in owners if nodes[node].type not in HEADINGS]
    path = [above for node in held for above in (*stream.sir.ancestors(node), node)]
    return not any(nodes[node].locked or nodes[node].type in _NO_SENTENCES for node in path)


def _chapters(stream: TokenStream, found: Sequence[Piece]) -> Iterator[tuple[int, str]]:
    """The pieces with which a chapter begins: a heading, or a line with its number."""
    starts = [piece.start for piece in found]
    owners = stream.tokens.node[starts].tolist()
    begins_line = (stream.delimiter[starts] <= Delimiter.LINE).tolist()
    for number, piece in enumerate(found):
        node = stream.sir.nodes[owners[number]]
        if node.type in HEADINGS:
            if not number:
                yield number, node.text
        elif begins_line[number] and node.type in _RUNNING:
            line = stream.text(piece.start, piece.end)
            if is_chapter(line):
                yield number, line


def is_chapter(line: str) -> bool:
    """Whether a line is the numbered title of a chapter: `Chapter 2 Wounds`, `3.1 Dressings`."""
    if len(line) > _LONGEST_TITLE or line.endswith((".", ",", ";", ":")) or "\n" in line:
        return False
    return bool(WORDED.match(line) or _DECIMAL.match(line))
