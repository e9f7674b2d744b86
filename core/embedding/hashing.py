"""A stand-in for an embedding model: bags of hashed words, for tests and demonstrations."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING

import numpy as np

from core.embedding.base import WindowedEncoder, in_order, unit_rows
from core.embedding.text_windows import window_bounds

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray


class HashingEncoder(WindowedEncoder[list[str]]):
    """Each word adds one to a place that its hash names: texts that share words are near.

    It needs no model, knows nothing of meaning and is the same on every machine.
    """

    def __init__(self, dimension: int = 64, max_tokens: int = 256) -> None:
        self.dimension = dimension
        self.max_tokens = max_tokens
        self.name = f"hashing-{dimension}"

    def _windows(self, texts: Sequence[str]) -> Iterator[list[tuple[list[str], int]]]:
        for text in texts:
            words = re.findall(r"\w+", text.lower())
            bounds = window_bounds(range(len(words)), self.max_tokens)
            yield [(words[start:end], end - start) for start, end in bounds]

    def _batches(self, windows: Sequence[tuple[list[str], int]]) -> Iterable[range]:
        return in_order(len(windows), 1)

    def _embed(self, windows: Sequence[list[str]]) -> NDArray[np.float32]:
        return unit_rows(np.array([self._bag(words) for words in windows]))

    def _bag(self, words: Sequence[str]) -> NDArray[np.float32]:
        """Counts by place; without words, the first place, as no vector may be zero."""
        bag = np.zeros(self.dimension, np.float32)
        bag[0] = 0.0 if words else 1.0
        for word in words:
            digest = hashlib.blake2b(word.encode(), digest_size=8).digest()
            bag[int.from_bytes(digest, "big") % self.dimension] += 1.0
        return bag
