"""The pages of OCR, form and invoice processors: ranges of one text, with their places."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from core.geometry import union
from core.parsing.adapters.document_ai.answers import field, polygon, text_ranges
from core.parsing.adapters.document_ai.layout import span
from core.parsing.adapters.document_ai.ranges import Ranges
from core.parsing.adapters.json_values import mapping, mappings, number, string, whole
from core.parsing.adapters.native import NATIVE_CLASS, NativeElement
from core.parsing.adapters.tables import GridPlaces, NativeCell, fill_table
from core.sir import ElementType

if TYPE_CHECKING:
    from core.geometry import BoundingBox
    from core.parsing.adapters.page_boxes import PageBoxes
    from core.parsing.adapters.page_frames import PageFrames

_VISUALS = {
    "image": ElementType.FIGURE,
    "figure": ElementType.FIGURE,
    "picture": ElementType.FIGURE,
    "logo": ElementType.FIGURE,
}
_LONGEST_NAMES = 500
"""Characters of the names of entities that are kept with an element."""
_UNITS = ("paragraphs", "blocks", "lines")
"""What a page's text is divided into, the first of them that it has."""


class FormReading:
    """Makes elements of a document with one text, whose pages stand behind `offset` others.

    Tables come first, then form fields, then paragraphs: each takes of the text what is left. All
    are put in the order of the text.
    """

    def __init__(self, boxes: PageBoxes, frames: PageFrames, offset: int) -> None:
        self.boxes, self.frames, self._offset = boxes, frames, offset
        self.text = ""
        self.taken = Ranges()
        self._elements: list[tuple[int, NativeElement]] = []

    def elements(self, document: dict[str, Any]) -> list[NativeElement]:
        """The elements of a document in the order of its text, pictures behind it."""
        text = document.get("text")
        self.text = text if isinstance(text, str) else ""
        pages = mappings(document.get("pages"))
        for page in pages:
            _PageReading(self, page).add_all()
        self._add_rest(pages)
        self._elements.sort(key=lambda placed: placed[0])
        elements = [element for _, element in self._elements]
        return [*elements, *self._entities(document)]

    def number(self, page: dict[str, Any]) -> int | None:
        """The number of a page in the file."""
        given = whole(field(page, "pageNumber"))
        return given + self._offset if given is not None else None

    def _add_rest(self, pages: list[dict[str, Any]]) -> None:
        """Paragraphs of the text that nothing stands for, without places."""
        owners = sorted(
            (*each, number)
            for page in pages
            if (number := self.number(page)) is not None
            for each in text_ranges(page.get("layout"), len(self.text))
        )
        starts = [start for start, _, _ in owners]
        for start, end in self.taken.gaps(len(self.text)):
            if text := string(self.text[start:end]):
                at = bisect_right(starts, start) - 1
                known = self.boxes.known([owners[at][2]]) if at >= 0 else ()
                self.add(start, NativeElement(ElementType.PARAGRAPH, text, pages=known))

    def add(self, start: int, element: NativeElement) -> None:
        """Puts an element where its text begins."""
        self._elements.append((start, element))

    def _entities(self, document: dict[str, Any]) -> list[NativeElement]:
        """Names of entities go to the elements that hold them; others become elements."""
        starts = [start for start, _ in self._elements]
        rest: list[NativeElement] = []
        for entity in mappings(document.get("entities")):
            name = string(field(entity, "type"))
            ranges = text_ranges(entity, len(self.text))
            index = bisect_right(starts, ranges[0][0]) - 1 if ranges else -1
            if index >= 0:
                _name(self._elements[index][1], name)
            elif text := string(field(entity, "mentionText")):
                rest.append(self._entity(entity, name, text))
        return rest

    def _entity(self, entity: dict[str, Any], name: str, text: str) -> NativeElement:
        element = NativeElement(ElementType.KEY_VALUE, text, metadata={"entities": name})
        for ref in mappings(field(field(entity, "pageAnchor"), "pageRefs")):
            page = (whole(ref.get("page")) or 0) + 1 + self._offset
            element.pages = self.boxes.known([page])
            edges = polygon(ref, None)
            box = self.boxes.box(page, edges) if edges else None
            element.boxes = (box,) if box else ()
            break
        return element


def _name(element: NativeElement, entity: str) -> None:
    names = element.metadata.get("entities", "")
    if len(names) < _LONGEST_NAMES:
        element.metadata["entities"] = ", ".join(filter(None, (names, entity)))


