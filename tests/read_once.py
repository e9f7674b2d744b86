"""What models say of the same texts again and again in tests: asked of them once."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from core.retrieval.cross_encoder import CrossEncoder

if TYPE_CHECKING:
    from collections.abc import Sequence


def read_once() -> None:
    """From now on, a question that is read with the same texts again gives what is remembered."""
    read = lru_cache(maxsize=4096)(CrossEncoder.read)

    def remembered(self: CrossEncoder, question: str, texts: Sequence[str]) -> Any:
        return read(self, question, tuple(texts)).copy()

    CrossEncoder.read = remembered
