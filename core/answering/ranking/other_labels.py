"""Whether a text is about another stage, version or ward than those that a question names."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.answering.query.lettered_names import PART, names_another
from core.answering.ranking.number_matches import Amounts, Meeting
from core.quantities.numerals import roman
from core.text.word_tables import any_of, word_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.answering.query.question_type import Query
    from core.answering.ranking.unit_facts import Facts
    from core.quantities.quantity import Quantity

_LISTS = {name: "|".join(words) for name, words in word_table(__file__).items()}
_TOLD_FROM = any_of(
    [
        rf"\b(?:{_LISTS['told_from']})\s+(?:(?:{_LISTS['between']})\s+)?"
        r"[^\W\d_]+\s+(?-i:\d|[A-Z]\b|[IVX]+\b)",
        r"\b[^\W\d_]+\s+(?-i:\d+|[IVX]+)\s?\+",
    ]
)
"""A label that something else is told from: "since version 2", "stage 3+", "unlike ward B"."""
_DIVIDED = re.compile(r"\b(\d{1,3}|[IVX]+)[A-Da-d]\b")
"""A part of what has a number: stage 3a, IIIB."""


def is_about_another(query: Query, facts: Facts, *, parts: bool = True) -> bool:
    """Whether a unit names others of a kind than those that a question names by number or letter.

    Not where one of these stands above it, or where it is told from the others. Without `parts`,
    numbers of sections, tables and other parts of a document do not count: what answers may send to
    another one.
    """
    above = (*facts.unit.path, *facts.unit.context.split("\n"))
    labels = [number for number in query.numbers if number.is_label]
    kinds = {label.dimension for label in labels if parts or not PART.match(label.dimension)}
    names_others = names_another(query.text, facts.unit.text, "\n".join(above)) or any(
        all(_is_other(label, facts, above) for label in labels if label.dimension == kind)
        for kind in kinds
    )
    return names_others and not _TOLD_FROM.search(facts.unit.text)


def _is_other(label: Quantity, facts: Facts, above: Sequence[str]) -> bool:
    if facts.amounts.meet(label) not in (Meeting.OTHER, Meeting.OUTSIDE):
        return False
    if Amounts.of(above, facts.language).meet(label) in (Meeting.EQUAL, Meeting.INSIDE):
        return False
    divided = {str(roman(whole) or whole) for whole in _DIVIDED.findall(facts.unit.text)}
    return divided.isdisjoint(map(str, label.values))
