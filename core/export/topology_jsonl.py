"""Chunks in TopoChunker's own form, one JSON object a line. Source: TopoChunker, figure 7."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from core.refining.supplement_sources import entry_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.chunking.base import Chunk, ChunkingResult

_BETWEEN = " > "
"""What stands between the headings of a path."""


def topology_record(result: ChunkingResult, chunk: Chunk) -> dict[str, Any]:
    """One chunk: path, signature, what its expressions refer to, and its text, verbatim.

    `Context Supplement` is left out where it would be empty.
    """
    sir = result.sir
    path = _BETWEEN.join(sir.nodes[node].text for node in chunk.lineage)
    record: dict[str, Any] = {"path": path, "signature": chunk.signature}
    if chunk.supplement:
        record["Context Supplement"] = {
            entry.term: entry_text(sir, entry) for entry in chunk.supplement
        }
    return record | {"text": chunk.content}


def topology_jsonl(result: ChunkingResult) -> Iterator[str]:
    """The records of all chunks, each a line of JSON with its line break."""
    for chunk in result.chunks:
        yield json.dumps(topology_record(result, chunk), ensure_ascii=False) + "\n"
