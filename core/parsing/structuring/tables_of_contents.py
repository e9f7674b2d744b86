"""Tables of contents by entry, and the rows of dots that lead to page numbers set aside."""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING

from core.parsing.elements import Element
from core.parsing.structuring.markers import DOTS
from core.reading.runs import runs
from core.sir import ElementType

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.reading.line import Line

ENDS_IN_NUMBER = re.compile(r"(?:^|\s)(?:\d{1,4}|[ivxlc]{1,6})$", re.IGNORECASE)

LEADER_DOTS = "leader dots"
"""Why a row of dots is set aside."""
FEWEST_DOTS = 4
"""Single dots in a row, with spaces between them, that lead to a number."""


def by_entry(elements: Sequence[Element]) -> list[Element]:
    """Elements with the lines of a table of contents held by an element for each entry.

    What follows on the next column or page is one table with what came before.
    """
    grouped: list[Element] = []
    for element in elements:
        if element.type is not ElementType.DOC_INDEX:
            grouped.append(element)
            continue
        element.children, element.lines = _entries(element.lines), []
        if grouped and grouped[-1].type is ElementType.DOC_INDEX:
            grouped[-1].children += element.children
        else:
            grouped.append(element)
    return grouped


def leaders_aside(elements: Sequence[Element]) -> list[Element]:
    """The rows of dots of elements, taken out of them and set aside.

    What stands before and behind the dots become lines of their own, so that no box reaches
    over the dots.
    """
    aside: list[Element] = []
    for element in elements:
        lines: list[Line] = []
        for line in element.lines:
            dots = _dots(line.words)
            if not dots:
                lines.append(line)
                continue
            parts = groupby(range(len(line.words)), key=dots.__contains__)
            lines += [line.part(part) for is_dots, part in parts if not is_dots]
            part = Element(ElementType.PARAGRAPH, [line.part(sorted(dots))], aside=LEADER_DOTS)
            aside.append(part)
        element.lines = lines
        aside += leaders_aside(element.children)
    return aside


def _entries(lines: Sequence[Line]) -> list[Element]:
    """An entry for each line with a page number, lines without one before it included."""
    entries: list[Element] = []
    is_open = False
    for line in lines:
        if not is_open:
            entries.append(Element(ElementType.DOC_INDEX))
        entries[-1].lines.append(line)
        is_open = ENDS_IN_NUMBER.search(line.text) is None and not _dots(line.words)
    return entries


def _dots(words: Sequence[str]) -> set[int]:
    """Indexes of the words that belong to a row of dots, unless the whole line is one."""
    dots = {i for i, word in enumerate(words) if word[0] in ".\u00b7\u2026" and DOTS.match(word)}
    single = [index for index, word in enumerate(words) if word == "."]
    for run in runs(single, lambda run, index: index == run[-1] + 1):
        if len(run) >= FEWEST_DOTS:
            dots.update(run)
    return dots if len(dots) < len(words) else set()
