"""Chunks as a file: those that were planned and paid for, or that are searched, are read again.

Only what cannot be worked out from the token stream is stored: the cuts, how they came about,
and what the Refiner added to each chunk. Ids are stored as well, so that one chunk can be put
together without the others.
"""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict

from core.chunking.additions import SupplementEntry
from core.chunking.assembly import chunks_of
from core.chunking.base import Boundary, ChunkingResult, Cut, Making
from core.chunking.chunk_lists import LazyChunks
from core.chunking.step_record import StepRecord
from core.file_format import Form, decode_model, encode_model, unchanged
from core.llm.usage import ModelUse
from core.spans import Span

if TYPE_CHECKING:
    from pathlib import Path

    from core.chunking.base import Chunk
    from core.chunking.options import ChunkingOptions
    from core.tokens import TokenStream

_FORM = Form("sightline.plan", (unchanged,))
"""Version 2 knows chunks of several pieces, which an earlier Sightline would lose."""


class _Chunk(BaseModel):
    start: int
    end: int
    boundary: Boundary
    overlap: int
    context: tuple[tuple[int, int], ...]
    further: tuple[tuple[int, int], ...] = ()
    statement: str = ""
    signature: str
    supplement: tuple[SupplementEntry, ...]
    id: str = ""
    """Empty in files of earlier versions."""

    @property
    def cut(self) -> Cut:
        ranges = self.overlap, self.context, self.further
        return Cut(self.start, self.end, self.boundary, *ranges, self.statement)


class _Stored(BaseModel):
    model_config = ConfigDict(extra="forbid")

    tokens: int
    making: Making
    chunks: tuple[_Chunk, ...]


_Stored.model_rebuild(
    _types_namespace={"ModelUse": ModelUse, "StepRecord": StepRecord, "Span": Span}
)


def pack_chunks(result: ChunkingResult) -> bytes:
    """A chunking without its stream."""
    chunks = [
        _Chunk(
            **asdict(chunk.cut),
            signature=chunk.signature,
            supplement=chunk.supplement,
            id=chunk.id,
        )
        for chunk in result.chunks
    ]
    stored = _Stored(tokens=len(result.stream), making=result.making, chunks=tuple(chunks))
    return encode_model(_FORM, stored)


def unpack_chunks(
    stream: TokenStream, strategy: str, options: ChunkingOptions, content: bytes, path: Path
) -> ChunkingResult | None:
    """What `pack_chunks` was given; None if the file is damaged, or of another stream.

    Raises:
        DataTooNew: a later version wrote it at `path`.
    """
    try:
        stored = decode_model(_FORM, _Stored, content, path)
    except ValueError:
        return None
    if stored.tokens != len(stream):
        return None
    plain = chunks_of(stream, [chunk.cut for chunk in stored.chunks])

    def refined(index: int) -> Chunk:
        added = stored.chunks[index]
        return replace(plain[index], signature=added.signature, supplement=added.supplement)

    chunks = LazyChunks(len(plain), refined)
    ids = tuple(chunk.id for chunk in stored.chunks if chunk.id)
    return ChunkingResult(strategy, options, chunks, stream, stored.making, ids=ids)


def check_chunks(content: bytes, path: Path) -> None:
    """Raises `ValueError` where the file at `path` is damaged, and `DataTooNew`."""
    decode_model(_FORM, _Stored, content, path)
