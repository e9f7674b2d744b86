"""From a tree to its chunks: the token stream, sentences with their distances, and the cutting.

The first two are arrays, stored as one file without pickle below the document they belong to.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from typing import TYPE_CHECKING, Any

import numpy as np

from core.chunking import chunk
from core.chunking.base import Sentences
from core.refining import REFINED, refine
from core.tokens import TokenArrays, TokenStream

if TYPE_CHECKING:
    from core.chunking.base import ChunkingResult, ChunkSource
    from core.configuration import Configuration
    from core.embedding.base import Encoder
    from core.progress import Progress
    from core.sir import Sir

_FIELD, _VERSION = "version", 1
"""Of files of arrays. One without the field is of version 1; they can all be made anew."""


def pack(**arrays: np.ndarray[Any, Any]) -> bytes:
    """Arrays as the bytes of an .npz file, with its version."""
    buffer = io.BytesIO()
    np.savez(buffer, allow_pickle=False, **arrays, **{_FIELD: np.int64(_VERSION)})
    return buffer.getvalue()


def unpack(content: bytes, *names: str) -> list[np.ndarray[Any, Any]] | None:
    """Arrays of an .npz file by their names; None if it is damaged, or of another version."""
    try:
        with np.load(io.BytesIO(content), allow_pickle=False) as held:
            if int(held.get(_FIELD, 1)) != _VERSION:
                return None
            return [held[name] for name in names]
    except (OSError, EOFError, ValueError, KeyError, TypeError, zipfile.BadZipFile, zlib.error):
        return None


def pack_tokens(stream: TokenStream) -> bytes:
    """A token stream without its tree."""
    held = stream.tokens
    return pack(ids=held.ids, node=held.node, start=held.start, end=held.end)


def unpack_tokens(sir: Sir, content: bytes) -> TokenStream | None:
    """The token stream of a tree from what `pack_tokens` made of it; None if that is damaged."""
    held = unpack(content, "ids", "node", "start", "end")
    return TokenStream(sir, TokenArrays(*held)) if held else None


def pack_sentences(sentences: Sentences) -> bytes:
    """Starts and distances of sentences."""
    return pack(starts=sentences.starts, distances=sentences.distances)


def unpack_sentences(content: bytes) -> Sentences | None:
    """What `pack_sentences` was given; None if the content is damaged."""
    held = unpack(content, "starts", "distances")
    return Sentences(*held) if held else None


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


def cut(source: ChunkSource, config: Configuration) -> ChunkingResult:
    """The chunks of a document by a configuration, refined where its strategy wants that.

    Raises:
        InvalidOption: unknown strategy, or options of another one.
        Cancelled: `source.progress` asked for it.
    """
    result = chunk(source, config.strategy, config.options)
    if config.strategy in REFINED:
        result = refine(result, source.model, source.progress)
    return result
