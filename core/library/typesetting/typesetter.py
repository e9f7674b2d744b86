"""A text or a table set on pages."""

from __future__ import annotations

from itertools import groupby, zip_longest
from typing import TYPE_CHECKING

from core.library.kinds import Kind
from core.library.typesetting.canvas import A4, MARGIN, Canvas
from core.library.typesetting.columns import GUTTER, column_widths, page_size
from core.library.typesetting.decoding import decode
from core.library.typesetting.keeping import Block, Placed, TextLine, keep_text
from core.library.typesetting.measuring import Ruler
from core.library.typesetting.tables import has_header, read_rows

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
    canvas = Canvas(pdf, Ruler(_TEXT_SIZE), A4, max_pages, progress)
    for lines in paragraphs(text):
        placed: list[TextLine] = []
        for row in canvas.ruler.rows(lines, canvas.room):
            canvas.need(canvas.line_height)
            placed.append(canvas.line(row, MARGIN))
            canvas.top += canvas.line_height
        canvas.top += _GAP * canvas.line_height
        yield Block(lines=tuple(placed))
    canvas.finish()


def paragraphs(text: str) -> Iterator[list[str]]:
    """The lines of each paragraph; paragraphs are parted by lines without text."""
    for blank, lines in groupby(text.splitlines(), key=lambda line: not line.strip()):
        if not blank:
            yield list(lines)


def _table(
    pdf: pymupdf.Document, text: str, max_pages: int, progress: Progress | None
) -> Iterator[Block]:
    rows = read_rows(text)
    ruler = Ruler(_TABLE_SIZE)
    widths = column_widths(rows, ruler)
    canvas = Canvas(pdf, ruler, page_size(widths), max_pages, progress)
    header = has_header(rows)
    placed = tuple(
        _row(canvas, row, widths, shaded=header and not at) for at, row in enumerate(rows)
    )
    canvas.finish()
    yield Block(rows=placed, header=header)


def _row(
    canvas: Canvas, cells: Sequence[str], widths: Sequence[float], *, shaded: bool
) -> tuple[tuple[TextLine, ...], ...]:
    """A row, on one page if it fits any."""
    set_ = [
        list(canvas.ruler.rows(cell.splitlines(), width))
        for cell, width in zip(cells, widths, strict=True)
    ]
    height = canvas.line_height * max(map(len, set_))
    canvas.need(height if height < canvas.bottom - MARGIN else canvas.line_height)
    placed: list[list[TextLine]] = [[] for _ in cells]
    begins = canvas.top
    for lines in zip_longest(*set_):
        canvas.need(canvas.line_height)
        left = MARGIN + GUTTER / 2
        for at, line in enumerate(lines):
            if line:
                placed[at].append(canvas.line(line, left))
            left += widths[at] + GUTTER
        canvas.top += canvas.line_height
    canvas.top += _PADDING
    if shaded and begins < canvas.top:
        canvas.shade(begins)
    canvas.rule()
    return tuple(map(tuple, placed))
