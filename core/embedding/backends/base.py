"""What every backend offers, and encoders that can be run by several."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Batch = tuple[NDArray[np.int32], NDArray[np.int32]]
    """Ids of tokens and their mask, (texts, tokens) each; 0 where it is padding, on the right."""


class Backend(Protocol):
    """A BERT on one runtime, in one precision. It may be shared between threads."""

    def means(self, ids: NDArray[np.int32], mask: NDArray[np.int32]) -> NDArray[np.float32]:
        """The mean of the last hidden states of each text, (texts, width), of unit length."""
        ...


@runtime_checkable
class SwitchableEncoder(Protocol):
    """An encoder whose backend may be replaced while it is in use."""

    @property
    def name(self) -> str:
        """The name of the encoder, whichever backend runs it."""
        ...

    @property
    def backend(self) -> str:
        """The name of the backend that runs it."""
        ...

    def open_backend(self, name: str) -> Backend:
        """Another backend with its weights. Raises as `core.embedding.backends.open_backend`."""
        ...

    def use(self, name: str, backend: Backend) -> None:
        """Runs by another backend from the next batch on."""
        ...

    def padded_batches(self, texts: Sequence[str]) -> list[Batch]:
        """The batches that texts are embedded in."""
        ...


def padded(rows: Sequence[Sequence[int]]) -> Batch:
    """Rows of ids as one batch."""
    ids = np.zeros((len(rows), max(map(len, rows))), np.int32)
    mask = np.zeros_like(ids)
    for place, row in enumerate(rows):
        ids[place, : len(row)] = row
        mask[place, : len(row)] = 1
    return ids, mask
