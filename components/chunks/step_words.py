"""The three steps in words: how many pieces each left, and why each piece is what it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.chunking.step_record import StepRecord, merge_in_words
from core.text.counts import number_of

if TYPE_CHECKING:
    from core.chunking.base import Chunk, ChunkingResult

PARAGRAPHS, TOPICS, CHUNKS = "1", "2", "3"
STEPS = (PARAGRAPHS, TOPICS, CHUNKS)
"""The steps by their numbers in the source."""
_NOUNS = {PARAGRAPHS: "paragraph", TOPICS: "topic", CHUNKS: "chunk"}
EXPLAINED = {
    PARAGRAPHS: "Only a blank line ends a paragraph. A heading stays with what follows it.",
    TOPICS: "A paragraph is divided where its topic changes, and where a chapter begins.",
    CHUNKS: "A topic that needs the one before it is kept together with it, up to N tokens.",
}


def counts(result: ChunkingResult, record: StepRecord) -> dict[str, int]:
    """How many pieces each step left."""
    pieces = record.paragraphs, record.topics, result.chunks
    return dict(zip(STEPS, map(len, pieces), strict=True))


def counted(step: str, number: int) -> str:
    """Such as `10 topics`."""
    return number_of(number, _NOUNS[step])


def merges_of(result: ChunkingResult, chunk: Chunk) -> list[str]:
    """Why topics of a chunk are kept together, a sentence for each but its first."""
    record = result.making.record
    if record is None:
        return []
    return [
        merge_in_words(record.links[at - 1])
        for at, topic in enumerate(record.topics)
        if at and chunk.cut.start < topic.start < chunk.cut.end
    ]
