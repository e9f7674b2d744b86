"""Listings of code and of what a console shows: paragraphs whose lines keep their breaks.

They are set in letters of one width, in a document that is not.
"""

from __future__ import annotations

from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING

from core.parsing.structuring.text_style import is_typewritten
from core.sir import LISTING, ElementType

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from core.parsing.elements import Element
    from core.reading.line import Line

FARTHEST = 3.0
"""Times the type size that two parts of a listing may be apart."""

BLANK = 1.6
"""Times the usual step of its lines from which a line is left blank between two."""

SAME_WIDTH = 0.1
"""Share by which letters of one type differ in width, at most, where all are meant to be alike."""


def keep_listings(
    columns: Sequence[Sequence[Element]], lines: Iterable[Line]
) -> list[list[Element]]:
    """Columns of elements, the parts of each listing in one paragraph with its breaks and indents.

    `lines` are those of the document.
    """
    if is_typewritten(lines):
        return [list(column) for column in columns]
    return [_with_listings(column) for column in columns]


def _with_listings(column: Sequence[Element]) -> list[Element]:
    kept: list[Element] = []
    for element in column:
        if not _is_listing(element):
            kept.append(element)
        elif kept and LISTING in kept[-1].metadata and _goes_on(kept[-1].lines[-1], element):
            kept[-1].lines += element.lines
        else:
            element.type, element.regions = ElementType.PARAGRAPH, ()
            element.metadata[LISTING] = "yes"
            kept.append(element)
    for element in kept:
        if LISTING in element.metadata:
            _keep_breaks(element.lines)
    return kept


def _is_listing(element: Element) -> bool:
    kind = element.type in (ElementType.PARAGRAPH, ElementType.FORMULA)
    kind |= element.type is ElementType.LIST_ITEM and _begins_in_code(element)
    plain = kind and not element.children and not element.aside and bool(element.lines)
    return plain and all(line.monospaced and line.angle == 0 for line in element.lines)


def _begins_in_code(element: Element) -> bool:
    """Whether the star, dash or number that begins an item has letters as wide as the rest.

    A bullet, or a number set in the type of the text, marks a command as an item.
    """
    line = element.lines[0]
    widths = [
        (box[2] - box[0]) / len(word) for word, box in zip(line.words, line.boxes, strict=True)
    ]
    usual = median(widths[1:] or widths)
    return element.text[:1].isascii() and abs(widths[0] - usual) <= SAME_WIDTH * usual


def _goes_on(last: Line, element: Element) -> bool:
    """Whether an element stands closely below a line."""
    first = element.lines[0]
    near = -0.5 * last.type_size < first.top - last.bottom < FARTHEST * last.type_size
    return first.page == last.page and near


def _keep_breaks(lines: Sequence[Line]) -> None:
    """Writes what stands between each line and the next: a break and how far that is set in."""
    edge = min(line.left for line in lines)
    width = median(
        (box[2] - box[0]) / len(word)
        for line in lines
        for word, box in zip(line.words, line.boxes, strict=True)
    )
    steps = [b.bottom - a.bottom for a, b in pairwise(lines)]
    step = median(steps) if steps else 0.0
    lines[-1].after = "\n"
    for line, following in pairwise(lines):
        blank = following.bottom - line.bottom > BLANK * step > 0
        indent = round((following.left - edge) / max(width, 1.0))
        line.after = ("\n\n" if blank else "\n") + " " * indent
