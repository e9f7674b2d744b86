"""What all files of MinerU are read as: blocks in reading order, with lines on pages."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from core.parsing.adapters.json_values import mappings, number, sequence, string

if TYPE_CHECKING:
    from core.geometry import BoundingBox, Box
    from core.parsing.adapters.page_boxes import PageBoxes

FORMULAS = frozenset({"inline_equation", "equation_inline"})
"""Types of spans that are LaTeX within a text."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page as a file measures it: its 1-based number, and what its edges are in units of boxes.

    `width` and `height` are 0 where nothing is known of them; then nothing has a place there.
    """

    number: int
    width: float
    height: float
    boxes: PageBoxes

    def box(self, edges: Box | None) -> BoundingBox | None:
        """Edges in the units of the file as a box of the page."""
        if edges is None or not (self.width and self.height):
            return None
        left, top, right, bottom = edges
        across, down = 1 / self.width, 1 / self.height
        return self.boxes.box(
            self.number, (left * across, top * down, right * across, bottom * down)
        )


@dataclass(slots=True)
class TextLine:
    """A line of a block: its text with formulas between dollar signs, and its edges.

    `page` is the one that it is listed on; where it `crosses`, it stands on a later one. `begins`
    says that it is the first of an item of a list.
    """

    text: str
    page: int
    edges: Box | None = None
    begins: bool = False
    crosses: bool = False
    words: list[str] = field(init=False)

    def __post_init__(self) -> None:
        self.words = self.text.split()


@dataclass(slots=True, eq=False)
class Block:
    """A block by the name of its type, with what it holds.

    `emptied` blocks gave their lines to one before them, whose `continued` they become; a block
    that `crosses` is listed a page too early. `html` is that of a table. `index` is its place in
    the reading order of its page.
    """

    kind: str
    sheet: Sheet
    edges: Box | None = None
    lines: list[TextLine] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    html: str = ""
    sub_type: str = ""
    level: int | None = None
    index: float | None = None
    emptied: bool = False
    crosses: bool = False
    continued: list[Block] = field(default_factory=list)


def edges_of(value: Any) -> Box | None:
    """Left, top, right, bottom; None for anything else."""
    numbers = [number(edge) for edge in sequence(value)]
    if len(numbers) != 4:
        return None
    left, top, right, bottom = numbers
    if left is None or top is None or right is None or bottom is None:
        return None
    return left, top, right, bottom


def inline_text(content: Any) -> str:
    """The text of a string, or of spans that follow each other without a space between."""
    if isinstance(content, list):
        return string("".join(map(_span_text, mappings(content))))
    return string(content)


def _span_text(span: dict[str, Any]) -> str:
    content = span.get("content")
    if isinstance(content, list):
        return "".join(map(_span_text, mappings(content)))
    text = content if isinstance(content, str) else ""
    return f" {as_formula(text)} " if string(span.get("type")) in FORMULAS else text


def as_formula(latex: str) -> str:
    """LaTeX as it stands in a text."""
    return f"${latex.strip()}$" if latex.strip() else ""


def in_order(blocks: list[Block]) -> list[Block]:
    """Blocks by their index, as they are given where one has none."""
    if any(block.index is None for block in blocks):
        return blocks
    return sorted(blocks, key=lambda block: block.index or 0.0)
