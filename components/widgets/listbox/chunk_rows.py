"""Rows of the list, made from chunks."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from components.labels.chunks import path_in_words, size_in_words
from components.widgets.page_view import colour_of
from core.page_names import number_ranges
from core.spans import Role
from core.text.one_line import beginning

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.chunking.base import Chunk, ChunkingResult

_TEXT = 110


class ChunkRow(NamedTuple):
    """One line of the list. `number` counts from 1; `pages` and `size` are in words.

    `signature` is empty where chunks have none. Where two chunkings are compared, `edge` says who
    begins a chunk here (`both`, `one` or `other`). `note` says of how many pieces the chunk is,
    where it is not all of one, and how two chunkings differ.
    """

    id: str
    number: int
    colour: str
    text: str
    path: str
    pages: str
    tokens: int
    size: str
    signature: str = ""
    edge: str = ""
    note: str = ""


def chunk_rows(result: ChunkingResult, chunks: Sequence[Chunk]) -> list[ChunkRow]:
    """A row for each of the chunks, in their order."""
    return [_row(result, chunk) for chunk in chunks]


def _row(result: ChunkingResult, chunk: Chunk) -> ChunkRow:
    return ChunkRow(
        chunk.id,
        chunk.index + 1,
        colour_of(chunk.index),
        _beginning(result, chunk),
        path_in_words(result.sir, chunk.lineage),
        number_ranges(chunk.pages),
        chunk.token_count,
        size_in_words(chunk),
        chunk.signature,
        note=f"{count} pieces" if (count := len(chunk.cut.pieces)) > 1 else "",
    )


def _beginning(result: ChunkingResult, chunk: Chunk) -> str:
    words = ""
    for segment in chunk.segments:
        if segment.role is Role.OWN and len(words) <= _TEXT:
            words += (
                " " + result.sir.nodes[segment.node].text[segment.start : segment.end][: _TEXT * 2]
            )
    return beginning(words, _TEXT)
