"""Numbers that a model writes into a claim, though it is told not to: of lines, of the claim."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from core.text.hyphens import plain_hyphens
from core.text.language import Language, language_of

if TYPE_CHECKING:
    from core.evidence.grounding import Cited

_NUMBERS = r"\d{1,3}(?:\s*(?:[,–-]|and|und)\s*\d{1,3})*"
_MARK = re.compile(
    rf"(?:(?<=[\])】])\s*[,;])?\s*(?P<mark>\[{_NUMBERS}\](?=\s*(?:[.,;:!?)\[【]|$))"
    rf"|[(\[](?:lines?|Zeilen?)\s+{_NUMBERS}[)\]]|【[^】]{{0,20}}】)",
    re.IGNORECASE,
)
"""A mark, with the comma that parts it from the one before it."""
_LEANS = re.compile(
    r"\b(?:to|in|by|from|of|per|at|on|over|under|between|with|and|or|see|lines?"
    r"|nach|laut|gemäß|aus|von|zu|über|unter|zwischen|mit|bei|und|oder|siehe|zeilen?)$",
    re.IGNORECASE,
)
"""A word that would stand without its object if what follows it were taken out."""
_RANGE = re.compile(r"(\d+)\s*[–-]\s*(\d+)")
_DIGITS = re.compile(r"\d+")
_NUMBERED = re.compile(r"\s*(\d{1,2})([.)])\s+(?=[^\W\d_])")
_NO_NOUN = re.compile(
    r"(?:De[rmn]|Die|Das|Ein\w*|Kein\w*|Bei|Für|In|Im|Es|Zu[rm]?|Nach|Vor|Wenn|Als|Man|Mit)\b"
)
"""Words that stand behind no German ordinal, as nouns do: "1. Dosis"."""


def without_marks(claim: str, cited: Cited) -> str:
    """A claim without the marks of lines that it cites, which would look like citations.

    All other numbers in brackets are content and stay: "[50] mg", "Form 1040 (line 12)". Its
    hyphens are plain, as those of a source.
    """
    return _MARK.sub(partial(_unmarked, cited=cited), plain_hyphens(claim))


def without_number(claim: str, place: int, cited: Cited) -> str:
    """A claim without the number of its place in the answer, from 1, that it begins with.

    One that the lines give, or that may be an ordinal, is content and stays.
    """
    match = _NUMBERED.match(claim)
    if match is None or int(match[1]) != place:
        return claim
    rest = claim[match.end() :]
    is_point = match[2] == "."
    if is_point and not _NO_NOUN.match(rest) and language_of(rest) is not Language.ENGLISH:
        return claim
    numbered = re.compile(rf"(?<![\d.]){place}[.)]\s+{re.escape(rest.split()[0])}")
    return claim if any(numbered.search(line.text) for line in cited.lines) else rest


def _unmarked(match: re.Match[str], cited: Cited) -> str:
    """What is left of a mark: nothing, or all of it where it may be content."""
    mark = match["mark"]
    numbers = set(map(int, _DIGITS.findall(mark)))
    for first, last in _RANGE.findall(mark):
        numbers |= set(range(int(first), int(last) + 1))
    is_mark = "†" in mark or (bool(numbers) and numbers <= {line.number for line in cited.lines})
    leans = _LEANS.search(match.string, 0, match.start())
    return match[0] if leans or not is_mark or _is_content(mark, cited) else ""


def _is_content(mark: str, cited: Cited) -> bool:
    """Whether the lines themselves say what a mark does: the mark, or all of several numbers."""
    text = " ".join(plain_hyphens(line.text) for line in cited.lines).lower()
    numbers = set(_DIGITS.findall(mark))
    several = len(numbers) > 1 and numbers <= set(_DIGITS.findall(text))
    inner = mark if mark[1:-1].isdigit() else mark[1:-1]
    return several or " ".join(inner.lower().split()) in " ".join(text.split())
