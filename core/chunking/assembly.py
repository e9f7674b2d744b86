"""From cuts to chunks: content, segments, ids and exact lines.

Source: thesis, section 3.4 (chunk assembly), with a direct mapping from characters to words in
place of its assumption of constant token density.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

import numpy as np

from core.chunking.base import (
    END,
    Boundary,
    Chunk,
    ChunkingOptions,
    ChunkingResult,
    Cut,
    Cutting,
    LineBox,
    Role,
    Segment,
    TokenRange,
)
from core.sir import HEADINGS
from core.tokens import TokenStream, separator

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from core.sir import Sir, Span


def assemble(
    stream: TokenStream, cutting: Cutting, strategy: str, options: ChunkingOptions
) -> ChunkingResult:
    """The chunks of a document; their ids depend on content and position alone."""
    cuts = cutting.cuts
    endings = [*(cut.boundary for cut in cuts[1:]), END][: len(cuts)]
    chunks = tuple(
        _chunk(stream, index, cut, ending)
        for index, (cut, ending) in enumerate(zip(cuts, endings, strict=True))
    )
    return ChunkingResult(stream.sir.document, strategy, options, chunks, stream, cutting.making)


def roles(cut: Cut) -> Iterator[tuple[TokenRange, Role]]:
    """The token ranges of a chunk in the order of its content."""
    for held in cut.context:
        yield held, Role.HEADING
    if cut.overlap:
        yield (cut.start - cut.overlap, cut.start), Role.OVERLAP
    yield (cut.start, cut.end), Role.OWN


def line_boxes(stream: TokenStream, chunk: Chunk) -> list[LineBox]:
    """Exact boxes of a chunk's words, line by line, on all pages it spans, with their roles."""
    return [line for held, role in roles(chunk.cut) for line in range_lines(stream, held, role)]


def range_lines(stream: TokenStream, held: TokenRange, role: Role = Role.OWN) -> list[LineBox]:
    """Boxes of exactly the words of a token range, line by line, node by node."""
    return span_lines(stream.sir, stream.slices(*held), role)


def span_lines(sir: Sir, spans: Iterable[Span], role: Role = Role.OWN) -> list[LineBox]:
    """Boxes of exactly the words of spans, line by line, in the order of the spans."""
    return [
        LineBox(box, role, span.node, sir.nodes[span.node].location)
        for span in spans
        for box in sir.line_boxes(sir.words_between(*span))
    ]


def _chunk(stream: TokenStream, index: int, cut: Cut, ends: Boundary) -> Chunk:
    sir = stream.sir
    segments = tuple(
        Segment(*span, role)
        for (start, end), role in roles(cut)
        for span in stream.slices(start, end)
    )
    pages = np.unique(stream.page[cut.start - cut.overlap : cut.end])
    return Chunk(
        id=_chunk_id(sir.document, segments),
        index=index,
        content=join(sir, segments),
        segments=segments,
        cut=cut,
        token_count=cut.token_count,
        lineage=_path(sir, int(stream.tokens.node[cut.start])),
        pages=tuple(pages[pages > 0].tolist()),
        element_types=tuple(dict.fromkeys(sir.nodes[s.node].type for s in segments)),
        ends=ends,
    )


def _path(sir: Sir, node: int) -> tuple[int, ...]:
    own = (node,) if sir.nodes[node].type in HEADINGS else ()
    return sir.lineage(node) + own


def join(sir: Sir, segments: Sequence[Segment]) -> str:
    """Verbatim text of segments: within a node the text between them, else the separator."""
    parts: list[str] = []
    before: Segment | None = None
    for segment in segments:
        text = sir.nodes[segment.node].text
        if before is not None:
            follows = before.node == segment.node and before.end <= segment.start
            parts.append(
                text[before.end : segment.start]
                if follows
                else separator(sir, before.node, segment.node)
            )
        parts.append(text[segment.start : segment.end])
        before = segment
    return "".join(parts)


def _chunk_id(document: str, segments: tuple[Segment, ...]) -> str:
    """Sixteen hexadecimal digits from the document and the place of every segment."""
    places = ";".join(f"{s.node},{s.start},{s.end},{s.role}" for s in segments)
    return blake2b(f"{document}:{places}".encode(), digest_size=8).hexdigest()
