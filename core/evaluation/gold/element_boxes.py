"""The boxes of elements of a tree as annotators draw them: one for each column that it fills."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.evaluation.metrics.layout import Element
from core.geometry import BoundingBox, union
from core.sir import ElementType, Sir

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence


_WHOLE = frozenset(
    {
        ElementType.LIST,
        ElementType.REFERENCE_LIST,
        ElementType.TABLE,
        ElementType.DOC_INDEX,
        ElementType.FIGURE,
    }
)
"""Elements that are taken with all that they hold."""
_OPEN = frozenset({ElementType.LIST, ElementType.REFERENCE_LIST})
"""Those of them whose items may be drawn as well."""


def boxes_of(sir: Sir, classes: Mapping[ElementType, str]) -> Iterator[Element]:
    """The boxes of elements of these classes, set aside or not, on all pages.

    One that runs over two columns or pages has two boxes. A list is one box with all its items,
    which have their own where both are among the classes.
    """
    done = 0
    for index, node in enumerate(sir.nodes):
        if index < done or node.type not in classes:
            continue
        whole = node.type in _WHOLE and index < sir.flow
        end = int(sir.subtree_end[index]) if whole else index + 1
        lines = [line for part in range(index, end) for line in _lines(sir, part)]
        done = index + 1 if node.type in _OPEN and ElementType.LIST_ITEM in classes else end
        for column in _columns(lines):
            yield Element(classes[node.type], union(column))


def _lines(sir: Sir, index: int) -> list[BoundingBox]:
    node = sir.nodes[index]
    return [*sir.line_boxes(sir.words_between(index, 0, len(node.text))), *node.regions]


def _columns(lines: Sequence[BoundingBox]) -> list[list[BoundingBox]]:
    """Lines of a page that follow each other downwards, together."""
    columns: list[list[BoundingBox]] = []
    for line in lines:
        last = columns[-1][-1] if columns else None
        if last is None or line.page != last.page or line.bottom < columns[-1][0].top:
            columns.append([])
        columns[-1].append(line)
    return columns
