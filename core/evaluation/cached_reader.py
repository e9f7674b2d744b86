"""A reader that remembers: what a question and its texts gave once is not read again."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from core.lru_cache import LruCache

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from core.retrieval.cross_encoder import Reader

_MOST = 4096
"""Questions with some 32 texts each that are held: about 40 MB."""


class CachedReader:
    """A `Reader` over another one.

    Texts are remembered as they were read together: the cross-encoder computes in whole numbers
    whose scale depends on the batch, and a text that is read in other company gives a logit that
    differs by some tenths. So figures are those that the app gives.

    `spent` are the seconds that this object was busy, `seconds` those that all it gave had taken
    to make, however often it was given.
    """

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._readings: LruCache[tuple[NDArray[np.float32], float]] = LruCache(_MOST)
        self.spent = self.seconds = 0.0

    def read(self, question: str, texts: Sequence[str]) -> NDArray[np.float32]:
        """See `CrossEncoder.read`."""
        return self._given(("read", question, *texts), lambda: self._reader.read(question, texts))

    def nearness(self, question: str, texts: Sequence[str]) -> NDArray[np.float32]:
        """See `CrossEncoder.nearness`."""
        key = ("nearness", question, *texts)
        return self._given(key, lambda: self._reader.nearness(question, texts))

    def _given(
        self, key: tuple[str, ...], read: Callable[[], NDArray[np.float32]]
    ) -> NDArray[np.float32]:
        begun = time.perf_counter()

        def make() -> tuple[NDArray[np.float32], float]:
            making = time.perf_counter()
            return read(), time.perf_counter() - making

        logits, seconds = self._readings.get(key, make)
        self.spent += time.perf_counter() - begun
        self.seconds += seconds
        return logits
