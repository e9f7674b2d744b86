"""What is marked on a page, and the payload that carries pages and marks to the browser."""

from __future__ import annotations

import base64
import hashlib
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from core.colours import PLAIN
from core.sir import Location
from core.text.counts import number_of

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Sequence

    from core.geometry import BoundingBox
    from core.rendering import PageImage
    from core.spans import LineBox


class MarkRole(StrEnum):
    """How a mark is drawn."""

    OWN = "own"
    """Filled: the lines of the thing itself."""
    OVERLAP = "overlap"
    """Hatched: lines repeated from a neighbour."""
    HEADING = "heading"
    """Outlined: headings put in front."""
    SUPPLEMENT = "supplement"
    """Doubly underlined: words elsewhere that explain the thing."""
    LINE = "line"
    """Not seen until the pointer is over it: a line that can be clicked."""
    CUT_BOTH = "cut-both"
    """A thin bar: of two chunkings, both begin a chunk below it."""
    CUT_ONE = "cut-one"
    """A solid bar: only the first of two chunkings begins a chunk below it."""
    CUT_OTHER = "cut-other"
    """A dashed bar: only the second of two chunkings begins a chunk below it."""
    CUT_BEGINS = "cut-begins"
    """A solid bar: a chunk begins below it."""
    CUT_JOINED = "cut-joined"
    """A dotted bar: what stands below it is kept in one chunk with what stands above."""
    POINTS = "points"
    """Framed: words that need what stands before them."""


CUTS = frozenset(role for role in MarkRole if role.startswith("cut"))
"""Ways of drawing that mark no line of text."""


@dataclass(frozen=True, slots=True)
class Mark:
    """One box on a page, or its spans where it has some.

    Marks with the same `id` belong together: they light up together, and a click on any of
    them gives the id. `label` is what a pointer over the mark reads; `badge` a few letters
    beside the first box of the id that has this badge. A mark whose place is unlocated is never
    drawn.
    """

    id: str
    box: BoundingBox
    label: str
    role: MarkRole = MarkRole.OWN
    colour: str = PLAIN
    location: Location = Location.EXACT
    badge: str = ""


def marks_of(
    lines: Iterable[LineBox],
    mark: str,
    label: str,
    role: MarkRole = MarkRole.OWN,
    colour: str = PLAIN,
    *,
    badge: str = "",
    pages: Container[int] | None = None,
) -> list[Mark]:
    """A mark under the id `mark` for each of the lines on these 1-based pages, else for all."""
    return [
        Mark(mark, line.box, label, role, colour, line.location, badge)
        for line in lines
        if pages is None or line.box.page in pages
    ]


@dataclass(frozen=True, slots=True)
class Click:
    """A click on a mark: its id, and the 1-based page."""

    id: str
    page: int


def payload(
    images: Sequence[PageImage],
    marks: Sequence[Mark],
    *,
    name: str,
    part: str = "",
    selected: str | None = None,
    page: int | None = None,
) -> dict[str, Any]:
    """Pages with their marks as JSON, so that a picture and its boxes can only arrive together.

    `name` is what the file is called, `part` tells views of one file apart; the view scrolls to the
    marks of `selected`, else to the 1-based `page`, else to the first mark.
    """
    return {
        "name": name,
        "part": part,
        "selected": selected,
        "page": page,
        "pages": [_page(image, marks, name) for image in images],
    }


def _page(image: PageImage, marks: Sequence[Mark], name: str) -> dict[str, Any]:
    rows = [row for mark in marks for row in _rows(mark, image.number)]
    seen = sum(row["role"] not in (MarkRole.LINE, *CUTS) for row in rows)
    return {
        "number": image.number,
        "ratio": image.width / image.height,
        "key": hashlib.sha256(image.data).hexdigest()[:16],
        "src": f"data:{image.mime};base64,{base64.b64encode(image.data).decode()}",
        "alt": f"Page {image.number} of {name}, {number_of(seen, 'marked line')}",
        "marks": rows,
    }


def _rows(mark: Mark, page: int) -> Iterator[dict[str, Any]]:
    if mark.location is Location.UNLOCATED:
        return
    for box in mark.box.spans or (mark.box,):
        if box.page == page:
            yield {
                "id": mark.id,
                "box": [round(v, 5) for v in (box.left, box.top, box.right, box.bottom)],
                "label": mark.label,
                "role": mark.role.value,
                "colour": mark.colour,
                "approximate": mark.location is Location.APPROXIMATE,
                "badge": mark.badge,
            }
