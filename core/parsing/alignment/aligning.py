"""Elements of another parser on the pages: the place of every word, and what stands nowhere.

Source: thesis, section 3.3 (span-level bounding box identification, element filtering).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from core.parsing.alignment.density import guessed_rows, lines_inside, set_evenly
from core.parsing.alignment.gaps import Place, places, signs_differ, unplaced_runs
from core.parsing.alignment.latex import Formula, formulas_of, is_latex
from core.parsing.alignment.matching import Placement, Reach, placements
from core.parsing.alignment.moved_cells import moved_cells
from core.parsing.alignment.page_choice import PageChoice
from core.parsing.alignment.page_tokens import PageTokens, lines_of
from core.parsing.alignment.placed_text import placed_text
from core.parsing.alignment.table_places import CellText, choose_ways
from core.parsing.alignment.tokens import tokens_of
from core.parsing.elements import Element
from core.sir import ElementType, Location

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from core.geometry import BoundingBox
    from core.parsing.adapters.native import NativeDocument, NativeElement
    from core.parsing.alignment.density import Rows
    from core.parsing.alignment.page_lines import PageLines
    from core.parsing.alignment.tokens import Token
    from core.reading.line import Line

MOVED = "moved"
"""Key of the metadata of a cell whose words stand in another row or column."""
_ROOM = 3.0
"""Points by which words may stand out of the box of their element."""
_NEAR = 15.0
"""Points around the words of an element within which another one may belong to it."""
_SHORT = 8
"""Words of a text below which they may stand anywhere on its page, as the labels of a chart do."""
_FEW = 3
"""Words in a row, in a longer text, that may be looked for near it; more of them are invented."""
_MARGIN = 1.5
"""How much more than the best a way may cost to be looked at beside it."""
_BACKWARDS = 0.4
"""Cost of standing before the element that the parser gives before."""
_REGIONS = frozenset({ElementType.FIGURE, ElementType.FORMULA})
"""Classes whose boxes are kept beside their words."""


class _Text(NamedTuple):
    """An element with the tokens of its own text, and where they may stand."""

    element: NativeElement
    formulas: list[Formula]
    tokens: list[Token]
    reach: Reach


@dataclass
class _Aligner:
    """Finds places, element by element; what was found is in its fields."""

    pages: Mapping[int, PageLines]
    tokens: PageTokens
    choice: PageChoice
    placed: dict[NativeElement, list[Place]] = field(default_factory=dict)
    texts: dict[NativeElement, _Text] = field(default_factory=dict)
    moved: set[NativeElement] = field(default_factory=set)
    last: int = 0

    def place(self, element: NativeElement) -> None:
        """Finds the places of an element and of all that it holds, in reading order."""
        if element.text:
            text = self._text(element)
            self._take(text, self._chosen(text))
        if element.type is ElementType.TABLE:
            self._place_table(element)
            return
        for child in element.children:
            self.place(child)

    def _text(
        self,
        element: NativeElement,
        holder: NativeElement | None = None,
        guess: tuple[int, int] | None = None,
    ) -> _Text:
        """The tokens of an element, and where they may stand by what the parser says.

        Where it says nothing, on the pages of the `guess`.
        """
        formulas = formulas_of(element.text)
        if element.type is ElementType.FORMULA:
            formulas = [Formula(0, len(element.text))]
        tokens = tokens_of(element.text, formulas if is_latex(element.text) else ())
        boxes = element.boxes or (holder.boxes if holder else ())
        pages = sorted(
            {box.page for box in boxes} or set(element.pages or (holder.pages if holder else ()))
        )
        known = [number for number in pages if number in self.pages]
        first, last = (known[0], known[-1]) if known else guess or self.choice.of(tokens)
        low, high = self.tokens.span(first, last)
        inside = self._inside(boxes, low, high) if boxes and known else None
        text = self.texts[element] = _Text(element, formulas, tokens, Reach(low, high, inside))
        return text

    def _inside(self, boxes: Sequence[BoundingBox], low: int, high: int) -> NDArray[np.bool_]:
        """Which tokens have their middle in one of the boxes."""
        inside = np.zeros(high - low, np.bool_)
        x, y = self.tokens.centre[low:high].T
        for box in boxes:
            shown = self.pages.get(box.page)
            if shown is None:
                continue
            left, top, right, bottom = shown.in_points(box)
            across = (left - _ROOM <= x) & (x <= right + _ROOM)
            down = (top - _ROOM <= y) & (y <= bottom + _ROOM)
            inside |= across & down & (self.tokens.page[low:high] == box.page)
        return inside

    def _ways_of_all(self, texts: Sequence[_Text]) -> Iterator[Sequence[Placement]]:
        """The ways of texts; those with the same words, and the same reach, share them."""
        known: dict[tuple[object, ...], Sequence[Placement]] = {}
        for text in texts:
            reach = text.reach
            inside = reach.inside.tobytes() if reach.inside is not None else None
            key = (*(token.text for token in text.tokens), reach.low, reach.high, inside)
            if key not in known:
                known[key] = placements(text.tokens, self.tokens, reach, _MARGIN)
            yield known[key]

    def _chosen(self, text: _Text) -> Placement:
        ways = placements(text.tokens, self.tokens, text.reach, _MARGIN)
        if not ways:
            return Placement(0.0, [])
        return min(ways, key=lambda way: way.cost + _BACKWARDS * self._is_backwards(way))

    def _is_backwards(self, way: Placement) -> bool:
        return next(iter(way.positions), self.last) < self.last

    def _take(self, text: _Text, way: Placement) -> None:
        found = places(text.tokens, way.found, self.tokens, text.reach, text.formulas)
        self.placed[text.element] = found
        for place in found:
            if place.is_known:
                self.tokens.used[self.tokens.covered(place.first, place.last)] = True
                self.last = place.last
                self.choice.last = int(self.tokens.page[place.last])

    def look_again(self, text: _Text) -> None:
        """Gives words without a place those of the page that nobody took, near the others.

        What stands apart on a page, such as the labels of a chart, is no way that a text takes.
        """
        found = self.placed[text.element]
        short = len(text.tokens) < _SHORT
        runs = [run for run in unplaced_runs(found) if short or run[1] - run[0] <= _FEW]
        if not runs:
            return
        reach = self._extent(text, found)
        for at in (at for start, end in runs for at in range(start, end)):
            token = text.tokens[at]
            first, last = self.tokens.spans(token.text, text.reach.low, text.reach.high).T
            free = [
                Place(int(first[k]), int(last[k]))
                for k in range(len(first))
                if reach[last[k]] and not self.tokens.used[last[k]]
            ]
            near = [place for place in free if not signs_differ(token, place, self.tokens)]
            if near:
                found[at] = near[0]
                self.tokens.used[self.tokens.covered(found[at].first, found[at].last)] = True

    def is_unsure(self, tokens: Sequence[int]) -> bool:
        """Whether OCR read all these tokens of the pages, and is not sure of any."""
        lines = (self.tokens.lines[line] for line in set(self.tokens.line[tokens].tolist()))
        unsure = all(line.location is Location.APPROXIMATE for line in lines)
        return unsure and not self.tokens.strict[tokens].any()

    def _extent(self, text: _Text, found: Sequence[Place]) -> NDArray[np.bool_]:
        """Which tokens of the pages stand near those that a text has."""
        known = [place.last for place in found if place.is_known]
        x, y = self.tokens.centre.T
        near = np.zeros(len(x), np.bool_)
        short = len(text.tokens) < _SHORT
        near[text.reach.low : text.reach.high] = text.reach.inside is None and (short or not known)
        if text.reach.inside is not None:
            near[text.reach.low : text.reach.high] = text.reach.inside
        for page in set(self.tokens.page[known].tolist()):
            boxes = self.tokens.boxes[[at for at in known if self.tokens.page[at] == page]]
            left, top = boxes[:, :2].min(axis=0) - _NEAR
            right, bottom = boxes[:, 2:].max(axis=0) + _NEAR
            inside = (left <= x) & (x <= right) & (top <= y) & (y <= bottom)
            near |= inside & (self.tokens.page == page)
        return near

    def _place_table(self, table: NativeElement) -> None:
        rows = [child for child in table.children if child.type is ElementType.TABLE_ROW]
        cells = [cell for row in rows for cell in row.children if cell.text]
        pages = None
        if cells and not (table.boxes or table.pages):
            pages = self.choice.of([token for cell in cells for token in tokens_of(cell.text)])
        texts = [self._text(cell, table, pages) for cell in cells]
        places_of_cells = [
            CellText(*_grid_place(cell), ways)
            for cell, ways in zip(cells, self._ways_of_all(texts), strict=True)
        ]
        with_ways = [at for at, cell in enumerate(places_of_cells) if cell.ways]
        cell_texts = [places_of_cells[at] for at in with_ways]
        table_places = choose_ways(cell_texts, self.tokens)
        for at, way in zip(with_ways, table_places.chosen, strict=True):
            self._take(texts[at], way)
        moved = moved_cells(cell_texts, table_places, self.tokens)
        self.moved.update(cells[with_ways[at]] for at in moved)
        for cell in cells:
            self.placed.setdefault(cell, [])
        for row in rows:
            for cell in row.children:
                for child in cell.children:
                    self.place(child)
        for child in table.children:
            if child.type is not ElementType.TABLE_ROW:
                self.place(child)


def _grid_place(cell: NativeElement) -> tuple[int, int, int, int]:
    """Row, column, and how many of each a cell covers."""
    names = (("row", 0), ("column", 0), ("row_span", 1), ("column_span", 1))
    row, column, rows, columns = (int(cell.metadata.get(name, least)) for name, least in names)
    return row, column, rows, columns


class Alignment(NamedTuple):
    """Elements for the builder, and what a reader sees on the pages and none of them has."""

    elements: list[Element]
    rest: list[Line]


def aligned(document: NativeDocument, pages: Sequence[PageLines]) -> Alignment:
    """The elements of another parser, each word of theirs where it stands on the pages.

    Text that stands nowhere belongs to no line. Where a page has no words in the boxes of an
    element, as in a figure, or OCR is not sure of any of them, its text is spread over them, known
    only approximately. An element most of whose words a reader cannot see is set aside as hidden.
    """
    by_number = {shown.page.number: shown for shown in pages}
    tokens = PageTokens(lines_of(shown.lines for shown in pages))
    tokens.used = np.array([bool(tokens.lines[at].hidden) for at in tokens.line], np.bool_)
    tokens.strict = np.array(
        [not by_number[number].read for number in tokens.page.tolist()], np.bool_
    )
    aligner = _Aligner(by_number, tokens, PageChoice(tokens, len(pages)))
    for element in document.elements:
        aligner.place(element)
    for text in aligner.texts.values():
        aligner.look_again(text)
    made: dict[NativeElement, Element] = {}
    elements = [_element(native, aligner, made) for native in document.elements]
    for native, element in made.items():
        if native.caption_of is not None:
            element.caption_of = made.get(native.caption_of)
    hidden = [each for element in elements for each in _hidden_below(element)]
    return Alignment([*elements, *hidden], _rest(tokens))


def _hidden_below(element: Element) -> list[Element]:
    """Takes out what an element holds and is set aside, such as a cell that nobody sees."""
    hidden = [child for child in element.children if child.aside]
    element.children = [child for child in element.children if not child.aside]
    return [*hidden, *(each for child in element.children for each in _hidden_below(child))]


def _rest(tokens: PageTokens) -> list[Line]:
    """The words that were not used, those of a line together."""
    free: dict[int, dict[int, None]] = {}
    for at in np.flatnonzero(~tokens.used).tolist():
        token = tokens.tokens[at]
        free.setdefault(token.line, {})[token.word] = None
    return [tokens.lines[line].part(words) for line, words in free.items()]


def _element(
    native: NativeElement, aligner: _Aligner, made: dict[NativeElement, Element]
) -> Element:
    element = Element(
        native.type, level=native.level, metadata=dict(native.metadata), aside=native.aside
    )
    made[native] = element
    if native.text:
        _set_text(element, native, aligner)
    if native.type in _REGIONS:
        element.regions = tuple(box for box in native.boxes if box.page in aligner.pages)
    if native in aligner.moved:
        element.metadata[MOVED] = "true"
    element.children = [_element(child, aligner, made) for child in native.children]
    return element


def _set_text(element: Element, native: NativeElement, aligner: _Aligner) -> None:
    text, found = aligner.texts[native], aligner.placed[native]
    placed = placed_text(native.text, text.tokens, found, aligner.tokens, text.formulas)
    if not placed.lines and (rows := _rows_of_boxes(native, text.reach, aligner)):
        placed = set_evenly(native.text, rows)
    element.lines, element.joined = placed
    hidden = [line.hidden for line in placed.lines if line.hidden]
    if len(hidden) * 2 > len(placed.lines) and not element.aside:
        element.aside = "hidden"
        element.metadata["reason"] = hidden[0]


def _rows_of_boxes(native: NativeElement, reach: Reach, aligner: _Aligner) -> Sequence[Rows]:
    """The lines that a text may stand in which cannot be compared with what its boxes hold.

    Those of which OCR is not sure, the boxes of lines that the parser gives, or as many as there
    would be; none where the page has words that can be read. Figures and formulas are no prose:
    their text stands in the whole of their boxes.
    """
    formula = native.type is ElementType.FORMULA
    if reach.inside is not None and reach.inside.any() and not formula:
        inside = (reach.low + np.flatnonzero(reach.inside)).tolist()
        return lines_inside(aligner.tokens, inside) if aligner.is_unsure(inside) else []
    boxes = [
        (shown, [shown.in_points(span) for span in box.spans or (box,)])
        for box in native.boxes
        if (shown := aligner.pages.get(box.page))
    ]
    shown = [
        (page.page.number, kept)
        for page, spans in boxes
        if (kept := [span for span in spans if formula or page.may_show(span)])
    ]
    if native.type in _REGIONS or any(box.spans for box in native.boxes):
        return shown
    return guessed_rows(native.text, [(number, box) for number, row in shown for box in row])
