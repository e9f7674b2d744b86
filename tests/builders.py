"""Small documents for tests, laid out in words and lines on pages by the builder that parsers use.

A document is a list of blocks in reading order; a plain string is a paragraph:

    sir = sir_from_texts([heading("Dose"), "Give 5 mg twice a day.", table([["Age", "Dose"]])])

Words are as wide as their letters, a line takes `WORDS_PER_LINE` words and a page
`LINES_PER_PAGE` lines, so a block that is long enough goes on on the next page.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from hashlib import sha256
from typing import TYPE_CHECKING

import numpy as np
import pymupdf

from core.parsing.builder import build
from core.parsing.elements import Element
from core.reading.line import Line
from core.sir import ElementType, Page, PieceTable

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pytest

    from core.sir import Sir

PAGE_WIDTH, PAGE_HEIGHT, MARGIN = 600.0, 800.0, 50.0
WORDS_PER_LINE, LINES_PER_PAGE = 8, 30
LINE_STEP = (PAGE_HEIGHT - 2 * MARGIN) / LINES_PER_PAGE
LETTER, SPACE = 5.0, 4.0


@dataclass(frozen=True)
class Block:
    """One element and what it holds by itself; `level` is that of a heading."""

    type: ElementType
    text: str = ""
    level: int | None = None
    children: tuple[Block, ...] = ()
    aside: str = ""


def heading(text: str, level: int = 1) -> Block:
    """A section header; what follows is below it, up to one of its level or above."""
    return Block(ElementType.SECTION_HEADER, text, level)


def bullets(*texts: str) -> Block:
    """A list of these items."""
    items = tuple(Block(ElementType.LIST_ITEM, text) for text in texts)
    return Block(ElementType.LIST, children=items)


def table(rows: Sequence[Sequence[str]]) -> Block:
    """A table, which is locked, of rows of cells; each cell has lines of its own."""
    cells = [tuple(Block(ElementType.TABLE_CELL, text) for text in row) for row in rows]
    held = tuple(Block(ElementType.TABLE_ROW, children=row) for row in cells)
    return Block(ElementType.TABLE, children=held)


def aside(text: str, kind: ElementType = ElementType.PAGE_FOOTER) -> Block:
    """A node that is kept out of the flow, such as a running footer."""
    return Block(kind, text, aside=kind.value)


def sir_from_texts(blocks: Sequence[Block | str], document: str = "") -> Sir:
    """The SIR of these blocks; `document` is a SHA-256, by default one of the blocks."""
    layout = _Layout()
    elements = [layout.element(_as_block(block)) for block in blocks]
    pages = [Page(n, PAGE_WIDTH, PAGE_HEIGHT, str(n)) for n in range(1, layout.page + 1)]
    name = document or sha256(repr(list(blocks)).encode("utf-8", "surrogatepass")).hexdigest()
    return build(name, pages, elements, {"parser": "builder"})


def without_place(sir: Sir, node: int, words: str) -> Sir:
    """The tree where these words of a node stand nowhere on the page, as those of a model may."""
    start = sir.nodes[node].text.index(words)
    first, last = sir.pieces.first[node : node + 2]
    own = np.arange(len(sir.pieces.start))
    inside = (sir.pieces.start >= start) & (sir.pieces.end <= start + len(words))
    kept = ~(inside & (own >= first) & (own < last))
    counts = np.array([kept[:at].sum() for at in sir.pieces.first], sir.pieces.first.dtype)
    columns = (sir.pieces.start[kept], sir.pieces.end[kept], sir.pieces.word[kept])
    return replace(sir, pieces=PieceTable(counts, *columns))


def _as_block(block: Block | str) -> Block:
    return Block(ElementType.PARAGRAPH, block) if isinstance(block, str) else block


@dataclass
class _Layout:
    page: int = 1
    row: int = 0

    def element(self, block: Block) -> Element:
        words = block.text.split()
        step = WORDS_PER_LINE
        lines = [self.line(words[i : i + step]) for i in range(0, len(words), step)]
        element = Element(block.type, lines, block.level, aside=block.aside)
        element.children = [self.element(child) for child in block.children]
        return element

    def line(self, words: list[str]) -> Line:
        if self.row == LINES_PER_PAGE:
            self.page, self.row = self.page + 1, 0
        top = MARGIN + self.row * LINE_STEP
        self.row += 1
        left, boxes = MARGIN, []
        for word in words:
            right = left + LETTER * len(word)
            boxes.append((left, top, right, top + LINE_STEP * 0.7))
            left = right + SPACE
        return Line(self.page, words, boxes, size=10.0)


def pdf_bytes(pages: Sequence[str] = ("One page with a few words.",), **save: object) -> bytes:
    """A PDF with a text of several lines on each page; `save` goes to `Document.tobytes`.

    An empty text gives a page without text. The same arguments give the same bytes.
    """
    with pymupdf.open() as document:
        for text in pages:
            page = document.new_page(width=PAGE_WIDTH, height=PAGE_HEIGHT)
            for row, line in enumerate(text.splitlines()):
                page.insert_text((MARGIN, MARGIN + row * LINE_STEP), line, fontsize=10)
        return document.tobytes(no_new_id=True, **save)


def hurry_inspector(patch: pytest.MonkeyPatch) -> None:
    """Keeps the Inspector from waiting long for a page that never ends, before it is read."""
    patch.setattr("core.inspection.worker._seconds", lambda _: 0.3)


def with_endless_page(texts: Sequence[str], number: int) -> bytes:
    """A PDF with a page for each text, of which one (from 1) takes more than a lifetime to read.

    It draws a form that draws another one twice, and so on.
    """
    with pymupdf.open("pdf", pdf_bytes(texts)) as pdf:
        below = 0
        for _ in range(40):
            form = pdf.get_new_xref()
            held = f"<</X {below} 0 R>>" if below else "<<>>"
            kind = "/Type/XObject/Subtype/Form/BBox[0 0 9 9]"
            pdf.update_object(form, f"<<{kind}/Resources<</XObject{held}>>>>")
            pdf.update_stream(form, b"/X Do /X Do" if below else b"0 0 1 1 re f")
            below = form
        page = pdf[number - 1]
        pdf.xref_set_key(page.xref, "Resources", f"<</XObject<</X {below} 0 R>>>>")
        pdf.update_stream(page.get_contents()[0], b"/X Do")
        return pdf.tobytes()
