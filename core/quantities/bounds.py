"""What is said about a number: at least, more than, at most, less than."""

from __future__ import annotations

import re
from enum import Enum


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


_LINK = (
    r"(?:\s+(?:a|an|the|of|about|some|dem|der|den|zu|than|als|as|from|level|score|value)\b)*\W*$"
)
_UP = r"more|greater|higher|larger|longer|older|thicker|heavier|wider|farther|later|better"
_DOWN = r"less|fewer|lower|smaller|shorter|younger|thinner|lighter|narrower|earlier"
_UP_DE = r"mehr|größer\w*|höher\w*|länger\w*|älter\w*|dicker\w*|schwerer\w*|später\w*"
_DOWN_DE = r"weniger|kleiner\w*|niedriger\w*|kürzer\w*|jünger\w*|dünner\w*|leichter\w*"
_NO = r"(?:no|not|never|nicht|kein\w*)\s+(?:be\s+)?"

_BEFORE = [
    (Bound.AT_MOST, rf"{_NO}(?:{_UP})\s+than|{_NO}(?:{_UP_DE})\s+als"),
    (Bound.AT_LEAST, rf"{_NO}(?:{_DOWN})\s+than|{_NO}(?:{_DOWN_DE})\s+als"),
    (Bound.AT_MOST, r"(?:not|never|nor|cannot)\s+(?:to\s+)?(?:exceed|pass|go\s+above|be\s+above)"),
    (Bound.AT_MOST, r"nicht\s+(?:über|überschreiten)"),
    (Bound.AT_LEAST, r"(?:not|never)\s+(?:be\s+|fall\s+|go\s+)?(?:below|under)|nicht\s+unter"),
    (Bound.AT_LEAST, r"at\s+least|minimum(?:\s+of)?|mindestens|wenigstens|\bab|≥|>=|at\s+minimum"),
    (Bound.AT_MOST, r"at\s+(?:the\s+)?most|up\s+to|maximum(?:\s+of)?|maximal|höchstens|bis\s+zu"),
    (Bound.AT_MOST, r"≤|<=|within|innerhalb(?:\s+von)?|binnen|spätestens|\bbis(?:\s+zum)?"),
    (Bound.MORE, rf"(?:{_UP})\s+than|(?:{_UP_DE})\s+als|>|\babove|\bover|\bexceed\w*|\büber"),
    (Bound.MORE, r"\bbeyond|oberhalb(?:\s+von)?"),
    (Bound.LESS, rf"(?:{_DOWN})\s+than|(?:{_DOWN_DE})\s+als|<|\bbelow|\bunder|\bunter"),
    (Bound.LESS, r"unterhalb(?:\s+von)?"),
]
_AFTER = [
    (Bound.AT_LEAST, rf"(?:\w+\s+)?(?:or|and|oder|und)\s+(?:{_UP}|{_UP_DE}|over|above|darüber)"),
    (Bound.AT_MOST, rf"(?:\w+\s+)?(?:or|and|oder|und)\s+(?:{_DOWN}|{_DOWN_DE}|under|below)"),
    (Bound.AT_LEAST, r"at\s+(?:least|a\s+minimum)(?!\s*\d)"),
    (Bound.AT_MOST, r"(?:at\s+(?:the\s+)?(?:most|latest)|maximum|höchstens)(?!\s*\d)"),
]
_BEFORE_RULES = [(bound, re.compile(rf"(?:{rule}){_LINK}", re.I)) for bound, rule in _BEFORE]
_AFTER_RULES = [(bound, re.compile(rf"\s*(?:{rule})\b", re.I)) for bound, rule in _AFTER]
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
    for bound, rule in _AFTER_RULES:
        if rule.match(after):
            return bound
    if of_time and _DURING.search(before) and not _OF_AGE.search(before):
        return Bound.NONE
    for bound, rule in _BEFORE_RULES:
        if rule.search(before):
            return bound
    return Bound.NONE


def limit_of(text: str, start: int) -> Bound:
    """Whether something begins or ends at the date or time that stands at `start`."""
    before = text[max(0, start - _AROUND) : start]
    if _SINCE.search(before):
        return Bound.AT_LEAST
    return Bound.AT_MOST if _UNTIL.search(before) else Bound.NONE
