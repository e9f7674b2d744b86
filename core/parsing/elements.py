"""What every route hands to the builder: elements made of lines."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from core.reading.line import text_of
from core.sir import ElementType, Location

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.geometry import BoundingBox, Box
    from core.parsing.text_joining import Joined
    from core.reading.line import Line


class Mark(NamedTuple):
    """The mark of a footnote: characters of one word, counted over all own lines of `element`."""

    element: Element
    word: int
    start: int
    end: int


@dataclass(slots=True, eq=False)
class Element:
    """One element of a document in reading order, before it is placed in the tree.

    `children` are what it holds by itself (items of a list, rows of a table); what belongs
    below a heading is found by the builder from `level`. A reason in `aside` takes the element
    out of the flow. `caption_of` is the figure or table that a caption belongs to, `marks` are
    the places that lead to a footnote. `joined` is its text with the place of each word of its
    lines in it, where another parser wrote that text; else it is that of the lines. `frame` is
    the box, of several side by side, around the passage that it is of.
    """

    type: ElementType
    lines: list[Line] = field(default_factory=list)
    level: int | None = None
    children: list[Element] = field(default_factory=list)
    regions: tuple[BoundingBox, ...] = ()
    metadata: dict[str, str] = field(default_factory=dict)
    aside: str = ""
    location: Location = Location.EXACT
    caption_of: Element | None = None
    marks: list[Mark] = field(default_factory=list)
    joined: Joined | None = None
    frame: Box | None = None

    @property
    def text(self) -> str:
        """Words of its own lines, without regard to hyphens."""
        return text_of(self.lines)

    def walk(self) -> Iterator[Element]:
        """Itself and all that it holds, in reading order."""
        yield self
        for child in self.children:
            yield from child.walk()

    def all_lines(self) -> list[Line]:
        """Its own lines and those of all below it."""
        lines = list(self.lines)
        for child in self.children:
            lines += child.all_lines()
        return lines
