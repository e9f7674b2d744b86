"""A stand-in for an embedding model: bags of hashed words, for tests and demonstrations."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING

import numpy as np

from core.embedding.base import WindowedVectors, unit_rows
from core.embedding.text_windows import window_bounds

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from core.progress import Progress


class HashingEncoder:
    """Each word adds one to a place that its hash names: texts that share words are near.

    It needs no model, knows nothing of meaning and is the same on every machine.
    """

    def __init__(self, dimension: int = 64, max_tokens: int = 256) -> None:
        self.dimension = dimension
        self.max_tokens = max_tokens
        self.name = f"hashing-{dimension}"

    def encode(self, texts: Sequence[str], progress: Progress | None = None) -> NDArray[np.float32]:
        """One vector per text; the windows of a long text are averaged."""
        return self.encode_windows(texts, progress).averaged()

    def encode_query(self, text: str) -> NDArray[np.float32]:
        """The vector of a question, (dimension,)."""
        return self.encode([text])[0]

    def encode_windows(
        self, texts: Sequence[str], progress: Progress | None = None
    ) -> WindowedVectors:
        """One vector per window of `max_tokens` words."""
        rows: list[NDArray[np.float32]] = []
        owner: list[int] = []
        weights: list[int] = []
        for index, text in enumerate(texts):
            words = re.findall(r"\w+", text.lower())
            for start, end in window_bounds(range(len(words)), self.max_tokens):
                rows.append(self._bag(words[start:end]))
                owner.append(index)
                weights.append(end - start)
            if progress:
                progress(index + 1, len(texts))
        vectors = np.array(rows, np.float32).reshape(-1, self.dimension)
        return WindowedVectors(
            unit_rows(vectors), np.array(owner, np.int32), np.array(weights, np.int32)
        )

    def _bag(self, words: Sequence[str]) -> NDArray[np.float32]:
        """Counts by place; without words, the first place, as no vector may be zero."""
        bag = np.zeros(self.dimension, np.float32)
        bag[0] = 0.0 if words else 1.0
        for word in words:
            digest = hashlib.blake2b(word.encode(), digest_size=8).digest()
            bag[int.from_bytes(digest, "big") % self.dimension] += 1.0
        return bag
