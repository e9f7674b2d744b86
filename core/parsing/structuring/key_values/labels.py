"""What a label is, how many make an area, and the area of their pairs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from unicodedata import east_asian_width

from core.parsing.elements import Element
from core.parsing.structuring.markers import list_marker
from core.sir import ElementType

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from core.reading.line import Line

FEWEST = 3
"""Pairs of an area at least."""

DISTINCT = 0.7
"""Share of different labels at least: questions and answers come again."""

LONGEST = 6
"""Words of a label at most."""

YEAR = re.compile(r"\b(?:19|20)\d\d\b")
"""What makes a text without words a label, as "2015-2019" in a curriculum vitae."""

MONTH = 9
"""Letters beside the years at most, as in "September 2019" or "since 2019"."""


def is_label(text: str) -> bool:
    """Whether a text may be a label: a few words, or dates, and no item of a list."""
    worded = count_letters(text) > 0 and sum(map(str.isalnum, text)) > 1
    short = count_words(text) <= LONGEST and text[0] not in "[("
    return (worded or is_date(text)) and short and list_marker(text) is None


def is_date(text: str) -> bool:
    """Whether a text is a date, or from which one to which."""
    return YEAR.search(text) is not None and count_letters(text) <= MONTH


def count_words(text: str) -> int:
    """How many words a text has, of which a sign of Chinese or Japanese is one."""
    return max(len(text.split()), sum(east_asian_width(sign) == "W" for sign in text))


def count_letters(text: str) -> int:
    """How many letters a text has."""
    return sum(map(str.isalpha, text))


def are_enough(labels: Sequence[str]) -> bool:
    """Whether labels make an area: several, and most of them different."""
    return len(labels) >= FEWEST and len(set(labels)) >= DISTINCT * len(labels)


def area(pairs: Iterable[Sequence[Line]]) -> Element:
    """The area that holds pairs, given by the lines of each."""
    children = [Element(ElementType.KEY_VALUE, list(pair)) for pair in pairs]
    return Element(ElementType.KEY_VALUE_AREA, children=children)
