"""Whether numbers of a claim are a difference, sum, share or limit of those of the lines, or a part
and its whole turned round.
"""

from __future__ import annotations

import itertools
import re
from fractions import Fraction
from typing import TYPE_CHECKING

from core.quantities.bounds import Bound
from core.quantities.quantity import is_joined
from core.text.word_tables import whole_words, word_table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.quantities.quantity import Quantity

_CUES = {name: whole_words(words) for name, words in word_table(__file__).items()}
"""Words of a claim that say what it computed."""
_PART_OF = re.compile(
    r"\s*/\s*|(?:\s+[^\W\d_]+)?\s+(?:out\s+)?(?:of|von)(?:\s+(?:the|den|all))?\s+", re.IGNORECASE
)
_MOST = 12
"""Numbers of one kind that are put together; a long table gives any number by chance."""


def computed(number: Quantity, claim: str, text: str, theirs: Sequence[Quantity]) -> str:
    """How a number of a claim comes out of those of a text, in words; empty if it does not."""
    if number.bound.direction:
        return ""
    amounts = [other for other in theirs if not other.loose and not is_joined(text, other)]
    results = itertools.chain(_put_together(number, claim, amounts), _shares(number, text, amounts))
    return next((words for value, words in results if _rounds_to(value, number)), "")


def is_kept(number: Quantity, theirs: Sequence[Quantity]) -> bool:
    """Whether a number of a claim is a limit that some of those of a text keep, which are none."""
    rivals = [other for other in theirs if not other.loose and other.dimension == number.dimension]
    way, limit = number.bound.direction, max(number.scaled, default=Fraction())
    if not way or not number.unit or any(other.bound is not Bound.NONE for other in rivals):
        return False
    return any((value - limit) * way > 0 for other in rivals for value in other.scaled)


def turned_part(
    claim: str, asked: Sequence[Quantity], text: str, theirs: Sequence[Quantity]
) -> str:
    """What is said if "3 of 5" has become "5 of 3", or 120/80 80/120; empty if it has not."""
    pairs = [(part.values, whole.values) for part, whole in _parts(text, theirs)]
    for part, whole in _parts(claim, asked):
        straight = any(part.values & first and whole.values & second for first, second in pairs)
        turned = any(part.values & second and whole.values & first for first, second in pairs)
        if turned and not straight:
            return f"The claim turns round “{claim[part.start : whole.end]}”."
    return ""


def _parts(text: str, numbers: Sequence[Quantity]) -> Iterator[tuple[Quantity, Quantity]]:
    """Numbers that a text gives as a part and its whole, or over each other."""
    for part, whole in itertools.pairwise([number for number in numbers if not number.loose]):
        if _PART_OF.fullmatch(text, part.end, whole.start):
            yield part, whole


def _put_together(
    number: Quantity, claim: str, amounts: Sequence[Quantity]
) -> Iterator[tuple[Fraction, str]]:
    alike = [other for other in amounts if other.dimension == number.dimension and other.scaled]
    for pair in itertools.combinations(alike[:_MOST], 2):
        more, less = sorted(pair, key=lambda other: -max(other.scaled))
        if _CUES["difference"].search(claim):
            yield max(more.scaled) - max(less.scaled), f"{more.text} less {less.text}"
        if _CUES["sum"].search(claim):
            yield max(more.scaled) + max(less.scaled), f"{more.text} and {less.text}"


def _shares(
    number: Quantity, text: str, amounts: Sequence[Quantity]
) -> Iterator[tuple[Fraction, str]]:
    for part, whole in _parts(text, amounts if number.dimension == "percent" else ()):
        if any(whole.values):
            yield 100 * max(part.values) / max(whole.values), f"{part.text} of {whole.text}"


def _rounds_to(value: Fraction, number: Quantity) -> bool:
    decimals = re.search(r"[.,](\d+)", number.text)
    factor = number.unit.factor if number.unit else Fraction(1)
    half = factor * Fraction(1, 2 * 10 ** len(decimals[1] if decimals else ""))
    return any(abs(value - scaled) < half for scaled in number.scaled)
