"""A small document, its chunks and hits for each of them, without an index."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.chunking import chunk, make_options
from core.chunking.base import ChunkSource
from core.indexing.base import ChunkMatch
from core.tokenizer import minilm_tokenizer
from core.tokens import tokenize
from tests.builders import Block, bullets, heading, sir_from_texts, table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.chunking.base import Chunk, ChunkingResult, Sentences
    from core.sir import Sir

FILLER = "Staff record the visit in the notes of the ward and sign them with date and time. " * 4
GUIDELINE: list[Block | str] = [
    heading("Dosage"),
    "Begin with 5 mg of veradine at night. Raise the dose by 5 mg each week. Do not pass 40 mg.",
    FILLER,
    heading("Monitoring"),
    "Check the liver enzymes before the first dose.",
    bullets("Weigh the patient each month.", "Measure the blood pressure while standing."),
    table([["Age", "Dose of solution"], ["under 60", "20 ml"], ["over 60", "10 ml"]]),
]


@dataclass(frozen=True)
class Found:
    """A chunking, hits for all of its chunks in reading order, and the way from hit to chunk."""

    result: ChunkingResult
    hits: list[ChunkMatch]

    def lookup(self, hit: ChunkMatch) -> tuple[ChunkingResult, Chunk]:
        """The chunk of a hit."""
        return self.result, next(c for c in self.result.chunks if c.id == hit.chunk_id)


def found(
    blocks: Sequence[Block | str], strategy: str = "recursive", max_tokens: int = 64
) -> Found:
    """A document of these blocks, cut, every chunk of it a hit."""
    return found_in(sir_from_texts(blocks), strategy, max_tokens)


def found_in(sir: Sir, strategy: str = "recursive", max_tokens: int = 64) -> Found:
    """The same for a document that exists."""
    source = ChunkSource(tokenize(sir, minilm_tokenizer()), _no_sentences)
    result = chunk(source, strategy, make_options(strategy, {"max_tokens": max_tokens}))
    hits = [ChunkMatch(c.id, sir.document, 0.5, 1.0) for c in result.chunks]
    return Found(result, hits)


def _no_sentences() -> Sentences:
    raise AssertionError("no strategy of these tests asks for sentences")
