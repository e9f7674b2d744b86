"""Chunks of small documents, and what tests ask of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from core.chunking import chunk, make_options
from core.chunking.base import ChunkSource, Sentences
from core.llm.fake import FakeTransport
from core.llm.model import LanguageModel
from core.tokenizer import minilm_tokenizer
from core.tokens import TokenStream, tokenize
from tests.builders import sir_from_texts

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from core.chunking.base import ChunkingResult
    from core.llm.base import Reply, Request
    from tests.builders import Block


def cut(
    source: TokenStream | Sequence[Block | str], strategy: str, **values: float | str
) -> ChunkingResult:
    """The chunks of a stream, or of blocks, by a strategy that reads no sentences."""
    if not isinstance(source, TokenStream):
        source = tokenize(sir_from_texts(source), minilm_tokenizer())
    none = Sentences(np.zeros(0, np.int32), np.zeros(0, np.float32))
    return chunk(ChunkSource(source, lambda: none), strategy, make_options(strategy, values))


def words(count: int, word: str = "cell") -> str:
    """A text of `count` tokens."""
    return " ".join([word] * count)


def openings(result: ChunkingResult) -> list[str]:
    """The first lines of chunks."""
    return [one.content.partition("\n")[0] for one in result.chunks]


def model_of(respond: Callable[[Request], Reply | str]) -> LanguageModel:
    """A model that answers so, without waiting between tries."""
    return LanguageModel(FakeTransport(respond), sleep=lambda _: None)
