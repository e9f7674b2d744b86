"""Chunks in the form of structured chunking: its fields, one JSON object a line.

The strategy `heading_anchored` is made for it, but the chunks of any strategy can be written so.

Source: structured chunking v2, section 4 (what is emitted for each chunk).
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise, takewhile
from typing import TYPE_CHECKING, Any

from core.chunking.main_headings import LEVELS, sectioned, titles
from core.export.chunks_jsonl import json_lines
from core.sir import HEADINGS, ElementType, Sir
from core.spans import Role, Segment, between, joined

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.chunking.base import Chunk, ChunkingResult

_HEADING = "heading"
_WHOLES = {
    ElementType.TABLE_ROW: ElementType.TABLE,
    ElementType.TABLE_CELL: ElementType.TABLE,
    ElementType.LIST_ITEM: ElementType.LIST,
}
"""The block that a part of it is counted as."""


def anchored_record(result: ChunkingResult, chunk: Chunk, named: frozenset[int]) -> dict[str, Any]:
    """A chunk with the fields of structured chunking, and its id.

    `heading_level_1` to `heading_level_3` are the headings above the chunk's own text, that of
    the main section first and without the title of the document; None where there is none.
    `hierarchy_depth` says how many there are, 0 to 3. `element_type` is the kind of block that
    has most of the own characters, headings counting only where there is nothing else;
    `is_table` says whether it is a table. Pages are 1-based, None where no word has a place.
    `text` has a single line break between blocks. `extraction_source` names the route, or the
    other parser, that read its pages; several are joined by a plus sign. `named` are the titles
    of the document.
    """
    own = [segment for segment in chunk.segments if segment.role is Role.OWN]
    path = _section(result.sir, [segment.node for segment in own], named)
    types = _types(result.sir, own)
    text = _text(result.sir, chunk.segments)
    body = {name: count for name, count in types.items() if name != _HEADING} or types
    dominant = max(body, key=body.__getitem__)
    pages = chunk.pages or (None,)
    levels = {f"heading_level_{n + 1}": path[n] if n < len(path) else None for n in range(LEVELS)}
    return {
        "id": chunk.id,
        "chunk_index": chunk.index,
        "text": text,
        "char_count": len(text),
        "word_count": len(text.split()),
        "page_number": pages[0],
        "start_page": pages[0],
        "end_page": pages[-1],
        **levels,
        "section": " > ".join(path),
        "hierarchy_depth": len(path),
        "element_type": dominant,
        "element_types": list(types),
        "extraction_source": _source(result.sir, chunk.pages),
        "is_table": dominant == ElementType.TABLE,
    }


def anchored_jsonl(result: ChunkingResult) -> Iterator[str]:
    """The records of all chunks, each a line of JSON with its line break."""
    named = titles(result.sir)
    return json_lines(anchored_record(result, chunk, named) for chunk in result.chunks)


def _text(sir: Sir, segments: Sequence[Segment]) -> str:
    """Verbatim texts of segments, with a line break where a blank line parts blocks elsewhere."""
    parts = [joined(sir, segments[:1])]
    for before, after in pairwise(segments):
        gap = between(sir, before, after)
        is_apart = before.node != after.node and gap == "\n\n"
        parts += ["\n" if is_apart else gap, joined(sir, [after])]
    return "".join(parts)


def _source(sir: Sir, pages: Sequence[int]) -> str:
    routes = (sir.pages[page - 1].route for page in pages)
    known = dict.fromkeys(filter(None, routes))
    return "+".join(known) or sir.metadata.get("route", "") or sir.metadata.get("parser", "")


def _section(sir: Sir, own: Sequence[int], named: frozenset[int]) -> list[str]:
    """Texts of the headings of the main levels that a chunk with these nodes stands under.

    Its place in the tree is that of its first node, or of a heading after it. Of headings that
    open a chunk one after the other, the highest stands for it, and the last of several: those
    before it have no text.
    """
    opening = takewhile(lambda node: sir.nodes[node].type in HEADINGS, own)
    headings = [node for node in opening if node not in named]
    leading = min(reversed(headings), key=lambda node: len(sir.lineage(node)), default=own[0])
    path = [i for i in (*sir.lineage(leading), leading) if sir.nodes[i].type in HEADINGS]
    return [sir.nodes[i].text for i in sectioned(path, named)[:LEVELS]]


def _types(sir: Sir, own: Sequence[Segment]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for segment in own:
        kind = sir.nodes[segment.node].type
        name = _HEADING if kind in HEADINGS else _WHOLES.get(kind, kind).value
        counts[name] += segment.end - segment.start
    return counts
