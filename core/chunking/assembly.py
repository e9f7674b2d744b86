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
from core.sir import HEADINGS
from core.spans import LineBox, Role, Segment, joined, located

if TYPE_CHECKING:
    from core.chunking.base import ChunkingOptions, Cutting, TokenRange
    from core.tokens import TokenStream


def assemble(
    stream: TokenStream, cutting: Cutting, strategy: str, options: ChunkingOptions
) -> ChunkingResult:
    """The chunks of a document; their ids depend on content and position alone."""
    cuts = list(cutting.cuts)
    if cuts and cuts[0].boundary.kind is not START.kind:
        cuts[0] = replace(cuts[0], boundary=START)
    endings = [*(cut.boundary for cut in cuts[1:]), END]
    chunks = tuple(
        _chunk(stream, index, cut, ending)
        for index, (cut, ending) in enumerate(zip(cuts, endings, strict=False))
    )
    return ChunkingResult(strategy, options, chunks, stream, cutting.making)


def line_boxes(stream: TokenStream, chunk: Chunk) -> list[LineBox]:
    """Exact boxes of a chunk's words, line by line, on all pages it spans, with their roles."""
    return [line for tokens, role in chunk.cut.parts for line in range_lines(stream, tokens, role)]


def range_lines(stream: TokenStream, tokens: TokenRange, role: Role = Role.OWN) -> list[LineBox]:
    """Boxes of exactly the words of a token range, line by line, node by node."""
    return located(stream.sir, stream.slices(*tokens), role)


def _chunk(stream: TokenStream, index: int, cut: Cut, ends: Boundary) -> Chunk:
    sir = stream.sir
    segments = tuple(
        Segment(*span, role) for tokens, role in cut.parts for span in stream.slices(*tokens)
    )
    pages = np.unique(stream.page[cut.start - cut.overlap : cut.end])
    node = int(stream.tokens.node[cut.start])
    return Chunk(
        id=_chunk_id(sir.document, segments),
        index=index,
        content=joined(sir, segments),
        segments=segments,
        cut=cut,
        lineage=sir.lineage(node) + ((node,) if sir.nodes[node].type in HEADINGS else ()),
        pages=tuple(pages[pages > 0].tolist()),
        element_types=tuple(dict.fromkeys(sir.nodes[s.node].type for s in segments)),
        ends=ends,
    )


def _chunk_id(document: str, segments: tuple[Segment, ...]) -> str:
    """Sixteen hexadecimal digits from the document and the place of every segment."""
    places = ";".join(f"{s.node},{s.start},{s.end},{s.role}" for s in segments)
    return blake2b(f"{document}:{places}".encode(), digest_size=8).hexdigest()
