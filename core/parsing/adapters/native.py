"""What the native output of another parser is converted to, before it is aligned with the pages.

Source: thesis, sections 3.2 and 3.3 (ParsingResult, format conversion).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from core.errors import NotNative
from core.sir import ElementType

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.geometry import BoundingBox

__all__ = ["NATIVE_CLASS", "NativeDocument", "NativeElement", "NotNative", "grouped"]

NATIVE_CLASS = "native_class"
"""Key of metadata: the parser's own name of a class that has no counterpart here."""


@dataclass(slots=True, eq=False)
class NativeElement:
    """An element as another parser gives it, in its reading order.

    `text` is without markup. `boxes` are fractions of the displayed page; their `spans`, where
    the parser gives them, are its lines. Without boxes `pages` may say on which 1-based pages the
    text stands; empty where that is not known either. `level` is that of a heading (1 is the
    highest). `children` are what it holds by itself: items of a list, rows of a table, and their
    cells, with the metadata of their `CellPlace`. `aside` takes it out of the flow.
    """

    type: ElementType
    text: str = ""
    boxes: tuple[BoundingBox, ...] = ()
    pages: tuple[int, ...] = ()
    level: int | None = None
    children: list[NativeElement] = field(default_factory=list)
    metadata: dict[str, str] = field(default_factory=dict)
    aside: str = ""
    caption_of: NativeElement | None = None

    def walk(self) -> Iterator[NativeElement]:
        """Itself and all that it holds, in reading order."""
        yield self
        for child in self.children:
            yield from child.walk()


@dataclass(slots=True)
class NativeDocument:
    """All elements of a native output in reading order.

    `metadata` is what the parser says of itself, such as its version. `problems` are what a
    person should know: pages that are missing or cut off, boxes outside the page, in whole
    sentences that name the page.
    """

    elements: list[NativeElement]
    metadata: dict[str, str] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)

    def walk(self) -> Iterator[NativeElement]:
        """All elements and what they hold, in reading order."""
        for element in self.elements:
            yield from element.walk()


def grouped(elements: list[NativeElement]) -> list[NativeElement]:
    """Elements in their order, neighbouring items of lists and of references in a list each."""
    holders = {
        ElementType.LIST_ITEM: ElementType.LIST,
        ElementType.REFERENCE_ITEM: ElementType.REFERENCE_LIST,
    }
    result: list[NativeElement] = []
    open_list: NativeElement | None = None
    for element in elements:
        holder = holders.get(element.type)
        if holder is None:
            open_list = None
            result.append(element)
            continue
        if open_list is None or open_list.type is not holder:
            open_list = NativeElement(holder)
            result.append(open_list)
        open_list.children.append(element)
    return result
