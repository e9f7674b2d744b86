"""What is said about a number: at least, more than, at most, less than."""

from __future__ import annotations

import re
from enum import Enum

from core.text.word_tables import word_table


class Bound(Enum):
    """The comparison that a number stands in, with its direction: up is +1, down is -1."""

    NONE = ("", 0)
    AT_LEAST = ("at least", 1)
    MORE = ("more than", 1)
    AT_MOST = ("at most", -1)
    LESS = ("less than", -1)

    @property
    def words(self) -> str:
        """How it is said."""
        return self.value[0]

    @property
    def direction(self) -> int:
        """+1 for what may be more, -1 for what may be less, 0 for neither."""
        return self.value[1]

    @property
    def reverse(self) -> Bound:
        """What holds where this does not: "less than" of "at least"."""
        return _REVERSE.get(self, self)


_REVERSE = {
    Bound.AT_LEAST: Bound.LESS,
    Bound.LESS: Bound.AT_LEAST,
    Bound.MORE: Bound.AT_MOST,
    Bound.AT_MOST: Bound.MORE,
}
_LINK = (
    r"(?:\s+(?:a|an|the|of|about|some|dem|der|den|zu|than|als|as|from|level|score|value)\b)*\W*$"
)
_TABLE = word_table(__file__)


def _rules(place: str, template: str) -> list[tuple[Bound, re.Pattern[str]]]:
    """The words for bounds `before` or `after` a number; `<more>` stands for one of the parts."""

    def part(match: re.Match[str]) -> str:
        return _TABLE["parts"][match[1]]

    return [
        (Bound[name], re.compile(template.format(re.sub(r"<(\w+)>", part, words)), re.I))
        for name, words in _TABLE[place]
    ]


_BEFORE = _rules("before", rf"(?:{{}}){_LINK}")
_AFTER = _rules("after", r"\s*(?:{})\b")
_SINCE = re.compile(r"\b(?:from|since|after|ab|seit|nach|von|vom)(?:\s+(?:the|dem))?\s*$", re.I)
_UNTIL = re.compile(
    r"\b(?:until|till|by|before|through|to|bis|vor|spätestens)(?:\s+(?:the|zum|dem))?\s*$", re.I
)
_DURING = re.compile(r"\b(?:over|über)\W*$", re.IGNORECASE)
_OF_AGE = re.compile(
    r"\b(?:aged?|alter|patients|people|persons|adults|personen|menschen)\s+\w+\W*$", re.I
)
"""What is over some years here is not how long something takes."""
_AROUND = 45
"""Characters before a number in which a comparison may stand."""


def bound_of(text: str, start: int, end: int, *, of_time: bool) -> Bound:
    """The comparison of the number whose figures and unit are `text[start:end]`.

    "Over" before a span of time (`of_time`) says how long something takes.
    """
    before = text[max(0, start - _AROUND) : start]
    after = text[end : end + _AROUND]
    for bound, rule in _AFTER:
        if rule.match(after):
            return bound
    if of_time and _DURING.search(before) and not _OF_AGE.search(before):
        return Bound.NONE
    for bound, rule in _BEFORE:
        if rule.search(before):
            return bound
    return Bound.NONE


def with_bound(text: str, start: int, end: int) -> tuple[int, int]:
    """Where a number begins and ends with the words that compare it, as in "30 or more"."""
    for _, rule in _AFTER:
        if match := rule.match(text, end):
            return start, match.end()
    first = max(0, start - _AROUND)
    for _, rule in _BEFORE:
        if match := rule.search(text[first:start]):
            return first + match.start(), end
    return start, end


def limit_of(text: str, start: int) -> Bound:
    """Whether something begins or ends at the date or time that stands at `start`."""
    before = text[max(0, start - _AROUND) : start]
    if _SINCE.search(before):
        return Bound.AT_LEAST
    return Bound.AT_MOST if _UNTIL.search(before) else Bound.NONE