class _PageReading:
    def __init__(self, reading: FormReading, page: dict[str, Any]) -> None:
        self._all, self._page = reading, page
        self._number = reading.number(page)
        self._known = () if self._number is None else reading.boxes.known([self._number])
        self._size, self._fits = self._dimension()
        self._lines = self._line_places()
        self._starts = [start for start, _, _ in self._lines]

    def add_all(self) -> None:
        """Adds all that the page has to the elements of the document."""
        for table in mappings(self._page.get("tables")):
            self._add_table(table)
        fields = mappings(field(self._page, "formFields"))
        for row in sorted(fields, key=self._length):
            self._add_field(row)
        units = next((name for name in _UNITS if mappings(self._page.get(name))), "")
        for row in mappings(self._page.get(units)):
            self._add_paragraph(mapping(row.get("layout")))
        for row in mappings(field(self._page, "visualElements")):
            self._add_visual(row)

    def _dimension(self) -> tuple[tuple[float, float] | None, bool]:
        dimension = field(self._page, "dimension")
        width, height = number(field(dimension, "width")), number(field(dimension, "height"))
        if not width or not height or min(width, height) <= 0:
            return None, True
        fits = self._number is None or self._all.frames.fits(self._number, width, height)
        return (width, height), fits or not self._known

    def _line_places(self) -> list[tuple[int, int, BoundingBox]]:
        """Ranges of the text that are lines, with their boxes, in the order of the text."""
        places = [
            (*ranges[0], box)
            for row in mappings(self._page.get("lines"))
            if (ranges := self._ranges(row.get("layout"))) and (box := self._box(row.get("layout")))
        ]
        return sorted(places, key=lambda place: place[:2])

    def _ranges(self, layout: Any) -> list[tuple[int, int]]:
        return text_ranges(layout, len(self._all.text))

    def _box(self, layout: Any) -> BoundingBox | None:
        edges = polygon(layout, self._size) if self._fits else None
        if edges is None or self._number is None:
            return None
        return self._all.boxes.box(self._number, edges)

    def _words(self, ranges: list[tuple[int, int]]) -> str:
        return string("".join(self._all.text[start:end] for start, end in ranges))

    def _with_lines(self, box: BoundingBox, ranges: list[tuple[int, int]]) -> BoundingBox:
        """A box with those of its lines as spans."""
        lines = [
            line
            for start, end in ranges
            for _, _, line in self._lines[
                bisect_left(self._starts, start) : bisect_left(self._starts, end)
            ]
        ]
        return replace(box, spans=tuple(lines))

    def _element(
        self, kind: ElementType, layout: Any, ranges: list[tuple[int, int]]
    ) -> NativeElement:
        box = self._box(layout)
        boxes = (self._with_lines(box, ranges),) if box else ()
        return NativeElement(kind, self._words(ranges), boxes, self._known)

    def _add_table(self, table: dict[str, Any]) -> None:
        element = self._element(ElementType.TABLE, table.get("layout"), [])
        heads = mappings(field(table, "headerRows"))
        places = GridPlaces()
        cells: list[NativeCell] = []
        starts: list[int] = []
        for at, row in enumerate([*heads, *mappings(field(table, "bodyRows"))]):
            for cell in mappings(row.get("cells")):
                made, start = self._cell(cell, at, places, header=at < len(heads))
                cells.append(made)
                starts += [start] if start is not None else []
        if cells:
            self._all.add(min(starts, default=len(self._all.text)), fill_table(element, cells))

    def _cell(
        self, cell: dict[str, Any], row: int, places: GridPlaces, *, header: bool
    ) -> tuple[NativeCell, int | None]:
        layout = mapping(cell.get("layout"))
        ranges = self._all.taken.take(self._ranges(layout))
        rows, columns = span(cell, "rowSpan"), span(cell, "colSpan")
        box = self._box(layout)
        boxes = (self._with_lines(box, ranges),) if box else ()
        column = places.take(row, rows, columns)
        made = NativeCell(
            row, column, self._words(ranges), rows, columns, header, boxes, self._known
        )
        return made, ranges[0][0] if ranges else None

    def _length(self, row: dict[str, Any]) -> int:
        sides = (field(row, name) for name in ("fieldName", "fieldValue"))
        return sum(end - start for side in sides for start, end in self._ranges(side))

    def _add_field(self, row: dict[str, Any]) -> None:
        """Adds a key with its value, unless a table or a smaller field has some of its text."""
        sides = [mapping(field(row, name)) for name in ("fieldName", "fieldValue")]
        ranges = [self._ranges(side) for side in sides]
        both = sorted(ranges[0] + ranges[1])
        if not both or not self._all.taken.is_free(both):
            return
        self._all.taken.take(both)
        text = " ".join(filter(None, map(self._words, ranges)))
        boxes = [box for side in sides if (box := self._box(side))]
        element = NativeElement(
            ElementType.KEY_VALUE, text, (union(boxes),) if boxes else (), self._known
        )
        if kind := string(field(row, "valueType")):
            element.metadata["value_type"] = kind
        self._all.add(both[0][0], element)

    def _add_paragraph(self, layout: dict[str, Any]) -> None:
        ranges = self._all.taken.take(self._ranges(layout))
        if self._words(ranges):
            element = self._element(ElementType.PARAGRAPH, layout, ranges)
            self._all.add(ranges[0][0], element)

    def _add_visual(self, row: dict[str, Any]) -> None:
        name = string(field(row, "type"))
        kind = _VISUALS.get(name, ElementType.MISSING)
        element = self._element(kind, row.get("layout"), [])
        if kind is ElementType.MISSING:
            element.metadata[NATIVE_CLASS] = name or "none"
        if element.boxes:
            self._all.add(len(self._all.text), element)
