"""Blocks of text as a file gives them, before they are set on pages: one model for all kinds."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.cell_place import CellPlace
    from core.sir import ElementType


class Look(StrEnum):
    """How a block is set; what it is does not depend on it."""

    PLAIN = "plain"
    BOLD = "bold"
    SMALL = "small"
    CODE = "code"


class NoteMark(NamedTuple):
    """A mark that leads to a footnote: a half-open range of `Block.text`, and the note's name."""

    start: int
    end: int
    note: str


class Picture(NamedTuple):
    """A picture that can be drawn: a PNG or JPEG file, with its size in pixels."""

    content: bytes
    width: int
    height: int


@dataclass(slots=True, eq=False)
class Block:
    """One element of a file in reading order.

    `text` may have line breaks. `marker` stands before it where it is an item of a list. A reason
    in `aside` takes the block out of the flow. `children` are rows of a table, cells of a row
    (each with its `place`), items of a list, and what an item holds below its own text. `caption`
    belongs to a figure or table. `note` is the name of a footnote, to which `marks` of other
    blocks lead. `indent` counts steps to the right.
    """

    type: ElementType
    text: str = ""
    level: int | None = None
    children: list[Block] = field(default_factory=list)
    metadata: dict[str, str] = field(default_factory=dict)
    aside: str = ""
    marker: str = ""
    place: CellPlace | None = None
    picture: Picture | None = None
    caption: Block | None = None
    note: str = ""
    marks: list[NoteMark] = field(default_factory=list)
    look: Look = Look.PLAIN
    indent: int = 0

    def walk(self) -> Iterator[Block]:
        """The block, its caption and all below it, in reading order."""
        yield self
        for child in self.children:
            yield from child.walk()
        if self.caption:
            yield from self.caption.walk()


@dataclass(slots=True)
class StructuredText:
    """What a file holds.

    `left_out` counts by name what cannot be shown as text or picture (scripts, addresses of
    pictures that were not fetched); `notices` are sentences for people. `encoding` is empty where
    the format knows only one. `title`, `author` and `date` are as the file states them.
    """

    blocks: list[Block]
    title: str = ""
    author: str = ""
    date: str = ""
    encoding: str = ""
    left_out: dict[str, int] = field(default_factory=dict)
    notices: list[str] = field(default_factory=list)


def words_of(blocks: Sequence[Block]) -> Iterator[str]:
    """All words of blocks with the markers before them, in reading order."""
    for block in blocks:
        for part in block.walk():
            yield from part.marker.split()
            yield from part.text.split()
