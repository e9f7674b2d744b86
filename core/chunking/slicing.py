"""Long passages in pieces that may not be divided, and slices of them within a capacity.

Source: TopoChunker, section 3.3.1, with embeddings of neighbouring sentences in the model's place.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from core.chunking.base import Boundary, BoundaryKind, Cut, Sentences, TokenRange, length
from core.chunking.splitting import split
from core.chunking.tables import header_end, row_ends
from core.sir import HEADINGS, ElementType

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from core.tokens import TokenStream

_LEADS = HEADINGS | {ElementType.CAPTION}
"""What is not parted from the text behind it."""
_SMALLEST = 4
"""No slice is made smaller than this part of the capacity, where sentences allow."""
_WIDEST_CONTEXT = 3
"""Header rows are repeated up to this part of the capacity."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A sentence, a locked element, or rows of a table that is too long to stay whole.

    `attached` if no slice should begin with it. `context` are the header rows above it, repeated
    in a slice that begins with it, `lock` the tokens of the divided table, 0 for anything else.
    """

    start: int
    end: int
    attached: bool = False
    context: tuple[TokenRange, ...] = ()
    lock: int = 0

    def opens(self, capacity: int) -> Boundary:
        """Why a slice begins with it that has no other reason than its size."""
        if self.lock:
            reason = f"A locked table of {self.lock} tokens passes {capacity}: split by rows."
            return Boundary(BoundaryKind.LOCK, reason)
        return Boundary(BoundaryKind.SIZE, f"More would pass {capacity} tokens; a sentence begins.")


def pieces(
    stream: TokenStream, starts: NDArray[np.int32], start: int, end: int, capacity: int
) -> list[Piece]:
    """The pieces of a range in their order; `starts` are positions where sentences begin."""
    parts: list[Piece] = []
    at = start
    while at < end:
        node = int(stream.tokens.node[at])
        lock = _lock(stream, node)
        if lock is None:
            stop = min(stream.own(node)[1], end)
            low, high = np.searchsorted(starts, [at + 1, stop])
            parts += [Piece(*pair) for pair in pairwise([at, *starts[low:high].tolist(), stop])]
        else:
            stop = min(stream.subtree(lock)[1], end)
            parts += _rows(stream, lock, at, stop, capacity)
        at = stop
    return parts[:1] + [
        replace(piece, attached=piece.attached or _announces(stream, piece.start))
        for piece in parts[1:]
    ]


def distances(parts: Sequence[Piece], sentences: Sentences) -> NDArray[np.float32]:
    """(n,) Distance of each piece's first sentence from the sentence before it; 0 if unknown."""
    numbers = np.searchsorted(sentences.starts, [piece.start for piece in parts]) - 1
    measured = (numbers >= 0) & (numbers < len(sentences.distances))
    values = np.zeros(len(parts), np.float32)
    values[measured] = sentences.distances[numbers[measured]]
    return values


def divide(
    parts: Sequence[Piece], gaps: NDArray[np.float32], capacity: int, places: Sequence[int] = ()
) -> dict[int, Boundary]:
    """Further places, with reasons, that bring the slices at `places` within the capacity.

    A place is the number of the piece that a slice begins with. Each slice that is too long is
    cut where neighbours differ most, until it fits or has no place left.
    """
    edges = np.array([*(piece.start for piece in parts), parts[-1].end])
    free = np.array([not piece.attached for piece in parts])
    waiting = list(pairwise([0, *places, len(parts)]))
    added: dict[int, Boundary] = {}
    while waiting:
        low, high = waiting.pop()
        if length(*parts[low].context) + edges[high] - edges[low] <= capacity:
            continue
        places_left = np.flatnonzero(free[low + 1 : high]) + low + 1
        room = np.minimum(edges[places_left] - edges[low], edges[high] - edges[places_left])
        place = _widest(places_left, room, gaps, capacity // _SMALLEST)
        if place is not None:
            added[place] = _reason(parts[place], float(gaps[place]), capacity)
            waiting += [(low, place), (place, high)]
    return added


def slices(
    stream: TokenStream,
    parts: Sequence[Piece],
    boundaries: Mapping[int, Boundary],
    size: int,
    *,
    whole: bool = False,
) -> Iterator[Cut]:
    """Cuts that begin at these places; what is over `size` is split at the coarsest delimiter.

    `whole` says that a slice rather goes without its header rows than be split for them.
    """
    for low, high in pairwise([*sorted(boundaries), len(parts)]):
        start, end, context = parts[low].start, parts[high - 1].end, parts[low].context
        if whole and end - start <= size < end - start + length(*context):
            context = ()
        for part in split(stream, start, end, size - length(*context)):
            boundary = boundaries[low] if part.start == start else part.boundary
            yield replace(part, boundary=boundary, context=context)


def _widest(
    places: NDArray[np.int64], room: NDArray[np.int64], gaps: NDArray[np.float32], least: int
) -> int | None:
    """The place of the widest gap, of equal ones the most central.

    `room` (n,) are the tokens of the smaller side of each; less than `least` is avoided.
    """
    if not len(places):
        return None
    roomy = room >= min(least, room.max())
    places, room = places[roomy], room[roomy]
    return int(places[np.lexsort((room, gaps[places]))[-1]])


def _reason(piece: Piece, distance: float, capacity: int) -> Boundary:
    if piece.lock or not distance:
        return piece.opens(capacity)
    return Boundary(
        BoundaryKind.TOPIC,
        f"More would pass {capacity} tokens, and neighbouring sentences differ most here: "
        f"distance {distance:.3f}.",
        distance,
    )


def _lock(stream: TokenStream, node: int) -> int | None:
    nodes = stream.sir.nodes
    path = [*stream.sir.ancestors(node), node]
    return next((element for element in path if nodes[element].locked), None)


def _rows(stream: TokenStream, lock: int, start: int, end: int, capacity: int) -> Iterator[Piece]:
    """A locked element in one piece; a table that passes the capacity in groups of rows.

    The first rows below the header rows are attached, so that these never end a slice.
    """
    element = stream.sir.nodes[lock]
    if end - start <= capacity or element.type is not ElementType.TABLE or not element.children:
        yield Piece(start, end)
        return
    header = (stream.subtree(lock)[0], header_end(stream, lock))
    fits = 0 < length(header) <= capacity // _WIDEST_CONTEXT
    at = start
    for row_end in row_ends(stream, lock):
        stop = min(row_end, end)
        if at < stop:
            below = fits and at >= header[1]
            yield Piece(at, stop, at == header[1], (header,) if below else (), end - start)
            at = stop


def _announces(stream: TokenStream, start: int) -> bool:
    """Whether the text before a position announces what follows: a heading, a caption, a colon."""
    node = int(stream.tokens.node[start - 1])
    return stream.sir.nodes[node].type in _LEADS or stream.text(start - 1, start).endswith(":")
