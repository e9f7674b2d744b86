"""How many tokens a text has in the vocabularies that are at hand, offline."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.chunking.token_counts import is_here, vocabulary_count
from core.tokenizer import minilm_tokenizer

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

SERVICE = "o200k_base"
"""A vocabulary of services, which the extras `bench` and `tokens` bring along."""


def vocabularies() -> Mapping[str, Callable[[str], int]]:
    """Counts by name: WordPiece of all-MiniLM-L6-v2, and `SERVICE` where the extra is installed."""
    tokenizer = minilm_tokenizer()
    counts: dict[str, Callable[[str], int]] = {
        "WordPiece": lambda text: len(tokenizer.encode(text, add_special_tokens=False).ids)
    }
    if is_here(SERVICE):
        counts[SERVICE] = vocabulary_count(SERVICE)
    return counts
