"""Whether a number of a claim follows from the lines: a difference, a sum, a share, a fall."""

from __future__ import annotations

import itertools
import re
from fractions import Fraction
from typing import TYPE_CHECKING

from core.quantities.bounds import Bound
from core.quantities.quantity import Quantity, is_joined
from core.text.word_tables import any_of, word_table
from core.verification.roles import parts_of_wholes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


_CUES = {
    name: any_of(rf"(?<!\w){word}(?!\w)" for word in words)
    for name, words in word_table(__file__).items()
}
"""Words of a claim that say what it computed."""
_MOST = 24
"""Numbers of one kind that are put together; a long table gives any number by chance."""
_ADDED = 3
"""Numbers that a sum has at most."""


def computed(number: Quantity, claim: str, text: str, theirs: Sequence[Quantity]) -> bool:
    """Whether the claim says that a number is computed, and those of the lines come to it.

    A limit is not: "less than 300 mg" tells of no difference.
    """
    if number.bound.direction:
        return False
    values = frozenset(itertools.chain.from_iterable(_results(number, claim, text, theirs)))
    return any(_rounds_to(value, number) for value in values)


def share_within(number: Quantity, theirs: Sequence[Quantity], *, negated: bool) -> float | None:
    """Share of the lines' numbers of its kind for which a limit of the claim holds, 0 to 1.

    "Less than 300 mg" holds for 190 mg; where the claim negates it, the reverse is asked. None
    where the number is no limit, or the lines have limits themselves, or no number of its kind.
    """
    rivals = [other for other in theirs if not other.loose and other.dimension == number.dimension]
    limited = any(other.bound is not Bound.NONE for other in rivals)
    if not number.bound.direction or not number.unit or not rivals or limited:
        return None
    limit = max(number.scaled)
    way = -number.bound.direction if negated else number.bound.direction
    within = [(max(other.scaled) - limit) * way > 0 or limit in other.scaled for other in rivals]
    return sum(within) / len(within)


def _results(
    number: Quantity, claim: str, text: str, theirs: Sequence[Quantity]
) -> Iterator[Sequence[Fraction]]:
    amounts = [other for other in theirs if not other.loose and not is_joined(text, other)]
    alike = [other for other in amounts if other.dimension == number.dimension][:_MOST]
    values = [max(other.scaled) for other in alike if other.scaled]
    if _CUES["difference"].search(claim):
        yield [abs(a - b) for a, b in itertools.combinations(values, 2)]
    if _CUES["total"].search(claim):
        for several in range(2, _ADDED + 1):
            yield [sum(some, Fraction()) for some in itertools.combinations(values, several)]
    if _CUES["fall"].search(claim):
        yield [-value for value in values if value < 0]
    if number.dimension == "percent" and _CUES["share"].search(claim):
        pairs = parts_of_wholes(text, theirs)
        yield [
            100 * max(part.values) / max(whole.values) for part, whole in pairs if any(whole.values)
        ]


def _rounds_to(value: Fraction, number: Quantity) -> bool:
    figures = re.search(r"(?:\d+|(?=[.,]))(?:[.,](\d+))?", number.text)
    decimals = len(figures[1] or "") if figures else 0
    factor = number.unit.factor if number.unit else Fraction(1)
    half = factor * Fraction(1, 2 * 10**decimals)
    return any(abs(value - scaled) < half for scaled in number.scaled)
