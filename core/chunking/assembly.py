"""From cuts to chunks: content, segments, ids and exact lines.

Source: thesis, section 3.4 (chunk assembly), with a direct mapping from characters to words in
place of its assumption of constant token density.
"""

from __future__ import annotations

from dataclasses import replace
from hashlib import blake2b
from typing import TYPE_CHECKING

import numpy as np

from core.chunking.base import END, START, Boundary, Chunk, ChunkingResult, Cut
from core.chunking.chunk_lists import LazyChunks
from core.sir import HEADINGS
from core.spans import LineBox, Role, Segment, joined, located

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.chunking.base import Cutting, TokenRange
    from core.chunking.options import ChunkingOptions
    from core.tokens import TokenStream


def assemble(
    stream: TokenStream, cutting: Cutting, strategy: str, options: ChunkingOptions
) -> ChunkingResult:
    """The chunks of a document; their ids depend on content and position alone."""
    chunks = tuple(chunks_of(stream, cutting.cuts))
    return ChunkingResult(strategy, options, chunks, stream, cutting.making)


def chunks_of(stream: TokenStream, cuts: Sequence[Cut]) -> LazyChunks:
    """The chunks that all cuts of a document make."""
    cuts = list(cuts)
    if cuts and cuts[0].boundary.kind is not START.kind:
        cuts[0] = replace(cuts[0], boundary=START)
    begun = _begun(cuts)

    def made(index: int) -> Chunk:
        cut = cuts[index]
        return _chunk(stream, index, cut, begun.get(cut.pieces[-1][1], END))

    return LazyChunks(len(cuts), made)


def line_boxes(stream: TokenStream, chunk: Chunk) -> list[LineBox]:
    """Exact boxes of a chunk's words, line by line, on all pages it spans, with their roles."""
    return [line for tokens, role in chunk.cut.parts for line in range_lines(stream, tokens, role)]


def range_lines(stream: TokenStream, tokens: TokenRange, role: Role = Role.OWN) -> list[LineBox]:
    """Boxes of exactly the words of a token range, line by line, node by node."""
    return located(stream.sir, stream.slices(*tokens), role)


def numbered_segments(stream: TokenStream, cut: Cut) -> Iterator[tuple[Segment, int]]:
    """The segments of a cut in the order of the content, each with the number of its piece.

    Pieces are counted from 1; what is repeated belongs to the piece that it stands before.
    """
    number = 1
    for tokens, role in cut.parts:
        yield from ((Segment(*span, role), number) for span in stream.slices(*tokens))
        number += role is Role.OWN


def _begun(cuts: Sequence[Cut]) -> dict[int, Boundary]:
    """Why a piece of a chunk begins where it does, by the position of its first token."""
    begun: dict[int, Boundary] = {}
    for number, cut in enumerate(cuts, 1):
        goes_on = Boundary(cut.boundary.kind, f"Chunk {number} goes on here.")
        begun |= {cut.start: cut.boundary} | {start: goes_on for start, _ in cut.further}
    return begun


def _chunk(stream: TokenStream, index: int, cut: Cut, ends: Boundary) -> Chunk:
    sir = stream.sir
    segments = tuple(segment for segment, _ in numbered_segments(stream, cut))
    shown = [tokens for tokens, role in cut.parts if role is not Role.HEADING]
    pages = np.unique(np.concatenate([stream.page[slice(*tokens)] for tokens in shown]))
    node = int(stream.tokens.node[cut.start])
    return Chunk(
        id=_chunk_id(sir.document, segments, cut.statement),
        index=index,
        content=joined(sir, segments),
        segments=segments,
        cut=cut,
        lineage=sir.lineage(node) + ((node,) if sir.nodes[node].type in HEADINGS else ()),
        pages=tuple(pages[pages > 0].tolist()),
        element_types=tuple(dict.fromkeys(sir.nodes[s.node].type for s in segments)),
        ends=ends,
    )


def _chunk_id(document: str, segments: tuple[Segment, ...], statement: str) -> str:
    """Sixteen hexadecimal digits from the document, the place of every segment, and a statement."""
    places = ";".join(f"{s.node},{s.start},{s.end},{s.role}" for s in segments)
    said = f":{statement}" if statement else ""
    return blake2b(f"{document}:{places}{said}".encode(), digest_size=8).hexdigest()
