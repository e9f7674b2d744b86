"""Whether words that a claim puts in quotation marks stand in the lines as they are."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.verification.verdicts import Check, Finding, Weight

if TYPE_CHECKING:
    from core.verification.source import Source

_QUOTED = re.compile(r"“([^”“]+)[”“]|„([^“”„]+)[“”]|»([^«»]+)«|«([^«»]+)»|\"([^\"]+)\"")
_TITLE = 3
"""Words up to which a quote may be a title or a manner of speaking instead."""
_LEFT_OUT = re.compile(r"\s*(?:\.\.\.|…|\[[^\]]*\])\s*")
"""What a quote marks as left out or put in."""
_EDGES = " .,;:!?"


def quoted_words(claim: str) -> list[str]:
    """What stands between quotation marks, without a point or comma at its end."""
    quotes = (next(filter(None, match.groups())) for match in _QUOTED.finditer(claim))
    return [" ".join(words.split()).rstrip(".,;") for words in quotes if words.strip(" .,;")]


def check_quotes(claim: str, source: Source) -> Finding | None:
    """None for a claim that quotes nothing; capitals and the form of an apostrophe do not count."""
    quotes = quoted_words(claim)
    if not quotes:
        return None
    if all(_stands(words, source.cited) for words in quotes):
        return Finding(Check.QUOTE, Weight.NOTHING, "The quoted words stand in the lines.")
    texts = (source.wide, source.above, source.cited)
    missing = [words for words in quotes if not any(_stands(words, text) for text in texts)]
    quoted = [words for words in missing if not _is_title(words)]
    if missing and not quoted:
        message = f"“{missing[0]}” is written like a title, and does not stand in the lines."
        return Finding(Check.QUOTE, Weight.NOTHING, message)
    if quoted:
        longest = max(quoted, key=len)
        weight = Weight.AGAINST if len(longest.split()) > _TITLE else Weight.DOUBT
        message = f"“{longest}” is quoted, but does not stand in the lines."
        return Finding(Check.QUOTE, weight, message)
    message = "The quoted words stand beside the lines that are cited."
    return Finding(Check.QUOTE, Weight.DOUBT, message)


def _is_title(words: str) -> bool:
    """Whether a quote is written like the title of a work: most of its words with a capital."""
    letters = [word for word in re.findall(r"[^\W_]+", words) if word[0].isalpha()]
    capitals = sum(word[0].isupper() for word in letters)
    return words[:1].isupper() and capitals >= max(2, len(letters) / 2)


def _stands(words: str, text: str) -> bool:
    """Whether a text has all parts of a quote between what it leaves out, one after the other."""
    plain, place = _plain(text), 0
    for part in map(_plain, _LEFT_OUT.split(words)):
        start = plain.find(part, place)
        if start < 0:
            return False
        place = start + len(part)
    return True


def _plain(text: str) -> str:
    straight = text.casefold().translate(str.maketrans("’‘“”–—", "''\"\"--"))
    return " ".join(straight.split()).strip(_EDGES)
