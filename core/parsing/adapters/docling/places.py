"""Where items of Docling stand: boxes in units of its pages, from the bottom or the top left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.parsing.adapters.page_boxes import PageBoxes
from core.parsing.adapters.page_frames import PageFrames

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from core.geometry import BoundingBox
    from core.parsing.adapters.docling.schema import BoundingEdges, Provenance, Size
    from core.sir import Page

_FROM_BELOW = "BOTTOMLEFT"


class Places:
    """Makes boxes; `sizes` are those of the pages that Docling saw, in its own units."""

    def __init__(self, sizes: Mapping[int, Size], pages: Sequence[Page]) -> None:
        self._boxes, self._frames = PageBoxes(pages), PageFrames(pages)
        self._sizes = {page.number: (page.width, page.height) for page in pages}
        self._sizes |= {number: (size.width, size.height) for number, size in sizes.items()}

    def boxes(self, places: Iterable[Provenance]) -> tuple[BoundingBox, ...]:
        """The boxes of places, each once."""
        boxes = (self.box(place.page_no, place.bbox) for place in places)
        return tuple(dict.fromkeys(box for box in boxes if box))

    def box(self, page: int | None, edges: BoundingEdges | None) -> BoundingBox | None:
        """A box as it lies on a page; None where there is no such page, or no such box."""
        if page is None or edges is None or page not in self._sizes:
            return None
        width, height = self._sizes[page]
        if not self._boxes.note(page) or not self._frames.fits(page, width, height):
            return None
        top, bottom = edges.t / height, edges.b / height
        if edges.coord_origin == _FROM_BELOW:
            top, bottom = 1 - top, 1 - bottom
        return self._boxes.box(page, (edges.l / width, top, edges.r / width, bottom))

    def pages(self, places: Iterable[Provenance]) -> tuple[int, ...]:
        """The pages of places that the document has."""
        return self._boxes.known(place.page_no for place in places if place.page_no is not None)

    def problems(self) -> list[str]:
        """See `PageBoxes.problems` and `PageFrames.problems`."""
        return [*self._boxes.problems(), *self._frames.problems()]
