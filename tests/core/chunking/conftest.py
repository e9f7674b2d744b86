"""Streams of small documents in words that are one token each."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from core.chunking import chunk, make_options
from core.chunking.base import ChunkingResult, ChunkSource, Sentences
from core.tokenizer import minilm_tokenizer
from core.tokens import tokenize
from tests.builders import Block, sir_from_texts

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


@pytest.fixture
def cut() -> Callable[..., ChunkingResult]:
    """Cuts blocks by a strategy; `distances` are those between neighbouring sentences."""

    def cutter(
        blocks: Sequence[Block | str],
        strategy: str,
        distances: Sequence[float] = (),
        **values: float,
    ) -> ChunkingResult:
        stream = tokenize(sir_from_texts(blocks), minilm_tokenizer())

        def sentences() -> Sentences:
            return Sentences(stream.sentence_starts, np.array(distances, np.float32))

        return chunk(ChunkSource(stream, sentences), strategy, make_options(strategy, values))

    return cutter
