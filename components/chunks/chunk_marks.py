"""Marks of chunks on pages: each in its own colour, every line leading to the chunk it belongs to.

A line that several chunks hold belongs to the one whose own text it is. Where others repeat it,
the repetition is drawn over it, but a click gives the owner (`chunk_of`); only the selected
chunk's repetitions are its own marks, so that they light up with it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from components.labels.chunks import path_in_words, piece_in_words
from components.widgets.page_view import Mark, MarkRole, colour_of
from core.chunking.assembly import line_boxes, range_lines
from core.page_names import number_ranges
from core.spans import LineBox, Role

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.chunking.base import Chunk, ChunkingResult, TokenRange


_PART = "/"


def chunk_of(mark: str) -> str:
    """The id of the chunk that a mark leads to."""
    return mark.partition(_PART)[0]


def shown_pages(chunk: Chunk | None, page: int | None, count: int) -> list[int]:
    """All pages of a chunk, unless another page was asked for: then that one alone."""
    numbers = list(chunk.pages) if chunk else []
    if page is None:
        return numbers or [1]
    return numbers if page in numbers else [min(max(page, 1), count)]


def chunk_marks(result: ChunkingResult, pages: Sequence[int], selected: str | None) -> list[Mark]:
    """Marks of all chunks on these 1-based pages; those of the selected one on all its pages."""
    here = result.on_pages(pages)
    marks = [mark for chunk in here for mark in _own(result, chunk, pages)]
    others = [chunk for chunk in here if chunk.id != selected]
    marks += [mark for chunk in others for mark in _repeated(result, chunk, pages, selected)]
    marks += _headings(result, others, pages)
    chosen = result.by_id.get(selected or "")
    if chosen:
        marks += [
            _mark(chosen.id, line, describe(result, chosen), chosen)
            for line in line_boxes(result.stream, chosen)
            if line.role is not Role.OWN and line.box.page in pages
        ]
    return marks


def describe(result: ChunkingResult, chunk: Chunk) -> str:
    """What a pointer over a chunk reads: its number, size and path."""
    label = f"Chunk {chunk.index + 1} · {chunk.token_count} tokens"
    path = path_in_words(result.sir, chunk.lineage)
    return f"{label}\n{path}" if path else label


def owner_at(result: ChunkingResult, token: int) -> Chunk:
    """The chunk to which a token of the stream belongs."""
    return result.chunks[int(result.owners[token])]


def _own(result: ChunkingResult, chunk: Chunk, pages: Sequence[int]) -> Iterator[Mark]:
    for number, tokens in enumerate(chunk.cut.pieces, 1):
        piece = piece_in_words(result, chunk, number)
        label = f"{describe(result, chunk)}\n{piece}" if piece else describe(result, chunk)
        badge = f"{chunk.index + 1}·{number}" if piece else str(chunk.index + 1)
        for line in range_lines(result.stream, tokens):
            if line.box.page in pages:
                yield _mark(chunk.id, line, label, chunk, badge)


def _repeated(
    result: ChunkingResult, chunk: Chunk, pages: Sequence[int], selected: str | None
) -> Iterator[Mark]:
    """The overlap of a chunk, part by part under the ids of the chunks that own the words.

    On the selected chunk it has an id of its own, so as not to be emphasised like that chunk.
    """
    start, end = chunk.cut.start - chunk.cut.overlap, chunk.cut.start
    while start < end:
        owner = owner_at(result, start)
        stop = next(min(end, stop) for at, stop in owner.cut.pieces if at <= start < stop)
        mark = f"{owner.id}{_PART}{chunk.index}" if owner.id == selected else owner.id
        label = f"{describe(result, owner)}\nrepeated in chunk {chunk.index + 1}"
        for line in range_lines(result.stream, (start, stop), Role.OVERLAP):
            if line.box.page in pages:
                yield _mark(mark, line, label, chunk)
        start = stop


def _headings(
    result: ChunkingResult, chunks: Sequence[Chunk], pages: Sequence[int]
) -> Iterator[Mark]:
    users: dict[TokenRange, list[int]] = {}
    for chunk in chunks:
        for heading, role in chunk.cut.parts:
            if role is Role.HEADING:
                users.setdefault(heading, []).append(chunk.index + 1)
    for heading, numbers in users.items():
        owner = owner_at(result, heading[0])
        label = f"{describe(result, owner)}\nput in front of {number_ranges(numbers)}"
        for line in range_lines(result.stream, heading, Role.HEADING):
            if line.box.page in pages:
                yield _mark(owner.id, line, label, owner)


def _mark(mark: str, line: LineBox, label: str, drawn_as: Chunk, badge: str = "") -> Mark:
    return Mark(
        mark,
        line.box,
        label,
        MarkRole(line.role.value),
        colour_of(drawn_as.index),
        line.location,
        badge=badge,
    )
