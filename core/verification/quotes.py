"""Whether words that a claim puts in quotation marks stand in the lines as they are."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.verification.verdicts import Check, Finding, Weight

if TYPE_CHECKING:
    from core.verification.source import Source

_QUOTED = re.compile(r"“([^”“]+)[”“]|„([^“”„]+)[“”]|»([^«»]+)«|«([^«»]+)»|\"([^\"]+)\"")


def quoted_words(claim: str) -> list[str]:
    """What stands between quotation marks, without a point or comma at its end."""
    quotes = (next(filter(None, match.groups())) for match in _QUOTED.finditer(claim))
    return [" ".join(words.split()).rstrip(".,;") for words in quotes if words.strip(" .,;")]


def check_quotes(claim: str, source: Source) -> Finding | None:
    """None for a claim that quotes nothing."""
    quotes = quoted_words(claim)
    if not quotes:
        return None
    if all(words in source.cited for words in quotes):
        return Finding(Check.QUOTE, Weight.NOTHING, "The quoted words stand in the lines.")
    wide = f"{source.wide}\n{source.above}\n{source.cited}"
    missing = [words for words in quotes if words not in wide]
    if missing:
        message = f"“{missing[0]}” is quoted, but does not stand in the lines."
        return Finding(Check.QUOTE, Weight.AGAINST, message)
    return Finding(
        Check.QUOTE, Weight.DOUBT, "The quoted words stand beside the lines that are cited."
    )
