"""Numbered references below a heading that says so, set aside as a list of references.

Source: thesis, section 3.3 (element filtering).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.parsing.elements import Element
from core.parsing.structuring.markers import REFERENCES
from core.sir import HEADINGS, ElementType

if TYPE_CHECKING:
    from collections.abc import Sequence

FEWEST = 3
"""Entries from which a run of numbered text is a list of references."""

MIXED = 4
"""How far a number may be ahead of all before it."""

MOST_BETWEEN = 2
"""Pieces of text without a number that may follow each other in a list of references."""

HEADING = re.compile(rf"(?:(?:\d{{1,2}}|[A-Z]|[IVX]{{1,5}})\.?\s+)?{REFERENCES}\W*", re.IGNORECASE)
_ENTRY = re.compile(r"(?:\[(\d{1,3})\]|\((\d{1,3})\)|(\d{1,3})[.)]?(?=\s))\s*\S")
_TEXT = (
    ElementType.PARAGRAPH,
    ElementType.LIST,
    ElementType.LIST_ITEM,
    ElementType.FOOTNOTE,
)


def references_aside(elements: Sequence[Element]) -> list[Element]:
    """Elements, with the numbered entries below such a heading made one list of references each.

    Entries are numbered from 1 on, each number once, and a few may be out of order as where the
    columns of a page were mixed up. Text between two of them, as a line that a column break cut
    off, goes with them; what follows the last one, and notes, stay.
    """
    structured: list[Element] = []
    at = 0
    while at < len(elements):
        heading = elements[at]
        structured.append(heading)
        at += 1
        if heading.type in HEADINGS and HEADING.fullmatch(heading.text.strip()):
            entries, notes, end = _entries(elements, at)
            structured += [_list(entries, heading), *notes] if entries else []
            at = end
    return structured


def _entries(elements: Sequence[Element], start: int) -> tuple[list[Element], list[Element], int]:
    """The elements of a run of entries, notes between them, and the index behind the last entry.

    Without enough entries there are none, and the index is where the run would begin.
    """
    entries: list[Element] = []
    notes: list[Element] = []
    seen: set[int] = set()
    between = 0
    complete = ([], [], start)
    for index in range(start, len(elements)):
        element = elements[index]
        if element.aside or element.type not in _TEXT:
            break
        more = _numbers(element, seen)
        if element.type is ElementType.FOOTNOTE and not more:
            notes.append(element)
            continue
        entries.append(element)
        seen, between = seen | more, 0 if more else between + 1
        if between > MOST_BETWEEN or not seen:
            break
        if more and len(seen) >= FEWEST:
            complete = (list(entries), list(notes), index + 1)
    return complete


def _numbers(element: Element, seen: set[int]) -> set[int]:
    """The numbers of the entries that an element holds, new ones that go on from those seen."""
    match = _ENTRY.match(element.text)
    number = int(match[match.lastindex or 0]) if match else 0
    goes_on = number == 1 if not seen else 0 < number <= max(seen) + MIXED
    own = {number} if goes_on and number not in seen else set[int]()
    for child in element.children:
        own |= _numbers(child, seen | own)
    return own


def _list(elements: Sequence[Element], heading: Element) -> Element:
    """A list of references with the text of these as entries."""
    reason = f'numbered entries below the heading "{heading.text}"'
    entries = [part for element in elements for part in _parts(element)]
    for entry in entries:
        entry.type, entry.children = ElementType.REFERENCE_ITEM, []
        entry.metadata["reason"] = reason
    return Element(ElementType.REFERENCE_LIST, children=entries, metadata={"reason": reason})


def _parts(element: Element) -> list[Element]:
    """An element and the items of all lists in it, without the lists."""
    own = [] if element.type is ElementType.LIST else [element]
    return [*own, *(part for child in element.children for part in _parts(child))]
