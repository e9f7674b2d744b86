"""Chunks as a file: what was planned and paid for is kept, and read again without asking anybody.

Only what cannot be worked out from the token stream is stored: the cuts, how they came about,
and what the Refiner added to each chunk.
"""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict

from core.chunking.assembly import assemble
from core.chunking.base import (
    Boundary,
    BoundaryKind,
    Cut,
    Cutting,
    Making,
    SupplementEntry,
    SupplementKind,
)
from core.file_format import Form, decode_model, encode_model
from core.llm.base import Usage
from core.llm.usage import ModelUse

if TYPE_CHECKING:
    from pathlib import Path

    from core.chunking.base import Chunk, ChunkingOptions, ChunkingResult
    from core.tokens import TokenStream

_FORM = Form("sightline.plan")


class _Boundary(BaseModel):
    kind: BoundaryKind
    reason: str
    distance: float | None = None
    threshold: float | None = None
    percentile: float | None = None


class _Entry(BaseModel):
    term: str
    kind: SupplementKind
    node: int
    start: int
    end: int
    by: str


class _Chunk(BaseModel):
    start: int
    end: int
    boundary: _Boundary
    overlap: int
    context: tuple[tuple[int, int], ...]
    signature: str
    supplement: tuple[_Entry, ...]


class _Use(BaseModel):
    model: str
    calls: int
    cached: int
    usage: dict[str, int]
    spared: dict[str, int]


class _Making(BaseModel):
    model: str
    notices: tuple[str, ...]
    repairs: tuple[str, ...]
    use: _Use | None
    rewriting: int
    steps: str


class _Kept(BaseModel):
    model_config = ConfigDict(extra="forbid")

    tokens: int
    making: _Making
    chunks: tuple[_Chunk, ...]


def pack_chunks(result: ChunkingResult) -> bytes:
    """A chunking without its stream."""
    kept = {
        "tokens": len(result.stream),
        "making": asdict(result.making),
        "chunks": [_packed(chunk) for chunk in result.chunks],
    }
    return encode_model(_FORM, _Kept.model_validate(kept))


def unpack_chunks(
    stream: TokenStream, strategy: str, options: ChunkingOptions, content: bytes, path: Path
) -> ChunkingResult | None:
    """What `pack_chunks` was given; None if the file is damaged, or of another stream.

    Raises:
        DataTooNew: a later version wrote it at `path`.
    """
    try:
        kept = decode_model(_FORM, _Kept, content, path)
    except ValueError:
        return None
    if kept.tokens != len(stream):
        return None
    cutting = Cutting([_cut(one) for one in kept.chunks], _making(kept.making))
    result = assemble(stream, cutting, strategy, options)
    chunks = [
        replace(chunk, signature=one.signature, supplement=tuple(map(_entry, one.supplement)))
        for chunk, one in zip(result.chunks, kept.chunks, strict=True)
    ]
    return replace(result, chunks=tuple(chunks))


def check_chunks(content: bytes, path: Path) -> None:
    """Raises `ValueError` where the file at `path` is damaged, and `DataTooNew`."""
    decode_model(_FORM, _Kept, content, path)


def _packed(chunk: Chunk) -> dict[str, Any]:
    entries = [asdict(entry) for entry in chunk.supplement]
    return {**asdict(chunk.cut), "signature": chunk.signature, "supplement": entries}


def _cut(kept: _Chunk) -> Cut:
    boundary = Boundary(**kept.boundary.model_dump())
    return Cut(kept.start, kept.end, boundary, kept.overlap, kept.context)


def _making(kept: _Making) -> Making:
    use = None
    if kept.use:
        paid, spared = Usage(**kept.use.usage), Usage(**kept.use.spared)
        use = ModelUse(kept.use.model, kept.use.calls, kept.use.cached, paid, spared)
    return Making(kept.model, kept.notices, kept.repairs, use, kept.rewriting, kept.steps)


def _entry(kept: _Entry) -> SupplementEntry:
    return SupplementEntry(**kept.model_dump())
