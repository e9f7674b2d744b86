"""What a number is beside others: a part of a whole, an end of an interval, a count."""

from __future__ import annotations

import itertools
import re
from typing import TYPE_CHECKING

from core.quantities.quantity import same_number
from core.verification.clauses import content
from core.verification.verdicts import Weight

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.quantities.quantity import Quantity
    from core.text.language import Language

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
_FOLLOWING = re.compile(r"(?:[ \u00a0]+[^\W\d_]+(?:-[^\W\d_]+)*){1,4}")
_NEXT = re.compile(r"[ \u00a0]+([^\W\d_]{3,}(?:-[^\W\d_]+)*)")
_NEAR = 3
"""Characters between a number and the bracket that gives its interval."""


def turned_parts(
    claim: str, asked: Sequence[Quantity], text: str, theirs: Sequence[Quantity]
) -> str:
    """What is said if "3 of 5" has become "5 of 3"; empty if not."""
    pairs = _pairs(text, theirs)
    for first, second in _pairs(claim, asked):
        same = any(_same(first, a) and _same(second, b) for a, b in pairs)
        turned = [(a, b) for a, b in pairs if _same(first, b) and _same(second, a)]
        if turned and not same:
            a, b = turned[0]
            return f"The claim turns round “{text[min(a.start, b.start) : max(a.end, b.end)]}”."
    return ""


def _same(first: Quantity, second: Quantity) -> bool:
    return bool(first.values & second.values)


def _pairs(text: str, numbers: Sequence[Quantity]) -> list[_Pair]:
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


def other_things(
    claim: str,
    asked: Sequence[Quantity],
    text: str,
    theirs: Sequence[Quantity],
    language: Language,
) -> list[tuple[Weight, str]]:
    """Doubts about bare numbers that count one thing in the claim and another in the lines."""
    words, their_words = content(claim, language), content(text, language)
    findings: list[tuple[Weight, str]] = []
    for number in (q for q in asked if q.unit is None):
        noun = _NEXT.match(claim, number.end)
        stem = content(noun[1], language) if noun else frozenset[int]()
        same = [other for other in theirs if not other.loose and same_number(number, other)]
        if noun is None or not stem or not same:
            continue
        if any(stem & _after(text, other, language) for other in same):
            continue
        if stem & their_words and not _counted(stem, number, text, theirs, language):
            continue
        if all(_is_of_another(other, text, words, language) for other in same):
            message = f"The lines do not say “{number.text}” of “{noun[1]}”."
            findings.append((Weight.DOUBT, message))
    return findings


def _after(text: str, number: Quantity, language: Language) -> frozenset[int]:
    """The stems of the next words behind a number."""
    match = _FOLLOWING.match(text, number.end)
    return content(match.group(), language) if match else frozenset()


def _counted(
    stem: frozenset[int],
    number: Quantity,
    text: str,
    theirs: Sequence[Quantity],
    language: Language,
) -> bool:
    """Whether another number of the lines stands before the word."""
    others = (q for q in theirs if not q.loose and not same_number(number, q))
    return any(stem & _after(text, other, language) for other in others)


def _is_of_another(other: Quantity, text: str, words: frozenset[int], language: Language) -> bool:
    """Whether a number of the lines is a year, or counts what the claim does not name."""
    after = _NEXT.match(text, other.end)
    if after is None:
        return bool(other.calendar)
    named = content(after[1], language)
    return bool(named) and not named & words
