"""From a tree to its chunks: the token stream, sentences with their distances, and the cutting.

The first two are arrays, stored as one file without pickle below the document they belong to.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import numpy as np

from core.chunking import chunk
from core.chunking.base import Sentences
from core.refining import REFINED, refine
from core.tokens import TokenArrays, TokenStream

if TYPE_CHECKING:
    from core.chunking.base import ChunkingResult, ChunkSource
    from core.embedding.base import Encoder
    from core.progress import Progress
    from core.recipe import Recipe
    from core.sir import Sir


def pack(**arrays: np.ndarray[Any, Any]) -> bytes:
    """Arrays as the bytes of an .npz file."""
    buffer = io.BytesIO()
    np.savez(buffer, allow_pickle=False, **arrays)
    return buffer.getvalue()


def pack_tokens(stream: TokenStream) -> bytes:
    """A token stream without its tree."""
    held = stream.tokens
    return pack(ids=held.ids, node=held.node, start=held.start, end=held.end)


def unpack_tokens(sir: Sir, content: bytes) -> TokenStream:
    """The token stream of a tree from what `pack_tokens` made of it."""
    with np.load(io.BytesIO(content), allow_pickle=False) as held:
        arrays = TokenArrays(held["ids"], held["node"], held["start"], held["end"])
    return TokenStream(sir, arrays)


def pack_sentences(sentences: Sentences) -> bytes:
    """Starts and distances of sentences."""
    return pack(starts=sentences.starts, distances=sentences.distances)


def unpack_sentences(content: bytes) -> Sentences:
    """What `pack_sentences` was given."""
    with np.load(io.BytesIO(content), allow_pickle=False) as held:
        return Sentences(held["starts"], held["distances"])


def measure_sentences(
    stream: TokenStream, encoder: Encoder, progress: Progress | None = None
) -> Sentences:
    """Sentences of a stream with the cosine distances of their neighbours' embeddings.

    Source: thesis, section 3.4.3.
    """
    starts = stream.sentence_starts
    ends = [*starts[1:].tolist(), len(stream)]
    texts = [stream.text(start, end) for start, end in zip(starts.tolist(), ends, strict=True)]
    if len(texts) < 2:
        return Sentences(starts, np.zeros(0, np.float32))
    vectors = encoder.encode(texts, progress)
    similarity = np.einsum("ij,ij->i", vectors[:-1], vectors[1:])
    return Sentences(starts, (1.0 - similarity).astype(np.float32))


def cut(source: ChunkSource, recipe: Recipe) -> ChunkingResult:
    """The chunks of a document by a recipe, refined where its strategy wants that.

    Raises:
        InvalidOption: unknown strategy, or options of another one.
        Cancelled: `source.progress` asked for it.
    """
    result = chunk(source, recipe.strategy, recipe.options)
    if recipe.strategy in REFINED:
        result = refine(result, source.model, source.progress)
    return result
