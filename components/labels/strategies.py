"""What the strategies are called, and what each does, in a few words and in a sentence."""

from __future__ import annotations

from core.chunking import STRATEGIES, chunker
from core.text.word_tables import word_table

_WORDS = word_table(__file__)
"""What each strategy cuts into, in a few words, and how, in a sentence."""


def title_of(strategy: str) -> str:
    """Its name for people."""
    return chunker(strategy).title


def in_a_line(strategy: str) -> str:
    """Its name and what it cuts into, as in `Fixed size: windows of N tokens`."""
    words = _WORDS.get(strategy)
    return f"{title_of(strategy)}: {words['short']}" if words else title_of(strategy)


def all_explained() -> str:
    """A sentence for each strategy, as Markdown."""
    known = [name for name in STRATEGIES if name in _WORDS]
    return "\n\n".join(f"**{title_of(name)}**: {_WORDS[name]['explained']}" for name in known)
