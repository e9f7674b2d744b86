"""Word lists and patterns of the rules, English and German, as they stand in `rules.json`."""

from __future__ import annotations

from typing import Any

from core.text.stems import stem
from core.text.word_tables import word_table

RULES: dict[str, Any] = word_table(__file__)


def stems(name: str) -> frozenset[str]:
    """The stems of a list of words."""
    return frozenset(map(stem, RULES[name].split()))
