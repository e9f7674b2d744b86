"""Listings of code and of what a console shows: paragraphs whose lines keep their breaks.

They are set in letters of one width, in a document that is not.
"""

from __future__ import annotations

from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING

from core.parsing.structuring.line_rows import letter_width, merge_pieces
from core.parsing.structuring.text_style import is_typewritten
from core.reading.runs import runs
from core.sir import HEADINGS, LISTING, ElementType

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

_NO_CODE = (ElementType.FIGURE, ElementType.CAPTION)
_MARKED = (ElementType.LIST_ITEM, ElementType.FOOTNOTE)


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
    for run in runs(column, lambda run, element: _goes_on(run[-1], element)):
        listed = _is_code(run[0]) and any(map(_is_listing, run))
        kept += [_listing(run)] if listed else run
    return kept


def _listing(run: Sequence[Element]) -> Element:
    """The listing that elements below each other are parts of."""
    listing = run[0]
    listing.lines = [line for element in run for line in _lines(element)]
    listing.type, listing.level = ElementType.PARAGRAPH, None
    listing.children, listing.regions = [], ()
    listing.metadata = {LISTING: "yes"}
    _keep_breaks(listing.lines)
    return listing


def _lines(element: Element) -> list[Line]:
    """The lines of an element; those of a table or an area of pairs across its cells."""
    return merge_pieces(element.all_lines()) if element.children else element.lines


def _is_listing(element: Element) -> bool:
    """Whether what is set in letters of one width is a listing by itself.

    A title, and a table of several columns, is one only beside other code.
    """
    if element.type is ElementType.TABLE:
        return all(len(row.children) == 1 for row in element.children)
    return element.type not in {*HEADINGS, ElementType.DOC_INDEX}


def _is_code(element: Element) -> bool:
    """Whether all of an element is set in letters of one width, its mark if it has one as well."""
    lines = [] if element.type in _NO_CODE or element.aside else element.all_lines()
    marked = element.type in _MARKED and not _begins_in_code(element)
    typed = all(line.monospaced and line.angle == 0 for line in lines)
    return bool(lines) and typed and not marked


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


def _goes_on(before: Element, element: Element) -> bool:
    """Whether code goes on in an element that stands closely below another, or beside it."""
    if not _is_code(before) or not _is_code(element):
        return False
    last, first = _lines(before)[-1], _lines(element)[0]
    titled = not HEADINGS.isdisjoint((before.type, element.type))
    if first.page != last.page or (titled and not _look_alike(last, first)):
        return False
    apart = first.top - last.bottom
    close = -0.5 * last.type_size < apart < FARTHEST * last.type_size
    return close or _are_beside(last, first)


def _look_alike(line: Line, other: Line) -> bool:
    return line.bold == other.bold and abs(line.size - other.size) < SAME_WIDTH * line.size


def _are_beside(line: Line, other: Line) -> bool:
    return line.top < other.middle < line.bottom and other.left >= line.right


def _keep_breaks(lines: Sequence[Line]) -> None:
    """Writes what stands between each line and the next: a break and how far that is set in."""
    edge = min(line.left for line in lines)
    width = letter_width(lines)
    steps = [b.bottom - a.bottom for a, b in pairwise(lines) if not _are_beside(a, b)]
    step = median(steps) if steps else 0.0
    lines[-1].after = "\n"
    for line, following in pairwise(lines):
        if _are_beside(line, following):
            line.after = " " * max(1, round((following.left - line.right) / max(width, 1.0)))
            continue
        blank = following.bottom - line.bottom > BLANK * step > 0
        indent = round((following.left - edge) / max(width, 1.0))
        line.after = ("\n\n" if blank else "\n") + " " * indent
