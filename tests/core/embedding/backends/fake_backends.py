"""Backends that are as fast as they say, and an encoder that is run by them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from core.embedding.backends import REFERENCE
from core.embedding.backends.base import padded
from core.embedding.base import unit_rows
from core.embedding.hashing import HashingEncoder

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pytest
    from numpy.typing import NDArray

    from core.embedding.backends.base import Backend, Batch


class Clock:
    """Seconds that only backends let pass."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        monkeypatch.setattr("time.perf_counter", lambda: self.now)


class FakeBackend:
    """Takes `seconds` for a batch; its vectors are off by `noise`."""

    def __init__(self, clock: Clock, seconds: float, noise: float = 0.0) -> None:
        self.clock, self.seconds, self.noise = clock, seconds, noise

    def means(self, ids: NDArray[np.int32], mask: NDArray[np.int32]) -> NDArray[np.float32]:
        self.clock.now += self.seconds
        exact = np.stack([ids.sum(1), mask.sum(1), np.ones(len(ids))], axis=1)
        return unit_rows(unit_rows(exact) + np.array([0, self.noise, 0]))


class FakeEncoder(HashingEncoder):
    """Opens what it is given by name, and notes it; an error is raised instead."""

    def __init__(self, backends: dict[str, FakeBackend | Exception]) -> None:
        super().__init__()
        self.backends, self.backend, self.opened = backends, REFERENCE, []

    def open_backend(self, name: str) -> FakeBackend:
        self.opened.append(name)
        backend = self.backends[name]
        if isinstance(backend, Exception):
            raise backend
        return backend

    def use(self, name: str, backend: Backend) -> None:
        self.backend = name

    def padded_batches(self, texts: Sequence[str]) -> list[Batch]:
        return [padded([[1, *range(len(text))]]) for text in texts]
