"""What is marked on the pages of a PDF: the lines of chunks or of citations, in plain values.

Plain, because marks travel as JSON to the process that writes them into the file.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.chunking.assembly import line_boxes
from core.colours import colour_of
from core.export.chunks_markdown import page_heading
from core.geometry import BoundingBox
from core.sir import Location
from core.spans import LineBox
from core.value_models import FrozenModel

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from core.answering.base import Answer
    from core.chunking.base import Chunk, ChunkingResult


class Mark(FrozenModel):
    """Lines that belong together, and what a reader sees on hovering over them."""

    title: str
    note: str
    colour: str
    lines: tuple[LineBox, ...]


Mark.model_rebuild(_types_namespace={"BoundingBox": BoundingBox, "Location": Location})


def chunk_marks(result: ChunkingResult, chunks: Sequence[Chunk] | None = None) -> list[Mark]:
    """A mark for each of the chunks, by default all; colours go round by the chunk's number."""
    return [_chunk_mark(result, chunk) for chunk in (result.chunks if chunks is None else chunks)]


def citation_marks(answer: Answer, document: str) -> list[Mark]:
    """A mark for each citation of an answer that stands in the document (its SHA-256)."""
    return [
        place_mark(
            f"Citation {citation.number}",
            _note(" › ".join(citation.section_path), f"Cited in answer to: {answer.question}"),
            citation.lines,
            citation.number - 1,
        )
        for citation in answer.citations
        if citation.quote.document == document
    ]


def place_mark(title: str, note: str, lines: Iterable[LineBox], number: int = 0) -> Mark:
    """A mark for one place, such as a citation that a link leads to; colours go by its number.

    Lines whose place is not known are left out.
    """
    located = tuple(line for line in lines if line.location is not Location.UNLOCATED)
    return Mark(title=title, note=note, colour=colour_of(number), lines=located)


def _chunk_mark(result: ChunkingResult, chunk: Chunk) -> Mark:
    note = _note(
        " › ".join(result.sir.nodes[index].text for index in chunk.lineage),
        f"{page_heading(result.sir, chunk.pages)}, {chunk.token_count} tokens, {chunk.id}",
        f"Begins: {chunk.begins.reason}",
        f"Ends: {chunk.ends.reason}",
    )
    lines = line_boxes(result.stream, chunk)
    return place_mark(f"Chunk {chunk.index + 1}", note, lines, chunk.index)


def _note(*lines: str) -> str:
    return "\n".join(filter(None, lines))
