"""Long passages in pieces that may not be divided, and where they are sliced by distance.

Source: TopoChunker, section 3.3.1, with embeddings of neighbouring sentences in the model's place.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from core.chunking.base import Boundary, BoundaryKind, TokenRange
from core.chunking.tables import header_rows, row_groups
from core.sir import HEADINGS, ElementType

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from core.chunking.base import Sentences
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

    `held` if no slice should begin with it. `context` are the header rows above it, repeated in a
    slice that begins with it, `lock` the tokens of the divided table, 0 for anything else.
    """

    start: int
    end: int
    held: bool = False
    context: tuple[TokenRange, ...] = ()
    lock: int = 0


def pieces(
    stream: TokenStream, starts: NDArray[np.int32], start: int, end: int, capacity: int
) -> list[Piece]:
    """The pieces of a range in their order; `starts` are positions where sentences begin."""
    found: list[Piece] = []
    at = start
    while at < end:
        node = int(stream.tokens.node[at])
        table = _lock(stream, node)
        if table is None:
            stop = min(stream.own(node)[1], end)
            low, high = np.searchsorted(starts, [at + 1, stop])
            inner = starts[low:high]
            bounds = [at, *inner.tolist(), stop]
            found += [Piece(*pair) for pair in pairwise(bounds)]
        else:
            stop = min(stream.subtree(table)[1], end)
            found += _rows(stream, table, at, stop, capacity)
        at = stop
    return _hold(stream, found)


def distances(found: Sequence[Piece], sentences: Sentences) -> NDArray[np.float32]:
    """(n,) Distance of each piece's first sentence from the sentence before it; 0 if unknown."""
    numbers = np.searchsorted(sentences.starts, [piece.start for piece in found]) - 1
    known = (numbers >= 0) & (numbers < len(sentences.distances))
    values = np.zeros(len(found), np.float32)
    values[known] = sentences.distances[numbers[known]]
    return values


def divide(
    found: Sequence[Piece], gaps: NDArray[np.float32], capacity: int, places: Sequence[int] = ()
) -> dict[int, Boundary]:
    """Further places, with reasons, that bring the slices at `places` within the capacity.

    A place is the number of the piece that a slice begins with. Each slice that is too long is
    cut where neighbours differ most, until it fits or has no place left.
    """
    edges = np.array([*(piece.start for piece in found), found[-1].end])
    above = [sum(end - start for start, end in piece.context) for piece in found]
    free = np.array([not piece.held for piece in found])
    bounds = [0, *places, len(found)]
    waiting = list(pairwise(bounds))
    added: dict[int, Boundary] = {}
    while waiting:
        low, high = waiting.pop()
        if above[low] + edges[high] - edges[low] <= capacity:
            continue
        places_left = np.flatnonzero(free[low + 1 : high]) + low + 1
        room = np.minimum(edges[places_left] - edges[low], edges[high] - edges[places_left])
        place = _widest(places_left, room, gaps, capacity // _SMALLEST)
        if place is not None:
            added[place] = _reason(found[place], float(gaps[place]), capacity)
            waiting += [(low, place), (place, high)]
    return added


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
    if piece.lock:
        return Boundary(
            BoundaryKind.LOCK,
            f"A locked table of {piece.lock} tokens passes {capacity}: split by rows.",
        )
    if not distance:
        return Boundary(BoundaryKind.SIZE, f"More would pass {capacity} tokens; a sentence begins.")
    return Boundary(
        BoundaryKind.TOPIC,
        f"More would pass {capacity} tokens, and neighbouring sentences differ most here: "
        f"distance {distance:.3f}.",
        distance,
    )


def _lock(stream: TokenStream, node: int) -> int | None:
    """The outermost locked element that a node belongs to."""
    nodes = stream.sir.nodes
    path = [*stream.sir.ancestors(node), node]
    return next((held for held in path if nodes[held].locked), None)


def _rows(stream: TokenStream, lock: int, start: int, end: int, capacity: int) -> Iterator[Piece]:
    """A locked element in one piece; a table that passes the capacity in groups of rows.

    The first rows below the header rows are held, so that these never end a slice.
    """
    element = stream.sir.nodes[lock]
    if end - start <= capacity or element.type is not ElementType.TABLE or not element.children:
        yield Piece(start, end)
        return
    last = element.children[header_rows(stream.sir, lock) - 1]
    header = (stream.subtree(lock)[0], stream.subtree(last)[1])
    fits = 0 < header[1] - header[0] <= capacity // _WIDEST_CONTEXT
    at = start
    for rows in row_groups(stream.sir, lock):
        stop = min(stream.subtree(rows[-1])[1], end)
        if at < stop:
            below = fits and at >= header[1]
            yield Piece(at, stop, at == header[1], (header,) if below else (), end - start)
            at = stop


def _hold(stream: TokenStream, found: list[Piece]) -> list[Piece]:
    """The pieces, those held that need what stands before them."""
    held: list[Piece] = []
    for number, piece in enumerate(found):
        leads = number > 0 and not piece.held and _leads(stream, piece.start - 1)
        held.append(replace(piece, held=True) if leads else piece)
    return held


def _leads(stream: TokenStream, last: int) -> bool:
    """Whether the text that ends with a token announces what follows: a heading, a caption, or one
    that ends in a colon.
    """
    token = stream[last]
    return stream.sir.nodes[token.node].type in _LEADS or token.text.rstrip().endswith(":")
