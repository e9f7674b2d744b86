"""A text or a table set on pages."""

from __future__ import annotations

from itertools import groupby, zip_longest
from typing import TYPE_CHECKING

from core.library.file_kinds import Kind
from core.library.typesetting.canvas import A4, LEADING, MARGIN, Canvas, Pages
from core.library.typesetting.column_widths import GUTTER, column_widths, page_size
from core.library.typesetting.csv_rows import has_header, read_rows
from core.library.typesetting.decoding import decode
from core.library.typesetting.measuring import Ruler
from core.library.typesetting.word_places import Block, Placed, TextLine, keep_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import pymupdf

    from core.progress import Progress

_TEXT_SIZE, _TABLE_SIZE = 10, 9
"""Font sizes in points."""
_PADDING = 3.0
"""Points below each row."""
_GAP = 0.6
"""Space between paragraphs, in heights of a line."""


def typeset(content: bytes, kind: Kind, max_pages: int, progress: Progress | None = None) -> bytes:
    """A PDF that shows a text file; the same bytes give the same PDF.

    Raises:
        NotText: it is no text, holds none, or is no table.
        TooLarge: it fills more than `max_pages` pages.
    """
    import pymupdf

    decoded = decode(content)
    with pymupdf.open() as pdf:
        set_ = _table if kind is Kind.CSV else _paragraphs
        blocks = tuple(set_(pdf, decoded.text, max_pages, progress))
        keep_text(pdf, Placed(encoding=decoded.encoding, blocks=blocks))
        pdf.subset_fonts()
        return pdf.tobytes(garbage=3, deflate=True, no_new_id=True)


def _paragraphs(
    pdf: pymupdf.Document, text: str, max_pages: int, progress: Progress | None
) -> Iterator[Block]:
    ruler = Ruler(_TEXT_SIZE)
    for _ in _set_paragraphs(Pages(ruler, A4, max_pages), text):
        pass
    canvas = Canvas(pdf, ruler, A4, max_pages, progress)
    yield from _set_paragraphs(canvas, text)
    canvas.finish()


def _set_paragraphs(pages: Pages, text: str) -> Iterator[Block]:
    for lines in paragraphs(text):
        placed: list[TextLine] = []
        for row in pages.ruler.rows(lines, pages.room):
            pages.need(pages.line_height)
            placed.append(pages.line(row, MARGIN))
            pages.top += pages.line_height
        pages.top += _GAP * pages.line_height
        yield Block(lines=tuple(placed))


def paragraphs(text: str) -> Iterator[list[str]]:
    """The lines of each paragraph; paragraphs are parted by lines without text."""
    for blank, lines in groupby(text.splitlines(), key=lambda line: not line.strip()):
        if not blank:
            yield list(lines)


def _table(
    pdf: pymupdf.Document, text: str, max_pages: int, progress: Progress | None
) -> Iterator[Block]:
    ruler = Ruler(_TABLE_SIZE)
    rows = read_rows(text, max_pages * int(A4[1] / (ruler.size * LEADING)))
    widths = column_widths(rows, ruler)
    size, header = page_size(widths), has_header(rows)
    for _ in _set_rows(Pages(ruler, size, max_pages), rows, widths, header=header):
        pass
    canvas = Canvas(pdf, ruler, size, max_pages, progress)
    placed = tuple(_set_rows(canvas, rows, widths, header=header))
    canvas.finish()
    yield Block(rows=placed, header=header)


def _set_rows(
    pages: Pages, rows: Sequence[Sequence[str]], widths: Sequence[float], *, header: bool
) -> Iterator[tuple[tuple[TextLine, ...], ...]]:
    for at, row in enumerate(rows):
        yield _row(pages, row, widths, shaded=header and not at)


def _row(
    pages: Pages, cells: Sequence[str], widths: Sequence[float], *, shaded: bool
) -> tuple[tuple[TextLine, ...], ...]:
    """A row, on one page if it fits any."""
    set_ = [
        list(pages.ruler.rows(cell.splitlines(), width))
        for cell, width in zip(cells, widths, strict=True)
    ]
    height = pages.line_height * max(map(len, set_))
    pages.need(height if height < pages.bottom - MARGIN else pages.line_height)
    placed: list[list[TextLine]] = [[] for _ in cells]
    begins = pages.top
    for lines in zip_longest(*set_):
        pages.need(pages.line_height)
        left = MARGIN + GUTTER / 2
        for at, line in enumerate(lines):
            if line:
                placed[at].append(pages.line(line, left))
            left += widths[at] + GUTTER
        pages.top += pages.line_height
    pages.top += _PADDING
    if shaded and begins < pages.top:
        pages.shade(begins)
    pages.rule()
    return tuple(map(tuple, placed))
