"""Blocks of a structured text set on pages: headings, paragraphs, lists, tables and pictures."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from core.library.structured import Block, Look, Picture
from core.library.structured.list_markers import BULLETS
from core.library.typesetting.measuring import BOLD, MONOSPACED, REGULAR, Row, Ruler
from core.library.typesetting.page_layout import A4, LEADING, MARGIN, PageLayout
from core.library.typesetting.table_columns import narrowest
from core.library.typesetting.table_setter import SIZE as TABLE_SIZE
from core.library.typesetting.table_setter import TableSetter
from core.library.typesetting.word_places import PlacedBlock, PlacedMark, Region, TextLine
from core.sir import ElementType

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


_SIZES = {Look.PLAIN: 10.0, Look.BOLD: 10.0, Look.SMALL: 8.5, Look.CODE: 8.5}
_FACES = {Look.BOLD: BOLD, Look.CODE: MONOSPACED}
_TITLE_SIZE = 19.0
_HEADING_SIZES = (16.0, 13.5, 12.0, 11.0, 10.5, 10.0)
"""Points, by level from 1."""
_INDENT = 18.0
"""Points of a step to the right, also between the marker of an item and its text."""
_MOST_INDENTS = 8
_GAP = 6.0
"""Points below a paragraph."""
_TIGHT = 2.5
"""Points below an item of a list."""
_ABOVE_HEADING = 9.0
_PIXEL = 0.75
"""Points of a pixel, as style sheets count them."""
_TALLEST = 0.6
"""Share of the room of a page that a picture may take from top to bottom."""
_FRAME = (300.0, 36.0)
"""Points of the frame in place of a picture that is not there."""
_WIDEST_PAGE = 14_000.0
_ASIDE = "Set aside: not part of the text"


def page_size(blocks: Sequence[Block]) -> tuple[float, float]:
    """A4, or wider where a table has too many columns for it."""
    ruler = Ruler(TABLE_SIZE, BOLD)
    tables = [part for b in blocks for part in b.walk() if part.type is ElementType.TABLE]
    widest = max(
        (narrowest((c for row in t.children for c in row.children), ruler) for t in tables),
        default=0.0,
    )
    return min(max(A4[0], widest + 2 * MARGIN), _WIDEST_PAGE), A4[1]


class BlockSetter:
    """Sets blocks one below the other, those of the text first, then those that are set aside."""

    def __init__(self, layout: PageLayout) -> None:
        self._layout = layout
        self._tables = TableSetter(layout)
        self._right = A4[0] - MARGIN
        self._numbered = ""

    def set_all(self, blocks: Sequence[Block], left_out: dict[str, int]) -> list[PlacedBlock]:
        """All blocks on their pages; what is set aside stands on pages of its own at the end.

        `left_out` is named there, too, as that which cannot be shown.
        """
        flow = [self._set(block, MARGIN) for block in blocks if not block.aside]
        aside = [block for block in blocks if block.aside]
        if not aside and not left_out:
            return flow
        self._appendix_begins()
        placed = [self._set_aside(block) for block in aside]
        for name, count in left_out.items():
            self._note(f"Not shown: {name} ({count})", Look.SMALL)
        return [*flow, *placed]

    def _appendix_begins(self) -> None:
        if self._layout.page:
            self._layout.top = self._layout.bottom
        self._lines(_ASIDE, Ruler(_HEADING_SIZES[1], BOLD), MARGIN)
        self._layout.top += _GAP

    def _set_aside(self, block: Block) -> PlacedBlock:
        self._note(block.aside, Look.BOLD)
        placed = self._set(block, MARGIN + _INDENT)
        parts = {"aside": block.aside}
        caption = placed.caption and placed.caption.model_copy(update=parts)
        return placed.model_copy(update={**parts, "caption": caption})

    def _note(self, text: str, look: Look) -> None:
        """Words of the page itself, which belong to no block."""
        ruler = _ruler(look)
        self._layout.need(2 * ruler.size * LEADING)
        self._lines(text, ruler, MARGIN)
        self._layout.top += _TIGHT

    def _set(self, block: Block, left: float) -> PlacedBlock:
        left += _INDENT * min(block.indent, _MOST_INDENTS)
        if block.type is ElementType.TABLE:
            placed = self._table(block, left)
        elif block.type is ElementType.FIGURE:
            placed = self._figure(block, left)
        elif block.type is ElementType.LIST:
            children = tuple(self._item(item, left) for item in block.children)
            self._layout.top += _GAP - _TIGHT
            placed = PlacedBlock(type=block.type, children=children, metadata=block.metadata)
        else:
            placed = self._text(block, left)
        if block.caption is None:
            return placed
        return placed.model_copy(update={"caption": self._text(block.caption, left)})

    def _text(self, block: Block, left: float) -> PlacedBlock:
        ruler = _ruler_of(block)
        if block.type in (ElementType.TITLE, ElementType.SECTION_HEADER):
            self._before_heading(ruler)
        self._number(block)
        if block.marker:
            lines = self._marked(block, ruler, left)
        elif block.look is Look.CODE:
            lines = self._code(block.text, ruler, left)
        else:
            lines = self._lines(block.text, ruler, left)
        self._layout.top += _GAP
        return _placed(block, lines)

    def _number(self, block: Block) -> None:
        """The number of a passage in the margin, where its first block begins."""
        number = block.metadata.get("passage", "")
        if number and number != self._numbered:
            ruler = _ruler(Look.SMALL)
            self._layout.need(_ruler_of(block).size * LEADING)
            self._layout.line(Row((number,), ""), MARGIN - _GAP - ruler.width(number), ruler)
            self._numbered = number

    def _before_heading(self, ruler: Ruler) -> None:
        """A heading stands with at least two lines of what follows."""
        if self._layout.page and self._layout.top > MARGIN:
            self._layout.top += _ABOVE_HEADING
        self._layout.need((ruler.size + 3 * _SIZES[Look.PLAIN]) * LEADING)

    def _lines(self, text: str, ruler: Ruler, left: float) -> list[TextLine]:
        rows = ruler.rows(text.splitlines(), self._right - left)
        return [self._line(row, ruler, left) for row in rows]

    def _line(self, row: Row, ruler: Ruler, left: float) -> TextLine:
        self._layout.need(ruler.size * LEADING)
        line = self._layout.line(row, left, ruler)
        self._layout.top += ruler.size * LEADING
        return line

    def _marked(self, block: Block, ruler: Ruler, left: float) -> list[TextLine]:
        """Text with a marker before its first line, which belongs to that line."""
        inner = left + max(_INDENT, ruler.width(block.marker) + ruler.space)
        after = " " if block.text.strip() else "\n"
        self._layout.need(ruler.size * LEADING)
        marker = self._layout.line(Row(tuple(block.marker.split()), after), left, ruler)
        lines = self._lines(block.text, ruler, inner)
        if not lines:
            self._layout.top += ruler.size * LEADING
            return [marker]
        first = lines[0]
        joined = {"words": marker.words + first.words, "edges": marker.edges + first.edges}
        return [first.model_copy(update=joined), *lines[1:]]

    def _code(self, text: str, ruler: Ruler, left: float) -> list[TextLine]:
        """Lines as they stand in the file; their indentation is part of the text between them."""
        lines: list[TextLine] = []
        waiting = ""
        for source in text.splitlines():
            indent = source[: len(source) - len(source.lstrip())]
            waiting += "\n" if lines else ""
            if not source.strip():
                self._layout.top += ruler.size * LEADING if lines else 0.0
                continue
            if lines:
                lines[-1] = lines[-1].model_copy(update={"after": waiting + indent})
            inner = min(left + ruler.space * len(indent), (left + self._right) / 2)
            rows = ruler.rows([source], self._right - inner)
            lines += [self._line(row, ruler, inner) for row in rows]
            waiting = ""
        return lines

    def _item(self, item: Block, left: float) -> PlacedBlock:
        lines: list[TextLine] = []
        # A bullet by itself says nothing; a number does.
        if item.marker and (item.text or not item.children or item.marker not in BULLETS):
            lines = self._marked(item, _ruler_of(item), left)
        elif item.text:
            lines = self._lines(item.text, _ruler_of(item), left)
        self._layout.top += _TIGHT
        children = tuple(self._set(child, left + _INDENT) for child in item.children)
        shift = _letters(item.marker) if lines else 0
        return _placed(item, lines, shift).model_copy(update={"children": children})

    def _table(self, block: Block, left: float) -> PlacedBlock:
        placed = self._tables.set(block, left, self._layout.size[0] - MARGIN - left)
        self._layout.top += _GAP
        return placed

    def _figure(self, block: Block, left: float) -> PlacedBlock:
        """A picture, or where it is not there a frame with the words that stand for it."""
        width, height = self._size(block.picture, left)
        self._layout.need(height)
        top = self._layout.top
        box = (left, top, left + width, top + height)
        page = self._layout.page
        region = Region(page=page, left=box[0], top=box[1], right=box[2], bottom=box[3])
        lines: list[TextLine] = []
        if block.picture:
            self._layout.picture(block.picture.content, box)
        else:
            self._layout.fill(box)
            self._layout.top += _TIGHT
            rows = _ruler(Look.SMALL).rows([block.text], width - 2 * _TIGHT)
            lines = [self._line(row, _ruler(Look.SMALL), left + _TIGHT) for row in rows]
        if self._layout.page == page:
            self._layout.top = max(self._layout.top, top + height)
        self._layout.top += _GAP
        return _placed(block, lines).model_copy(update={"region": region})

    def _size(self, picture: Picture | None, left: float) -> tuple[float, float]:
        if picture is None:
            return _FRAME
        room = self._right - left, _TALLEST * (self._layout.bottom - MARGIN)
        scale = min(_PIXEL, room[0] / picture.width, room[1] / picture.height)
        return picture.width * scale, picture.height * scale


@lru_cache
def _sized(size: float, face: str) -> Ruler:
    return Ruler(size, face)


def _ruler(look: Look) -> Ruler:
    return _sized(_SIZES[look], _FACES.get(look, REGULAR))


def _ruler_of(block: Block) -> Ruler:
    if block.type is ElementType.TITLE:
        return _sized(_TITLE_SIZE, BOLD)
    if block.type is ElementType.SECTION_HEADER:
        at = min(max((block.level or 1) - 1, 0), len(_HEADING_SIZES) - 1)
        return _sized(_HEADING_SIZES[at], BOLD)
    return _ruler(block.look)


def _placed(block: Block, lines: Sequence[TextLine], shift: int | None = None) -> PlacedBlock:
    shift = _letters(block.marker) if shift is None else shift
    return PlacedBlock(
        type=block.type,
        lines=tuple(lines),
        level=block.level,
        metadata=block.metadata,
        aside=block.aside,
        note=block.note,
        marks=tuple(_marks(block, shift)),
    )


def _marks(block: Block, shift: int) -> Iterator[PlacedMark]:
    """Marks with their places counted in letters, of which `shift` stand before the text."""
    for mark in block.marks:
        start = shift + _letters(block.text[: mark.start])
        letters = _letters(block.text[mark.start : mark.end])
        if letters:
            yield PlacedMark(start=start, end=start + letters, note=mark.note)


def _letters(text: str) -> int:
    return len("".join(text.split()))
