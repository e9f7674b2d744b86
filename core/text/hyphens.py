"""Hyphens as language models and some documents write them, and the plain one for comparing."""

from __future__ import annotations

_PLAIN = str.maketrans({"\u2010": "-", "\u2011": "-", "\u00ad": "", "\u200b": ""})


def plain_hyphens(text: str) -> str:
    """The text with plain hyphens, and without breaks of words that nobody sees."""
    return text.translate(_PLAIN)
