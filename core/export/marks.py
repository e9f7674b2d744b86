"""What is marked on the pages of a PDF: the lines of chunks or of citations, in plain values.

Plain, because marks travel as JSON to the process that writes them into the file.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict

from core.chunking.assembly import line_boxes
from core.colours import colour_of
from core.export.chunks_markdown import page_heading
from core.sir import Location
from core.spans import Role

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.answering.base import Answer
    from core.chunking.base import Chunk, ChunkingResult
    from core.evidence.citations import Citation
    from core.spans import LineBox


class MarkedLine(BaseModel):
    """One line on a page (1-based): edges as fractions of the displayed page."""

    model_config = ConfigDict(frozen=True)

    page: int
    left: float
    top: float
    right: float
    bottom: float
    role: Role = Role.OWN
    location: Location = Location.EXACT


class Mark(BaseModel):
    """Lines that belong together, and what a reader sees on hovering over them."""

    model_config = ConfigDict(frozen=True)

    title: str
    note: str
    colour: str
    lines: tuple[MarkedLine, ...]


def chunk_marks(result: ChunkingResult, chunks: Sequence[Chunk] | None = None) -> list[Mark]:
    """A mark for each of the chunks, by default all; colours go round by the chunk's number."""
    return [_chunk_mark(result, chunk) for chunk in (result.chunks if chunks is None else chunks)]


def citation_marks(answer: Answer, document: str) -> list[Mark]:
    """A mark for each citation of an answer that stands in the document (its SHA-256)."""
    cited = [citation for citation in answer.citations if citation.quote.document == document]
    return [_citation_mark(answer.question, citation) for citation in cited]


def place_mark(title: str, note: str, lines: Sequence[LineBox]) -> Mark:
    """A mark for one place, such as a citation that a link leads to."""
    return Mark(title=title, note=note, colour=colour_of(0), lines=_lines(lines))


def _chunk_mark(result: ChunkingResult, chunk: Chunk) -> Mark:
    path = " › ".join(result.sir.nodes[index].text for index in chunk.lineage)
    note = [
        path,
        f"{page_heading(result.sir, chunk.pages)}, {chunk.token_count} tokens, {chunk.id}",
        f"Begins: {chunk.begins.reason}",
        f"Ends: {chunk.ends.reason}",
    ]
    return Mark(
        title=f"Chunk {chunk.index + 1}",
        note="\n".join(filter(None, note)),
        colour=colour_of(chunk.index),
        lines=_lines(line_boxes(result.stream, chunk)),
    )


def _citation_mark(question: str, citation: Citation) -> Mark:
    path = " › ".join(citation.section_path)
    note = [path, f"Cited in answer to: {question}"]
    return Mark(
        title=f"Citation {citation.number}",
        note="\n".join(filter(None, note)),
        colour=colour_of(citation.number - 1),
        lines=_lines(citation.lines),
    )


def _lines(lines: Sequence[LineBox]) -> tuple[MarkedLine, ...]:
    """The lines whose place is known."""
    return tuple(
        MarkedLine(
            page=line.box.page,
            left=line.box.left,
            top=line.box.top,
            right=line.box.right,
            bottom=line.box.bottom,
            role=line.role,
            location=line.location,
        )
        for line in lines
        if line.location is not Location.UNLOCATED
    )
