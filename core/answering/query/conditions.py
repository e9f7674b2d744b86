"""The numbers of a question with the words that compare them, such as "below 30" or "18 to 65"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.quantities.bounds import Bound, with_bound
from core.quantities.extraction import sure_quantities
from core.quantities.quantity import same_number
from core.text.content_words import content_words
from core.text.language import language_of

if TYPE_CHECKING:
    from core.quantities.quantity import Quantity

_BEFORE = 200
"""Characters before a number that may say what it is of."""
_TO = re.compile(r"\s*(?:to|bis|-|–)\s*", re.IGNORECASE)
"""What joins the ends of an interval."""


@dataclass(frozen=True)
class Condition:
    """A number of a question, or the two ends of an interval, at `start:end` of it.

    `of` is the last word before it that says something, such as eGFR; `led` is its text with the
    word before it, such as "of", unless that begins the question. `counts` says whether a word
    follows, as in "12 cars", `of_compared` whether that word is compared: "below an eGFR of 30".
    """

    numbers: tuple[Quantity, ...]
    text: str
    led: str
    start: int
    end: int
    of: str
    counts: bool
    of_compared: bool

    @property
    def dimension(self) -> str:
        """What is measured or numbered; empty for a bare number that can be no year."""
        return "date" if self.numbers[-1].calendar else self.numbers[-1].dimension

    @property
    def is_bare_age(self) -> bool:
        """Whether it is an age in years that are left out, as in "ages 18 to 29"."""
        return self.dimension == "month" and self.text[-1].isdigit()

    @property
    def is_interval(self) -> bool:
        """Whether it has two ends."""
        return len(self.numbers) > 1

    @property
    def is_compared(self) -> bool:
        """Whether it is an interval, as "below 30" is one."""
        return self.is_interval or self.numbers[0].bound is not Bound.NONE

    def is_same(self, other: Condition) -> bool:
        """Whether it says the same of the same numbers."""
        return len(self.numbers) == len(other.numbers) and all(
            same_number(mine, theirs) and mine.bound is theirs.bound
            for mine, theirs in zip(self.numbers, other.numbers, strict=True)
        )

    def in_place_of(self, other: Condition) -> str:
        """What is put where another one stands, whose words of comparison go with it."""
        if self.is_compared or not other.is_compared or self.led.lower().startswith(f"{other.of} "):
            return self.text
        return self.led

    def takes_place_of(self, other: Condition) -> bool:
        """Whether it can be put where another one of its dimension stands.

        A number alone may lie in an interval. One without a unit may be of anything.
        """
        if other.of_compared or (other.is_interval and not self.is_compared):
            return False
        if self.dimension:
            return True
        if self.of:
            return self.of == other.of
        return not any(each.counts and not each.is_compared for each in (self, other))


def conditions(question: str) -> list[Condition]:
    """Those of a question in their order."""
    numbers = sure_quantities(question, language_of(question))
    joined: list[tuple[Quantity, ...]] = []
    for number in numbers:
        last = joined[-1][-1] if joined else None
        if last and len(joined[-1]) == 1 and _TO.fullmatch(question[last.end : number.start]):
            joined[-1] = (last, number)
        else:
            joined.append((number,))
    return [_condition(question, each) for each in joined]


def _condition(question: str, numbers: tuple[Quantity, ...]) -> Condition:
    start, end = numbers[0].start, numbers[-1].end
    if len(numbers) == 1 and numbers[0].bound is not Bound.NONE:
        start, end = with_bound(question, start, end)
    before = question[max(0, start - _BEFORE) : start]
    words = content_words(before)
    word = re.search(r"(?<=\s)[^\W\d_]+\s+$", before)
    led = (word.group() if word else "") + question[start:end]
    of = words[-1] if words else ""
    counts = re.match(r"\s+\w", question[end:]) is not None
    of_compared = bool(of) and _is_compared(of, before)
    return Condition(numbers, question[start:end], led, start, end, of, counts, of_compared)


def _is_compared(word: str, before: str) -> bool:
    """Whether a word that one other parts from the end of a text stands behind a comparison."""
    named = re.search(rf"\b{re.escape(word)}\b(?=\W+\w+\W*$)", before, re.IGNORECASE)
    return named is not None and with_bound(before, *named.span())[0] < named.start()
