"""What every embedding model offers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray

    from core.progress import Progress

Window = TypeVar("Window")
"""What a model embeds at once: a text, or ids of tokens."""


@dataclass(frozen=True)
class WindowedVectors:
    """Vectors of texts, one for each window of `max_tokens` tokens.

    `vectors` is (m, dimension), float32, of unit length. `owner` (m,) is the index of the text
    a window belongs to, ascending; `weights` (m,) counts the tokens of each window. Every text
    has at least one window.
    """

    vectors: NDArray[np.float32]
    owner: NDArray[np.int32]
    weights: NDArray[np.int32]

    def averaged(self) -> NDArray[np.float32]:
        """One vector of unit length per text: the mean of its windows, weighted by tokens."""
        weighted = self.vectors * np.maximum(self.weights, 1)[:, None]
        starts = np.flatnonzero(np.diff(self.owner, prepend=-1))
        if len(starts) == len(self.owner):
            return self.vectors
        return unit_rows(np.add.reduceat(weighted, starts, axis=0))


class Encoder(Protocol):
    """An embedding model: texts in, vectors of unit length out."""

    @property
    def name(self) -> str:
        """Names model and weights; an index made by one model refuses another."""
        ...

    @property
    def dimension(self) -> int:
        """Length of a vector."""
        ...

    @property
    def max_tokens(self) -> int:
        """What the model reads at once, its special tokens included."""
        ...

    def encode(self, texts: Sequence[str], progress: Progress | None = None) -> NDArray[np.float32]:
        """One vector per text, (n, dimension): for sentences.

        A text over `max_tokens` is embedded in windows whose vectors are averaged.
        """
        ...

    def encode_query(self, text: str) -> NDArray[np.float32]:
        """The vector of a question, (dimension,); some models read questions in their own way."""
        ...

    def encode_windows(
        self, texts: Sequence[str], progress: Progress | None = None
    ) -> WindowedVectors:
        """One vector per window: for chunks, which are found by their best window.

        `progress` counts texts.
        """
        ...


class WindowedEncoder(Generic[Window]):
    """What is the same in every `Encoder`: texts to windows, windows in batches to vectors."""

    dimension: int

    def encode(self, texts: Sequence[str], progress: Progress | None = None) -> NDArray[np.float32]:
        """One vector per text; the windows of a long text are averaged."""
        return self.encode_windows(texts, progress).averaged()

    def encode_query(self, text: str) -> NDArray[np.float32]:
        """The vector of a question, (dimension,)."""
        return self.encode([text])[0]

    def encode_windows(
        self, texts: Sequence[str], progress: Progress | None = None
    ) -> WindowedVectors:
        """One vector per window; a text is divided between words."""
        return self._embedded(texts, self._embed, progress)

    def _windows(self, texts: Sequence[str]) -> Iterable[Iterable[tuple[Window, int]]]:
        raise NotImplementedError

    def _batches(self, windows: Sequence[tuple[Window, int]]) -> Iterable[Sequence[int]]:
        raise NotImplementedError

    def _embed(self, windows: Sequence[Window]) -> NDArray[np.float32]:
        """A vector of unit length for each window of a batch."""
        raise NotImplementedError

    def _embedded(
        self,
        texts: Sequence[str],
        embed: Callable[[Sequence[Window]], NDArray[np.float32]],
        progress: Progress | None,
    ) -> WindowedVectors:
        windows: list[tuple[Window, int]] = []
        owner: list[int] = []
        for index, own in enumerate(self._windows(texts)):
            windows += own
            owner += [index] * (len(windows) - len(owner))
        rows: list[NDArray[np.float32]] = []
        order: list[int] = []
        for batch in self._batches(windows):
            rows.append(embed([windows[place][0] for place in batch]))
            order += batch
            if progress:
                progress(len(order) * len(texts) // len(windows), len(texts))
        return WindowedVectors(
            np.concatenate(rows)[np.argsort(order)]
            if rows
            else np.zeros((0, self.dimension), np.float32),
            np.array(owner, np.int32),
            np.array([weight for _, weight in windows], np.int32),
        )


def in_order(count: int, size: int) -> Iterable[range]:
    """Batches of so many places, one after the other."""
    return (range(start, min(start + size, count)) for start in range(0, count, size))


def unit_rows(vectors: NDArray[np.floating]) -> NDArray[np.float32]:
    """The rows scaled to unit length; a row of zeros stays one."""
    norms = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.divide(vectors, norms, out=np.zeros_like(vectors), where=norms > 0).astype(
        np.float32, copy=False
    )
