"""Small windows of whole sentences, to be found by vectors that know their neighbourhood.

Small windows hold little beside what answers a question. What they lack is context, which the
index adds (`core.embedding.neighbour_vectors`) without adding it to what is retrieved.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from core.chunking.base import Boundary, ChunkSource, Cut, Cutting, length, section_begins
from core.chunking.options import SizedOptions, maximum
from core.chunking.slicing import Piece, pieces
from core.chunking.splitting import split
from core.sir import HEADINGS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.tokens import TokenStream


class SentenceWindowOptions(SizedOptions):
    """Options of sentence windows."""

    max_tokens: int = maximum(
        64,
        "A window takes sentences as long as they fit together. About 64 is best "
        "where a sentence or two answer a question and neighbours are mixed into the vectors.",
    )


class SentenceWindowChunker:
    """Neighbouring sentences as long as they fit, never over a heading."""

    name = "sentences"
    title = "Sentence windows"
    options = SentenceWindowOptions

    def cut(self, source: ChunkSource, options: SentenceWindowOptions) -> Cutting:
        """Cuts of the whole stream; only a sentence that is longer than N is divided."""
        units = list(_units(source.stream, options.max_tokens))
        return Cutting(list(_windows(units, options.max_tokens)))


@dataclass(frozen=True, slots=True)
class _Unit:
    """What is not divided, and why a window that begins with it begins there.

    `parts` if a window begins with it in any case, as with a heading.
    """

    piece: Piece
    boundary: Boundary
    parts: bool = False

    @property
    def above(self) -> int:
        """Tokens of the header rows that are repeated above it."""
        return length(*self.piece.context)


def _units(stream: TokenStream, size: int) -> Iterator[_Unit]:
    """Sentences, locked elements and rows; in parts where one is longer than a window."""
    lock = 0
    for piece in pieces(stream, stream.sentence_starts, 0, len(stream), size):
        node = stream.sir.nodes[int(stream.tokens.node[piece.start])]
        opens = node.type in HEADINGS
        boundary = section_begins(node) if opens else piece.opens(size)
        parts = not piece.attached and (opens or piece.lock != lock)
        lock = piece.lock
        unit = _Unit(piece, boundary, parts)
        for cut in split(stream, piece.start, piece.end, size - unit.above):
            if cut.start == piece.start:
                yield replace(unit, piece=replace(piece, end=cut.end))
            else:
                part = replace(piece, start=cut.start, end=cut.end, attached=False)
                yield _Unit(part, cut.boundary)


def _windows(units: Sequence[_Unit], size: int) -> Iterator[Cut]:
    low = 0
    while low < len(units):
        high, first = _end(units, low, size), units[low]
        end = units[high - 1].piece.end
        yield Cut(first.piece.start, end, first.boundary, context=first.piece.context)
        low = high


def _end(units: Sequence[_Unit], low: int, size: int) -> int:
    """Behind the last unit of the window that begins with `low`.

    A unit that needs what stands before it, as a list does the line above, takes that along into
    the next window, unless nothing would be left: then the first rows of a table have their header
    row twice, in the window above and in their own.
    """
    room = size - units[low].above + units[low].piece.start
    high = low + 1
    while high < len(units) and not units[high].parts and units[high].piece.end <= room:
        high += 1
    if high == len(units) or units[high].parts:
        return high
    return next((at for at in range(high, low, -1) if not units[at].piece.attached), high)
