"""Runs of list items to lists, nested by indentation, with the paragraphs that items hold."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from core.parsing.elements import Element
from core.parsing.structuring.markers import BULLET, is_next, list_marker
from core.sir import ElementType

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

DEEPER = 6.0
"""Points by which the items of an inner list are set further right."""

ALIGNED = 3.0
"""Points by which the text of an item and a paragraph of it may begin apart."""

BETWEEN = frozenset({ElementType.FOOTNOTE})
"""Elements that may stand between two items of one list, as on a page break."""


def group_lists(elements: Sequence[Element]) -> list[Element]:
    """Elements with each run of list items held by a list.

    A paragraph that is set in as the text of an item before it belongs to that item, where the
    list goes on behind it. A single numbered item without neighbours is a paragraph that begins
    with a number.
    """
    grouped: list[Element] = []
    run: list[Element] = []
    inner: list[Element] = []
    waiting: list[Element] = []
    for element in elements:
        if element.type is ElementType.LIST_ITEM:
            if inner and not any(_continues(element, item) for item in run):
                grouped += [*_list(run), *waiting, *inner]
                run, waiting, inner = [], [], []
            run, inner = [*run, *inner, element], []
        elif run and (element.aside or element.type in BETWEEN):
            waiting.append(element)
        elif any(_holds(item, element) for item in _open_items(run)):
            inner.append(element)
        else:
            grouped += [*_list(run), *waiting, *inner, element]
            run, waiting, inner = [], [], []
    return [*grouped, *_list(run), *waiting, *inner]


def _continues(item: Element, before: Element) -> bool:
    """Whether an item is the next one of a list; bullets are alike, and stand below each other."""
    marker, other = list_marker(item.text), list_marker(before.text)
    if marker is None or other is None or before.type is not ElementType.LIST_ITEM:
        return False
    first, above = item.lines[0], before.lines[0]
    apart = first.page == above.page and abs(first.left - above.left) > DEEPER
    return not apart and (marker == other if BULLET.match(item.text) else is_next(marker, other))


def _open_items(run: Sequence[Element]) -> Iterator[Element]:
    """The last item of a run, and those that it stands inside of."""
    left = math.inf
    for item in reversed(run):
        if item.type is ElementType.LIST_ITEM and item.lines[0].left < left - DEEPER:
            yield item
            left = item.lines[0].left


def _holds(item: Element, element: Element) -> bool:
    """Whether a paragraph is set in as the text of an item is, behind its bullet or number."""
    if element.type is not ElementType.PARAGRAPH:
        return False
    boxes, left = item.lines[0].boxes, min(line.left for line in element.lines)
    marked = list_marker(item.text) == item.lines[0].words[0] and len(boxes) > 1
    return marked and abs(boxes[1][0] - left) < ALIGNED


def _list(run: list[Element]) -> list[Element]:
    if not run:
        return []
    if len(run) == 1 and not BULLET.match(run[0].text):
        run[0].type = ElementType.PARAGRAPH
        return run
    return [Element(ElementType.LIST, children=_nested(run))]


def _nested(run: list[Element]) -> list[Element]:
    """The items of a list, the first of `run` among them; those set further right become a list
    inside the one before, and paragraphs parts of it.
    """
    top: list[Element] = []
    base = run[0].lines[0].left
    index = 0
    while index < len(run):
        inner = index
        is_text = run[index].type is ElementType.PARAGRAPH
        while not is_text and top and inner < len(run) and _is_deeper(run[inner], base, top[-1]):
            inner += 1
        if inner > index:
            top[-1].children.append(Element(ElementType.LIST, children=_nested(run[index:inner])))
            index = inner
            continue
        if is_text:
            top[-1].children.append(run[index])
        else:
            base = run[index].lines[0].left
            top.append(run[index])
        index += 1
    return top


def _is_deeper(item: Element, base: float, above: Element) -> bool:
    """Whether an item stands inside the one above it; a new column or page tells nothing."""
    first, last = item.lines[0], above.lines[-1]
    if first.left <= base + DEEPER or _holds(above, item):
        return False
    return first.page != last.page or first.left < base + 12 * max(first.size, 1.0)
