"""What a number is beside others: a part of a whole, an end of an interval, a spread."""

from __future__ import annotations

import itertools
import re
from typing import TYPE_CHECKING, NamedTuple

from core.quantities.quantity import Quantity, same_number
from core.text.word_tables import any_of, whole_words, word_table
from core.text.words import STOP_WORDS, word_list
from core.verification.verdicts import Weight

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence


_Pair = tuple["Quantity", "Quantity"]
_Member = tuple["Quantity | None", "Quantity"]
"""A number beside a value, behind that value; None where the text gives no value."""

_PART_OF = re.compile(
    r"\s*[/:]\s*|(?:\s+[^\W\d_]+)?\s+(?:out\s+)?(?:of|von|in)(?:\s+(?:the|den|all|a\s+total\s+of))?\s+",
    re.IGNORECASE,
)
_WHOLE_FIRST = re.compile(r"(?:^|[.,;:(]\s*)(?:out\s+)?(?:of|von)\s+(?:the\s+|den\s+)?$", re.I)
_WORDS = re.compile(r"(?:\s+[^\W\d_]+){0,3},?\s+")
_BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_TO = re.compile(r"\s*(?:to|bis|and|und|-|–|—|,|;)\s*[-−]?", re.IGNORECASE)
_LISTS = word_table(__file__)
_NAMES, _SPREAD = ("|".join(_LISTS[name]) for name in ("intervals", "spreads"))
_NAMED = re.compile(rf"\b(?:{_NAMES})\b\W*(?:of|from|von|was|were|is)?\W*$", re.IGNORECASE)
_SPEAKS_OF_ENDS = whole_words([*_LISTS["intervals"], *_LISTS["speaks_of_ends"]])
_SIGN = r"±|\+/[-−]"
_CALLED = rf"(?<!\w)(?:{_SPREAD})(?!\w)\W*(?:of|von|was|is)?"
_BEFORE_SPREAD = re.compile(rf"(?:{_SIGN}|{_CALLED})\W*$")
_TO_SPREAD = re.compile(rf"\s*(?:{_SIGN}|[(\[,;]\s*{_CALLED})\W*")
"""Between a value and its spread."""
_TOLERATED = re.compile(rf"(?:{_SIGN})\s*$")
_SPEAKS_OF_SPREAD = any_of(
    [_SIGN, rf"\b(?:{'|'.join(_LISTS['speaks_of_spread'])})\b", rf"(?<!\w)(?:{_SPREAD})(?!\w)"]
)
_AVERAGE = whole_words(_LISTS["average"])
_AROUND = 40
"""Characters before a number in which it is called something."""
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
        elif _WHOLE_FIRST.search(
            text, max(0, number.start - _AROUND), number.start
        ) and _WORDS.fullmatch(text, number.end, after.start):
            pairs.append((after, number))
    return pairs


def other_roles(
    claim: str, asked: Sequence[Quantity], text: str, theirs: Sequence[Quantity]
) -> Iterator[tuple[Weight, str]]:
    """What is said if an end of an interval or a spread is told as the value, or the reverse.

    A doubt where the claim may tell of the role in words of its own, as where it gives the value
    that the number stands beside.
    """
    for role in _ROLES:
        pairs, called = role.pairs(text, theirs), role.called(claim, asked)
        if not pairs or (not called and role.words.search(claim)):
            continue
        values, members = [value for value, _ in pairs if value], [member for _, member in pairs]
        others = [number for number in asked if number not in called]
        for number in asked:
            same = [other for other in theirs if _may_be_same(number, other)]
            if number in called and same and all(other in values for other in same):
                yield Weight.AGAINST, f"“{number.text}” is not {role.name} in the lines."
            elif number in others and same and all(other in members for other in same):
                own = [value for value, member in pairs if value and member in same]
                given = any(_may_be_same(told, value) for told in others for value in own)
                is_sure = not given and _is_told_as_value(claim, number, text, own)
                weight = Weight.AGAINST if is_sure else Weight.DOUBT
                yield weight, f"“{number.text}” is {role.name} in the lines."


def _is_told_as_value(claim: str, number: Quantity, text: str, values: Sequence[Quantity]) -> bool:
    """Whether a claim surely gives a number as the value: as a mean, or of the same thing."""
    lead = _lead(claim, number)
    same_thing = any(lead and lead == _lead(text, value) for value in values)
    return same_thing or _AVERAGE.search(claim) is not None


def _lead(text: str, number: Quantity) -> list[str]:
    """The last telling word before a number, such as what it is a value of."""
    before = word_list(text[max(0, number.start - _AROUND) : number.start])
    return [word for word in before if word not in STOP_WORDS][-1:]


def _may_be_same(number: Quantity, other: Quantity) -> bool:
    """Whether two numbers are the same; the unit of "63.4 (SD 8.2) years" is that of both."""
    return same_number(number, other) or (other.unit is None and _same(number, other))


def _ends(text: str, numbers: Sequence[Quantity]) -> list[_Member]:
    """The ends of intervals with the value that has the interval: 0.71 (95% CI 0.60 to 0.84)."""
    solid = [number for number in numbers if not number.loose]
    ends: list[_Member] = []
    for bracket in _BRACKETS.finditer(text):
        valued = [q for q in solid if 0 <= bracket.start() - q.end <= _NEAR]
        within = [q for q in solid if bracket.start() < q.start and q.end < bracket.end()]
        for number, after in itertools.pairwise(within):
            if valued and _TO.fullmatch(text, number.end, after.start):
                ends += [(valued[-1], number), (valued[-1], after)]
    for number, after in itertools.pairwise(solid):
        if _NAMED.search(text, max(0, number.start - _AROUND), number.start) and _TO.fullmatch(
            text, number.end, after.start
        ):
            ends += [(None, number), (None, after)]
    return ends


def _called_ends(text: str, numbers: Sequence[Quantity]) -> list[Quantity]:
    return [end for _, end in _ends(text, numbers)]


def _spreads(text: str, numbers: Sequence[Quantity]) -> list[_Member]:
    """The numbers that surely say how far values lie apart, with the value: 63.4 ± 8.2."""
    solid = [number for number in numbers if not number.loose]
    return [
        (number, after)
        for number, after in itertools.pairwise(solid)
        if _TO_SPREAD.fullmatch(text, number.end, after.start)
    ]


def is_tolerance(text: str, number: Quantity) -> bool:
    """Whether a number of a text is the most that something may be off: 100 ± 5 mm."""
    return _TOLERATED.search(text, max(0, number.start - _AROUND), number.start) is not None


def _called_spreads(text: str, numbers: Sequence[Quantity]) -> list[Quantity]:
    """The numbers that a claim calls a spread, whether it gives a value or not."""
    return [
        number
        for number in numbers
        if _BEFORE_SPREAD.search(text, max(0, number.start - _AROUND), number.start)
    ]


class _Role(NamedTuple):
    """What a number may be beside a value: found in lines, called so in a claim, told in words."""

    name: str
    pairs: Callable[[str, Sequence[Quantity]], list[_Member]]
    called: Callable[[str, Sequence[Quantity]], list[Quantity]]
    words: re.Pattern[str]


_ROLES = (
    _Role("an end of an interval", _ends, _called_ends, _SPEAKS_OF_ENDS),
    _Role("the spread of a value", _spreads, _called_spreads, _SPEAKS_OF_SPREAD),
)
