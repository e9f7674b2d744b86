"""Chunks as plain values, one JSON object a line: Sightline's own form, and TopoChunker's."""

from __future__ import annotations

import json
from dataclasses import asdict
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from core.chunking.assembly import line_boxes, numbered_segments
from core.refining.supplement_sources import entry_text, entry_words, supplement_lines
from core.sir import HEADINGS, Sir
from core.spans import LineBox, Role

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from core.chunking.additions import SupplementEntry
    from core.chunking.base import Boundary, Chunk, ChunkingResult

SCHEMA = "sightline.chunk/1"
"""Name and version of the form of a record."""

_DIGITS = 6
"""Decimals of a box: a millionth of a page is far below what can be seen."""


def chunk_record(result: ChunkingResult, chunk: Chunk, name: str) -> dict[str, Any]:
    """One chunk with its origin; `name` is what people call the document.

    `segments` are slices of node texts, in characters, half-open; of a chunk of several pieces
    that are no neighbours, each says which `piece` it belongs to, counted from 1. `boxes` are the
    lines on the page: fractions of the displayed page, left, top, right, bottom. `made_by` is the
    language model that took part in the plan, or `rules`; `notices` say where it could not.
    """
    sir = result.sir
    return {
        "schema": SCHEMA,
        "id": chunk.id,
        "index": chunk.index,
        "content": chunk.content,
        "strategy": result.strategy,
        "made_by": result.making.model or "rules",
        "notices": list(result.making.notices),
        "options": result.options.model_dump(mode="json"),
        "document": {"sha256": result.document, "name": name},
        "pages": [{"page": page, "label": sir.pages[page - 1].label} for page in chunk.pages],
        "section_path": [sir.nodes[index].text for index in chunk.lineage],
        "element_types": [kind.value for kind in chunk.element_types],
        "tokens": {"total": chunk.token_count, **chunk.cut.tokens_by_role},
        "segments": list(_segments(result, chunk)),
        "boxes": [line_record(line, sir) for line in line_boxes(result.stream, chunk)],
        "begins": _boundary(chunk.begins),
        "ends": _boundary(chunk.ends),
        "signature": chunk.signature,
        "context_supplement": [_entry(sir, entry) for entry in chunk.supplement],
    }


def topology_record(result: ChunkingResult, chunk: Chunk) -> dict[str, Any]:
    """One chunk: path, signature, what its expressions refer to, and its text, verbatim.

    `path` holds all levels of headings above the text, those with which the chunk begins included.
    `Context Supplement` is a mapping from term to meaning, or to the words of the source where no
    meaning is known; it is left out where it would be empty. Source: TopoChunker, figure 7.
    """
    sir = result.sir
    path = " > ".join(sir.nodes[node].text for node in full_path(sir, chunk))
    record: dict[str, Any] = {"path": path, "signature": chunk.signature}
    meanings: dict[str, list[str]] = {}
    for entry in chunk.supplement:
        meanings.setdefault(entry.term, []).append(entry_words(sir, entry))
    if meanings:
        record["Context Supplement"] = {term: "; ".join(of) for term, of in meanings.items()}
    return record | {"text": chunk.content}


def full_path(sir: Sir, chunk: Chunk) -> tuple[int, ...]:
    """The headings that all own text of a chunk stands under, the highest first.

    Of a chunk without other text, those down to the last heading in it.
    """
    own = [segment.node for segment in chunk.segments if segment.role is Role.OWN]
    texts = [node for node in own if sir.nodes[node].type not in HEADINGS]
    paths = [sir.lineage(node) for node in texts] or [(*sir.lineage(own[-1]), own[-1])]
    levels = takewhile(lambda level: len(set(level)) == 1, zip(*paths, strict=False))
    return tuple(level[0] for level in levels)


def chunks_jsonl(result: ChunkingResult, name: str) -> Iterator[str]:
    """The records of all chunks, each a line of JSON with its line break."""
    return json_lines(chunk_record(result, chunk, name) for chunk in result.chunks)


def topology_jsonl(result: ChunkingResult) -> Iterator[str]:
    """The records of all chunks in TopoChunker's own form, each a line of JSON."""
    return json_lines(topology_record(result, chunk) for chunk in result.chunks)


def json_lines(records: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Each record as a line of JSON with its line break."""
    return (json.dumps(record, ensure_ascii=False) + "\n" for record in records)


def _segments(result: ChunkingResult, chunk: Chunk) -> Iterator[dict[str, Any]]:
    for segment, piece in numbered_segments(result.stream, chunk.cut):
        record = {
            "node": result.sir.nodes[segment.node].id,
            "start": segment.start,
            "end": segment.end,
            "role": segment.role.value,
        }
        yield record | ({"piece": piece} if chunk.cut.further else {})


def _entry(sir: Sir, entry: SupplementEntry) -> dict[str, Any]:
    """An entry with its source: node, characters of its text, and lines on the page.

    `found_by` is the language model, or `rule`.
    """
    lines = supplement_lines(sir, entry)
    return {
        "term": entry.term,
        "kind": entry.kind.value,
        "meaning": entry.meaning,
        "text": entry_text(sir, entry),
        "node": sir.nodes[entry.node].id,
        "start": entry.start,
        "end": entry.end,
        "pages": sorted({line.box.page for line in lines}),
        "boxes": [line_record(line, sir) for line in lines],
        "found_by": entry.by or "rule",
    }


def line_record(line: LineBox, sir: Sir) -> dict[str, Any]:
    """One line on its page, see `chunk_record`."""
    return {
        "page": line.box.page,
        "box": [round(edge, _DIGITS) for edge in line.box.edges],
        "role": line.role.value,
        "location": line.location.value,
        "node": sir.nodes[line.node].id,
    }


def _boundary(boundary: Boundary) -> dict[str, Any]:
    values = asdict(boundary)
    return {key: value for key, value in values.items() if value is not None}
