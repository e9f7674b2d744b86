"""Chunks as rows of a table, without the places of their lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from core.spans import Role
from core.text.word_tables import word_table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.chunking.base import ChunkingResult

COLUMNS: dict[str, str] = word_table(__file__)
"""The columns of a row, and what each holds."""
USUAL = ("number", "text", "headings", "pages", "tokens")
"""The columns that most people want."""


def chunk_rows(result: ChunkingResult, name: str) -> Iterator[dict[str, Any]]:
    """A row for each chunk, with all `COLUMNS`; `name` is what people call the document."""
    sir = result.sir
    for chunk in result.chunks:
        tokens = chunk.cut.tokens_by_role
        yield {
            "number": chunk.index + 1,
            "text": chunk.content,
            "headings": " > ".join(sir.nodes[node].text for node in chunk.lineage),
            "pages": list(chunk.pages),
            "printed_pages": [sir.pages[page - 1].label for page in chunk.pages],
            "tokens": chunk.token_count,
            "own_tokens": tokens[Role.OWN],
            "overlap_tokens": tokens[Role.OVERLAP],
            "heading_tokens": tokens[Role.HEADING],
            "elements": [kind.value for kind in chunk.element_types],
            "begins": chunk.begins.reason,
            "ends": chunk.ends.reason,
            "signature": chunk.signature,
            "id": chunk.id,
            "strategy": result.strategy,
            "document": name,
            "sha256": result.document,
        }
