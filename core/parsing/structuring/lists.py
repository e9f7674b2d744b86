"""Runs of list items to lists, nested by indentation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.parsing.elements import Element
from core.parsing.structuring.markers import BULLET
from core.sir import ElementType

if TYPE_CHECKING:
    from collections.abc import Sequence

DEEPER = 6.0
"""Points by which the items of an inner list are set further right."""

BETWEEN = frozenset({ElementType.FOOTNOTE})
"""Elements that may stand between two items of one list, as on a page break."""


def group_lists(elements: Sequence[Element]) -> list[Element]:
    """Elements with each run of list items held by a list.

    A single numbered item without neighbours is a paragraph that begins with a number.
    """
    grouped: list[Element] = []
    run: list[Element] = []
    waiting: list[Element] = []
    for element in elements:
        if element.type is ElementType.LIST_ITEM:
            run.append(element)
            continue
        if run and (element.aside or element.type in BETWEEN):
            waiting.append(element)
            continue
        grouped += [*_list(run), *waiting, element]
        run, waiting = [], []
    return [*grouped, *_list(run), *waiting]


def _list(run: list[Element]) -> list[Element]:
    if not run:
        return []
    if len(run) == 1 and not BULLET.match(run[0].text):
        run[0].type = ElementType.PARAGRAPH
        return run
    return [Element(ElementType.LIST, children=_nested(run))]


def _nested(run: list[Element]) -> list[Element]:
    """The items of one list; items set further right become a list inside the one before."""
    top: list[Element] = []
    base = run[0].lines[0].left
    index = 0
    while index < len(run):
        inner = index
        while inner < len(run) and top and _is_deeper(run[inner], base, top[-1]):
            inner += 1
        if inner > index:
            top[-1].children.append(Element(ElementType.LIST, children=_nested(run[index:inner])))
            index = inner
            continue
        base = run[index].lines[0].left
        top.append(run[index])
        index += 1
    return top


def _is_deeper(item: Element, base: float, above: Element) -> bool:
    """Whether an item stands inside the one above it; a new column or page tells nothing."""
    first, last = item.lines[0], above.lines[-1]
    if first.left <= base + DEEPER:
        return False
    return first.page != last.page or first.left < base + 12 * max(first.size, 1.0)
