"""What reading a page gives, by whichever route: the border between reading and structuring."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from core.sir import Route

if TYPE_CHECKING:
    from collections.abc import Iterable

    from core.geometry import Box
    from core.parsing.structuring.slots import Slot
    from core.reading.line import Line
    from core.reading.page_content import PageContent


Span = tuple[int, int, int, int]
"""First row, first column, and the row and column behind the last."""


@dataclass(frozen=True, slots=True)
class GridCell:
    """One cell of a table: where it begins (from 0), what it spans, and its box in points."""

    row: int
    column: int
    box: Box
    rows: int = 1
    columns: int = 1
    header: bool = False

    @property
    def span(self) -> Span:
        """The rows and columns that it covers."""
        return self.row, self.column, self.row + self.rows, self.column + self.columns


@dataclass(frozen=True, slots=True)
class TableGrid:
    """The structure of a table: its box in points, and its cells in row-major order."""

    box: Box
    cells: tuple[GridCell, ...]


@dataclass(frozen=True, slots=True)
class Region:
    """One region that the layout model found, in points of the upright page.

    `kind` is the model's class: text, title, section-header, list-item, table, picture,
    caption, page-header, page-footer, footnote, formula.
    """

    kind: str
    box: Box
    grid: TableGrid | None = None


@dataclass(slots=True)
class ReadPage:
    """A page after reading; `content` is upright.

    `turn` is by how many degrees against the clock the page was turned to be upright, `skew` by
    how many the scan was then turned so around its middle to be level. `slots` are tables found by
    rulings (their words are taken out of `content`) and frames around text; `regions` are set, in
    reading order, if the page was read by sight. `error` says why it could not be read, `late` that
    only time was lacking, so that another attempt may read it.
    """

    content: PageContent
    turn: int = 0
    skew: float = 0.0
    slots: list[Slot] = field(default_factory=list)
    regions: tuple[Region, ...] | None = None
    route: Route = Route.STRUCTURAL_RULE
    reason: str = ""
    ocr: str = ""
    error: str = ""
    late: bool = False

    @property
    def tables(self) -> list[Box]:
        """The boxes of its tables and of what else was taken out of its content, in points."""
        regions = (region.box for region in self.regions or () if region.kind == "table")
        return [*(slot.box for slot in self.slots if slot.element), *regions]

    @property
    def lines(self) -> list[Line]:
        """All lines of the page, those in its tables as well."""
        tables = (slot.element for slot in self.slots if slot.element is not None)
        return [*self.content.lines, *(line for table in tables for line in table.all_lines())]

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in points as the page is displayed; its content may have been turned."""
        content = self.content
        sideways = self.turn in (90, 270)
        return (content.height, content.width) if sideways else (content.width, content.height)


def left_out(pages: Iterable[ReadPage]) -> dict[str, str]:
    """What the metadata of a tree say of pages that could not be read, and of those not in time."""
    names = {
        "failed_pages": lambda page: bool(page.error) and not page.late,
        "missing_pages": lambda page: page.late,
    }
    read = list(pages)
    numbers = {
        name: ",".join(str(page.content.number) for page in read if is_left_out(page))
        for name, is_left_out in names.items()
    }
    return {name: which for name, which in numbers.items() if which}
