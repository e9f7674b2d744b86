"""What a number is beside others: a part of a whole, an end of an interval."""

from __future__ import annotations

import itertools
import re
from typing import TYPE_CHECKING

from core.quantities.quantity import same_number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.quantities.quantity import Quantity

_Pair = tuple["Quantity", "Quantity"]

_PART_OF = re.compile(
    r"\s*[/:]\s*|(?:\s+[^\W\d_]+)?\s+(?:out\s+)?(?:of|von|in)(?:\s+(?:the|den|all|a\s+total\s+of))?\s+",
    re.IGNORECASE,
)
_WHOLE_FIRST = re.compile(r"(?:^|[.,;:(]\s*)(?:out\s+)?(?:of|von)\s+(?:the\s+|den\s+)?$", re.I)
_WORDS = re.compile(r"(?:\s+[^\W\d_]+){0,3},?\s+")
_BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_TO = re.compile(r"\s*(?:to|bis|and|und|-|–|—|,|;)\s*[-−]?", re.IGNORECASE)
_NAMES = r"CI|KI|IQR|ranges?|ranged|ranging|intervals?|Konfidenzintervall|Spanne|quartiles?"
_NAMED = re.compile(rf"\b(?:{_NAMES})\b\W*(?:of|from|von|was|were|is)?\W*$", re.IGNORECASE)
_SPEAKS_OF_ENDS = re.compile(
    rf"\b(?:{_NAMES}|limits?|bounds?|grenze\w*|from|between|zwischen|von|min\w*|max\w*|up to|bis"
    r"|lowest|highest|least|most|niedrigst\w*|höchst\w*|kleinst\w*|größt\w*|ends?)\b",
    re.IGNORECASE,
)
_NEAR = 3
"""Characters between a number and the bracket that gives its interval."""


def turned_parts(
    claim: str, asked: Sequence[Quantity], text: str, theirs: Sequence[Quantity]
) -> str:
    """What is said if "3 of 5" has become "5 of 3"; empty if not."""
    pairs = parts_of_wholes(text, theirs)
    for first, second in parts_of_wholes(claim, asked):
        same = any(_same(first, a) and _same(second, b) for a, b in pairs)
        turned = [(a, b) for a, b in pairs if _same(first, b) and _same(second, a)]
        if turned and not same:
            a, b = turned[0]
            return f"The claim turns round “{text[min(a.start, b.start) : max(a.end, b.end)]}”."
    return ""


def _same(first: Quantity, second: Quantity) -> bool:
    return bool(first.values & second.values)


def parts_of_wholes(text: str, numbers: Sequence[Quantity]) -> list[_Pair]:
    """The numbers of a text that are a part and its whole, or stand over each other."""
    pairs: list[_Pair] = []
    for number, after in itertools.pairwise([q for q in numbers if not q.loose]):
        if _PART_OF.fullmatch(text, number.end, after.start):
            pairs.append((number, after))
        elif _WHOLE_FIRST.search(text[: number.start]) and _WORDS.fullmatch(
            text, number.end, after.start
        ):
            pairs.append((after, number))
    return pairs


def other_role(claim: str, asked: Sequence[Quantity], text: str, theirs: Sequence[Quantity]) -> str:
    """What is said if the end of an interval is told as the value, or the reverse; else empty."""
    inside, ends = _ends(claim, asked), _ends(text, theirs)
    if not ends or (not inside and _SPEAKS_OF_ENDS.search(claim)):
        return ""
    for number in asked:
        same = [other for other in theirs if same_number(number, other)]
        if same and all((other in ends) is not (number in inside) for other in same):
            what = "an end of an interval" if number not in inside else "no end of an interval"
            return f"“{number.text}” is {what} in the lines."
    return ""


def _ends(text: str, numbers: Sequence[Quantity]) -> list[Quantity]:
    """The numbers that are ends of the interval of another one: 0.71 (95% CI 0.60 to 0.84)."""
    solid = [number for number in numbers if not number.loose]
    ends: list[Quantity] = []
    for bracket in _BRACKETS.finditer(text):
        valued = any(0 <= bracket.start() - number.end <= _NEAR for number in solid)
        within = [q for q in solid if bracket.start() < q.start and q.end < bracket.end()]
        for number, after in itertools.pairwise(within):
            if valued and _TO.fullmatch(text, number.end, after.start):
                ends += [number, after]
    for number, after in itertools.pairwise(solid):
        if _NAMED.search(text[: number.start]) and _TO.fullmatch(text, number.end, after.start):
            ends += [number, after]
    return ends
