"""Chunks of small documents, as exports take them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from core.chunking import chunk, make_options
from core.chunking.base import ChunkingResult, ChunkSource
from core.chunking.sentence_distances import measure_sentences
from core.embedding import open_encoder
from core.tokenizer import minilm_tokenizer
from core.tokens import tokenize
from tests.builders import Block, bullets, heading, sir_from_texts, table

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Make = Callable[..., ChunkingResult]

DOSES = [["Age", "Dose"], ["under 12", "5 mg"], ["over 12", "10 mg"]]

BLOCKS = [
    heading("1 Dose"),
    "Give 5 mg twice a day. Do not give more than 20 mg in a day, and stop when it helps.",
    heading("1.1 Children", 2),
    table(DOSES),
    bullets("• weigh the child", "• write the weight * dose down"),
    "A last paragraph that is long enough to be cut in several parts. " * 8,
]


@pytest.fixture
def make():
    """A function that chunks the blocks by a strategy with these options."""

    def chunked(
        strategy: str, blocks: Sequence[Block | str] = BLOCKS, **options: float
    ) -> ChunkingResult:
        stream = tokenize(sir_from_texts(blocks), minilm_tokenizer())
        source = ChunkSource(stream, lambda: measure_sentences(stream, open_encoder("hashing")))
        return chunk(source, strategy, make_options(strategy, options))

    return chunked
