"""The SIR of a document that was given as plain text or as a table."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.errors import InvalidOption, NoText
from core.library.typesetting import kept_text
from core.parsing.base import ALONE, ParserOptions, collecting_seldom
from core.parsing.builder import build
from core.parsing.elements import Element
from core.parsing.plain_text.lines import node_lines, source_lines, wrap_width
from core.parsing.structured_text.elements import structured_elements
from core.parsing.structuring.markers import WORDED
from core.sir import ElementType, Page

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pymupdf

    from core.library.typesetting import Block, Placed, TextLine
    from core.parsing.base import ParseRun
    from core.sir import Sir

_HASHES = re.compile(r"^(#{1,6})\s+\S")
_REASON = "set from the text of the file"
_LONGEST_HEADING = 100
"""Characters."""


class PlainTextOptions(ParserOptions):
    """Options of the parser of plain text: none."""


class PlainTextParser:
    """Paragraphs by blank lines, rows of tables or of passages; words where the library set them.

    Metadata `passage` of a node is the number of its row in a file of passages.
    """

    name = "plain_text"
    options = PlainTextOptions

    def parse(
        self, pdf: pymupdf.Document, document: str, options: ParserOptions, run: ParseRun = ALONE
    ) -> Sir:
        """The SIR of `pdf`; see `Parser.parse`."""
        if type(options) is not self.options:
            raise InvalidOption(f"The parser {self.name} takes {self.options.__name__}.")
        placed = kept_text(pdf)
        if placed is None:
            raise NoText("this document was not given as text. Choose another route for it.")
        pages = list(self._pages(pdf))
        with collecting_seldom():
            elements = structured_elements(placed.structure, pages) or list(_elements(placed))
            sir = build(document, pages, elements, _known(placed))
        run.tell(pdf.page_count, pdf.page_count)
        return sir

    def _pages(self, pdf: pymupdf.Document) -> Iterator[Page]:
        for number in range(1, pdf.page_count + 1):
            page = pdf.load_page(number - 1)
            yield Page(number, page.rect.width, page.rect.height, str(number), self.name, _REASON)


def _known(placed: Placed) -> dict[str, str]:
    name = PlainTextParser.name
    return {"parser": name, "route": name, "encoding": placed.encoding, **placed.facts}


def _elements(placed: Placed) -> Iterator[Element]:
    width = wrap_width(placed.blocks)
    for block in placed.blocks:
        yield _table(block) if block.rows else _paragraph(block, width)


def _paragraph(block: Block, width: int) -> Element:
    level = _level(source_lines(block.lines))
    kind = ElementType.SECTION_HEADER if level else ElementType.PARAGRAPH
    return Element(kind, node_lines(block.lines, width), level)


def _level(lines: list[str]) -> int | None:
    """The level of a heading that stands by itself: behind hashes, or with its number in words."""
    if len(lines) != 1 or len(lines[0]) > _LONGEST_HEADING or lines[0].endswith((".", ";", ",")):
        return None
    if hashes := _HASHES.match(lines[0]):
        return len(hashes[1])
    return 1 if WORDED.match(lines[0]) else None


def _table(block: Block) -> Element:
    rows = [
        Element(
            ElementType.TABLE_ROW,
            children=[_cell(cell, at, column, block) for column, cell in enumerate(cells)],
        )
        for at, cells in enumerate(block.rows)
    ]
    return Element(ElementType.TABLE, children=rows)


def _cell(lines: tuple[TextLine, ...], row: int, column: int, block: Block) -> Element:
    metadata = {"row": str(row), "column": str(column)}
    if block.header and not row:
        metadata["header"] = "true"
    return Element(ElementType.TABLE_CELL, node_lines(lines), metadata=metadata)
