"""Chunks of small documents, for tests of what is shown of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from core.chunking import chunk, make_options
from core.chunking.base import ChunkSource, Sentences
from core.tokenizer import minilm_tokenizer
from core.tokens import TokenStream, tokenize
from tests.builders import sir_from_texts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.chunking.base import ChunkingResult
    from tests.builders import Block


def cut(
    source: TokenStream | Sequence[Block | str], strategy: str, **values: float | str
) -> ChunkingResult:
    """The chunks of a stream, or of blocks, by a strategy that reads no sentences."""
    if not isinstance(source, TokenStream):
        source = tokenize(sir_from_texts(source), minilm_tokenizer())
    none = Sentences(np.zeros(0, np.int32), np.zeros(0, np.float32))
    return chunk(ChunkSource(source, lambda: none), strategy, make_options(strategy, values))
