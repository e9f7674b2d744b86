"""What networks make of an English claim beside its source."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from core.text.language import Language
from core.verification.closeness import closeness, windows
from core.verification.entailment import entailment

if TYPE_CHECKING:
    from core.verification.source import Source

Compare = Callable[[str, "Source"], dict[str, float]]
"""Gives the values that `compared` does; none where nothing is told."""


def compared(claim: str, source: Source) -> dict[str, float]:
    """How near the source is by the vectors of tokens, and how surely it bears the claim out.

    "tokens" and "entailed", 0 to 1 each.

    Raises:
        SetupError: a network is missing or damaged.
    """
    near = windows(claim, Language.ENGLISH, source)
    return {
        "tokens": closeness(claim, near),
        "entailed": entailment(claim, source),
    }
