"""Which backend runs an encoder the fastest on this machine, among those that give its vectors."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import numpy as np
from pydantic import BaseModel

from core.embedding.backends import LEAST_COSINE, REFERENCE
from core.errors import MissingExtra

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from core.embedding.backends.base import Backend, Batch, SwitchableEncoder

_ROUNDS = 3
_SECONDS = 2.0
"""No further round is begun after so long."""
_MARGIN = 1.15
"""So many times as fast as the reference is worth loading another runtime."""
_FAILURES = (ImportError, OSError, RuntimeError, TypeError, ValueError)
"""What runtimes raise where the processor or their version lacks something."""

_PASSAGE = (
    "Adults with suspected sepsis are given the first dose of a broad-spectrum antibiotic within "
    "one hour, after two sets of blood cultures were taken, unless that would delay treatment by "
    "more than 45 minutes. Renal function, weight and known allergies decide the dose (mg/kg); it "
    "is reviewed after 48 to 72 hours. Die Dosis wird bei einer Kreatinin-Clearance unter 30 "
    "ml/min halbiert. Table 3 lists intervals, n = 1,204, 95 % CI 0.71 to 0.93. "
)
_LENGTHS = (1, 3, 6, 9, 14, 22, 33, 48, 60, 70, 75, 80, 85, 90, 110, 160)
"""Words of the texts that are embedded."""


class BackendFigure(BaseModel):
    """`speed` in tokens a second, and the least cosine with the reference; 0 where it failed."""

    speed: float = 0.0
    cosine: float = 0.0
    problem: str = ""

    @property
    def is_exact(self) -> bool:
        """Whether its vectors are those of the reference."""
        return self.cosine >= LEAST_COSINE


def sample_texts() -> list[str]:
    """Texts of different lengths, the same wherever they are measured."""
    words = (_PASSAGE * 3).split()
    return [" ".join(words[place : place + length]) for place, length in enumerate(_LENGTHS)]


def measure(
    encoder: SwitchableEncoder, names: Sequence[str], step: Callable[[], None]
) -> dict[str, BackendFigure]:
    """Figures of backends by name, the reference among them.

    `step` is called before each batch and each loading, and may wait or raise: its time counts for
    nobody.
    """
    batches = encoder.padded_batches(sample_texts())
    figures: dict[str, BackendFigure] = {}
    exact: dict[str, Backend] = {}
    expected: list[np.ndarray] = []
    for name in dict.fromkeys((REFERENCE, *names)):
        step()
        try:
            backend = encoder.open_backend(name)
            vectors = _embedded(backend, batches, step)
        except MissingExtra:
            figures[name] = BackendFigure(problem="not installed")
            continue
        except _FAILURES as error:
            figures[name] = BackendFigure(problem=f"{type(error).__name__}: {error}"[:200])
            continue
        expected = expected or vectors
        figures[name] = BackendFigure(cosine=_least_cosine(expected, vectors))
        if figures[name].is_exact:
            exact[name] = backend
    tokens = sum(int(mask.sum()) for _, mask in batches)
    for name, seconds in _seconds(exact, batches, step).items():
        figures[name].speed = tokens / max(seconds, 1e-9)
    return figures


def fastest(figures: dict[str, BackendFigure]) -> str:
    """The backend to use: the reference, unless an exact one is clearly faster."""
    exact = {name: figure.speed for name, figure in figures.items() if figure.is_exact}
    best = max(exact, key=lambda name: exact[name], default=REFERENCE)
    return best if exact.get(best, 0.0) >= _MARGIN * exact.get(REFERENCE, 0.0) else REFERENCE


def _seconds(
    backends: dict[str, Backend], batches: Sequence[Batch], step: Callable[[], None]
) -> dict[str, float]:
    """Least seconds of each for all batches; they take turns, so that other load hits all."""
    taken: dict[str, list[float]] = {name: [] for name in backends}
    for _ in range(_ROUNDS):
        for name, backend in backends.items():
            taken[name].append(sum(_timed(backend, batch, step) for batch in batches))
        if sum(map(sum, taken.values())) > _SECONDS:
            break
    return {name: min(seconds) for name, seconds in taken.items()}


def _timed(backend: Backend, batch: Batch, step: Callable[[], None]) -> float:
    step()
    started = time.perf_counter()
    backend.means(*batch)
    return time.perf_counter() - started


def _embedded(
    backend: Backend, batches: Sequence[Batch], step: Callable[[], None]
) -> list[np.ndarray]:
    vectors: list[np.ndarray] = []
    for batch in batches:
        step()
        vectors.append(backend.means(*batch))
    return vectors


def _least_cosine(expected: Sequence[np.ndarray], vectors: Sequence[np.ndarray]) -> float:
    """0 where a vector is not a number at all."""
    pairs = zip(expected, vectors, strict=True)
    least = min(float(np.einsum("ij,ij->i", a, b).min()) for a, b in pairs)
    return least if np.isfinite(least) else 0.0
