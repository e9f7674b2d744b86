"""Numbers that a sentence gives in the order of what they are of: 66, 41 and 9 % in II, III, IV."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.quantities.extraction import sure_quantities
from core.quantities.quantity import Quantity, same_number
from core.verification.verdicts import Weight

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.text.language import Language
    from core.verification.source import Source

_LISTED = re.compile(r"\d\s*%?\s*(?:,|and|or|und|oder)\s+\d")
"""Two numbers of a list, with nothing between them that could tell them apart."""


def out_of_order(claim: str, language: Language, source: Source) -> list[tuple[Weight, str]]:
    """Whether the claim gives something the number of another member of a series.

    The numbers of a sentence and what they are numbered by (stages, levels) are paired in their
    order where there are as many of the one as of the other. Without a list the pairing is no
    more than likely.
    """
    asked = sure_quantities(claim, language)
    labels = [number for number in asked if number.is_label]
    if len(labels) != 1:
        return []
    findings: list[tuple[Weight, str]] = []
    for sentence in source.sentences:
        theirs = sure_quantities(sentence, source.language)
        weight = Weight.AGAINST if _LISTED.search(sentence) else Weight.DOUBT
        for number in asked:
            if number is not labels[0] and (rival := _given(labels[0], number, theirs)):
                words = f"The lines give “{rival.text}” for {labels[0].text}, not “{number.text}”."
                findings.append((weight, words))
    return findings


def _given(label: Quantity, number: Quantity, theirs: Sequence[Quantity]) -> Quantity | None:
    """The number that a series gives to a label, where the claim has that of another member."""
    pairs = list(_pairs(label.dimension, number.dimension, theirs))
    own = [value for named, value in pairs if same_number(named, label)]
    others = [value for named, value in pairs if not same_number(named, label)]
    if len(own) != 1 or same_number(own[0], number):
        return None
    return own[0] if any(same_number(value, number) for value in others) else None


def _pairs(
    label: str, dimension: str, theirs: Sequence[Quantity]
) -> Iterator[tuple[Quantity, Quantity]]:
    labels = [number for number in theirs if number.dimension == label]
    values = [number for number in theirs if number.dimension == dimension]
    if len(labels) == len(values) > 1:
        yield from zip(labels, values, strict=True)
