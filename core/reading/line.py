"""A line of words with the place of each, as every route reads it from a page."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, field, fields
from functools import cache
from itertools import takewhile
from typing import TYPE_CHECKING, TypeVar

from core.geometry import bounds
from core.sir import Location

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from core.geometry import Box

Key = TypeVar("Key")

SLANTED = -1
"""The angle of a line that runs neither along nor across the page."""


@dataclass(slots=True, eq=False)
class Line:
    """Words that stand in one line of one column or table cell.

    `words` and `boxes` run in text order, which for right-to-left scripts is not the visual
    order. `angle` is the direction of the text in degrees clockwise (0, 90, 180, 270), or
    `SLANTED`. `colour` is 0xRRGGBB. The first `lead` words are bold, also where most are not.
    `hidden` says why a reader cannot see the line;
    empty if one can. `confidence` is that of OCR, 1 for text that the PDF holds, and
    `location` says how well its boxes are known. `after` is what stands between the line and the
    next in the text, where that is known; else joining decides. `monospaced` says that most of it
    is set in letters of one width.
    """

    page: int
    words: list[str]
    boxes: list[Box]
    size: float = 0.0
    bold: bool = False
    italic: bool = False
    angle: int = 0
    rtl: bool = False
    colour: int = 0
    lead: int = 0
    hidden: str = ""
    confidence: float = 1.0
    location: Location = Location.EXACT
    after: str | None = None
    monospaced: bool = False
    left: float = field(init=False)
    top: float = field(init=False)
    right: float = field(init=False)
    bottom: float = field(init=False)

    def __post_init__(self) -> None:
        self.measure()

    def measure(self) -> None:
        """Takes the edges anew from the words."""
        self.left, self.top, self.right, self.bottom = bounds(self.boxes)

    @property
    def text(self) -> str:
        """The words, a space between each two."""
        return " ".join(self.words)

    @property
    def box(self) -> Box:
        """The box around the words."""
        return self.left, self.top, self.right, self.bottom

    @property
    def width(self) -> float:
        """Points."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """Points."""
        return self.bottom - self.top

    @property
    def type_size(self) -> float:
        """The size of its type in points; the height of the line where that is not known."""
        return self.size or self.height

    @property
    def middle(self) -> float:
        """Vertical centre in points."""
        return (self.top + self.bottom) / 2

    def part(self, chosen: Iterable[int]) -> Line:
        """A line of its own with the words at these indexes."""
        indexes = list(chosen)
        part = copy(self)
        part.words = [self.words[index] for index in indexes]
        part.lead = sum(1 for _ in takewhile(lambda index: index < self.lead, indexes))
        part.boxes = [self.boxes[index] for index in indexes]
        part.measure()
        return part

    def __copy__(self) -> Line:
        """The same line, three times as fast as `copy` makes one by itself."""
        twin = object.__new__(type(self))
        for name in _field_names(type(self)):
            setattr(twin, name, getattr(self, name))
        return twin

    def parts(self, keys: Sequence[Key]) -> dict[Key, Line]:
        """The words by the key of each; the line itself where all have the same."""
        if len(set(keys)) == 1:
            return {keys[0]: self}
        indexes: dict[Key, list[int]] = {}
        for index, key in enumerate(keys):
            indexes.setdefault(key, []).append(index)
        return {key: self.part(chosen) for key, chosen in indexes.items()}

    def visual_order(self) -> list[int]:
        """Indexes of the words from left to right, or from top to bottom where text runs so."""
        axis = 1 if self.angle in (90, 270) else 0
        begins = [box[axis] for box in self.boxes]
        return sorted(range(len(begins)), key=begins.__getitem__)


@cache
def _field_names(kind: type[Line]) -> tuple[str, ...]:
    return tuple(each.name for each in fields(kind))


def around(lines: Iterable[Line]) -> Box:
    """The box around lines, in points."""
    return bounds(line.box for line in lines)


def text_of(lines: Iterable[Line]) -> str:
    """The words of lines, a space between each two."""
    return " ".join(line.text for line in lines)


def count_words(lines: Iterable[Line]) -> int:
    """How many words stand in lines."""
    return sum(len(line.words) for line in lines)


def count_letters(lines: Iterable[Line]) -> int:
    """How many characters the words of lines have."""
    return sum(len(word) for line in lines for word in line.words)
