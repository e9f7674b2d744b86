"""Chunks as points of a vector store."""

from __future__ import annotations

import hashlib
import json
import uuid
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from core.indexing.bm25 import SparseValues, document_vector
from core.text.language import language_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.embedding.base import WindowedVectors
    from core.indexing.base import IndexItem

DENSE, BM25 = "dense", "bm25"
"""Names of the two vectors of a point."""

_NAMESPACE = uuid.uuid5(uuid.NAMESPACE_URL, "sightline:point")


@dataclass(frozen=True, slots=True)
class IndexPoint:
    """One chunk: an id made of its content, a dense vector per window, and a sparse vector."""

    id: str
    chunk_id: str
    windows: list[list[float]]
    sparse: SparseValues


@dataclass(frozen=True, slots=True)
class Scored:
    """A point as a search returns it."""

    id: str
    chunk_id: str
    document: str
    score: float


def revision_of(items: Sequence[IndexItem]) -> str:
    """A digest of all of them: equal for the same items in the same order."""
    # Items without further words have the digest that they had before there were any.
    content = json.dumps(
        [(item.chunk_id, item.text, *filter(None, [item.words])) for item in items]
    )
    return hashlib.sha256(content.encode()).hexdigest()[:32]


def points_of(
    items: Sequence[IndexItem], revision: str, windows: WindowedVectors
) -> list[IndexPoint]:
    """The points of one document.

    Raises:
        ValueError: two items have the same chunk id.
    """
    if len({item.chunk_id for item in items}) < len(items):
        raise ValueError("every chunk of a document needs an id of its own")
    language = language_of(item.text for item in items)
    starts = np.searchsorted(windows.owner, np.arange(len(items) + 1))
    return [
        IndexPoint(
            str(uuid.uuid5(_NAMESPACE, f"{item.document}/{revision}/{item.chunk_id}")),
            item.chunk_id,
            windows.vectors[starts[index] : starts[index + 1]].tolist(),
            document_vector(f"{item.text}\n{item.words}", language),
        )
        for index, item in enumerate(items)
    ]
