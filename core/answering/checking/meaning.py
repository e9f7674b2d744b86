"""How much of what a claim says stands in the lines, and how close the two are in meaning."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from core.errors import ModelError

if TYPE_CHECKING:
    from core.embedding.base import Encoder

Closeness = Callable[[str, str], float | None]
"""Cosine of two texts, 0 to 1; None if they cannot be compared now."""


def closeness(encoder: Encoder) -> Closeness:
    """How close texts are by the vectors of an encoder."""

    def compare(one: str, other: str) -> float | None:
        try:
            vectors = encoder.encode([one, other])
        except ModelError:
            return None
        return max(0.0, min(1.0, float(vectors[0] @ vectors[1])))

    return compare
