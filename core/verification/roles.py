"""What a number is beside others: a part of a whole, an end of an interval, a spread."""

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
_SPREAD = (
    r"SDs?|SEs?|SEM|s\.d\.|s\.e\."
    r"|(?i:standard\s+(?:deviation|error)s?|Standardabweichung|Standardfehler)"
)
_BEFORE_SPREAD = re.compile(rf"(?:±|\+/[-−]|(?<!\w)(?:{_SPREAD})(?!\w)\W*(?:of|von|was|is)?)\W*$")
_SPEAKS_OF_SPREAD = re.compile(
    rf"±|\+/[-−]|\b(?:{_SPREAD}|(?i:deviat\w*|errors?|abweich\w*|fehler\w*|streu\w*|spread|vari\w*"
    r"|toleran\w*|margin|plus|minus|within|uncertain\w*|unsicher\w*|precision|accura\w*"
    r"|genau\w*))\b"
)
_AROUND = 40
"""Characters before a number in which it is called a spread."""
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
    """What is said if an end of an interval or a spread is told as the value, or the reverse.

    Empty if neither is.
    """
    for with_role, speaks_of_role, role in _ROLES:
        inside, others = with_role(claim, asked), with_role(text, theirs)
        if not others or (not inside and speaks_of_role.search(claim)):
            continue
        for number in asked:
            same = [other for other in theirs if _may_be_same(number, other)]
            if same and all((other in others) is not (number in inside) for other in same):
                what = f"not {role}" if number in inside else role
                return f"“{number.text}” is {what} in the lines."
    return ""


def _may_be_same(number: Quantity, other: Quantity) -> bool:
    """Whether two numbers are the same; the unit of "63.4 (SD 8.2) years" is that of both."""
    return same_number(number, other) or (other.unit is None and _same(number, other))


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


def _spreads(text: str, numbers: Sequence[Quantity]) -> list[Quantity]:
    """The numbers that say how far values lie apart: 63.4 ± 8.2, 63.4 (SD 8.2)."""
    return [
        number
        for number in numbers
        if not number.loose
        and _BEFORE_SPREAD.search(text[max(0, number.start - _AROUND) : number.start])
    ]


_ROLES = (
    (_ends, _SPEAKS_OF_ENDS, "an end of an interval"),
    (_spreads, _SPEAKS_OF_SPREAD, "the spread of a value"),
)
"""What finds the numbers of a role, the words that may tell of it, and what it is called."""
