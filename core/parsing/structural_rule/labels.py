"""Fields of forms: the lines of a label and of its value, and what may be a label."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from core.parsing.structuring.key_rows import LONGEST_KEY
from core.parsing.structuring.markers import list_marker

if TYPE_CHECKING:
    from core.reading.line import Line

YEAR = re.compile(r"\b(?:19|20)\d\d\b")
"""What makes a text without words a label, as "2015-2019" in a curriculum vitae."""

MONTH = 9
"""Letters beside the years at most, as in "September 2019" or "since 2019"."""


class Field(NamedTuple):
    """The lines of a label, and those of its value."""

    label: list[Line]
    value: list[Line]

    @property
    def lines(self) -> list[Line]:
        """All of them in reading order."""
        return [*self.label, *self.value]


def is_label(line: Line) -> bool:
    """Whether a line may be a label: a few words, or dates, and no item of a list."""
    if len(line.words) > LONGEST_KEY or line.words[0][0] in "[(":
        return False
    text = line.text
    worded = sum(map(str.isalpha, text)) > 1 or is_date(text)
    return worded and list_marker(text) is None


def is_date(text: str) -> bool:
    """Whether a text is a date, or from which one to which."""
    return YEAR.search(text) is not None and sum(map(str.isalpha, text)) <= MONTH
