"""A text or a table set on pages."""

from __future__ import annotations

from itertools import groupby, zip_longest
from typing import TYPE_CHECKING

from core.errors import TooLarge
from core.library.file_kinds import PICTURES, STRUCTURED, Kind
from core.library.structured import StructuredText
from core.library.structured.reading import read_structured
from core.library.typesetting.block_setter import BlockSetter
from core.library.typesetting.block_setter import page_size as block_page_size
from core.library.typesetting.csv_passages import passages
from core.library.typesetting.csv_rows import has_header, read_rows, title_rows
from core.library.typesetting.decoding import Decoded, decode
from core.library.typesetting.measuring import Ruler
from core.library.typesetting.page_layout import A4, LEADING, MARGIN, PageLayout
from core.library.typesetting.picture_pages import set_pictures
from core.library.typesetting.word_places import Block, Placed, TextLine, keep_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from core.progress import Progress

_TEXT_SIZE, _TABLE_SIZE = 10, 9
"""Font sizes in points."""
_PADDING = 3.0
"""Points below each row."""
_GAP = 0.6
"""Space between paragraphs, in heights of a line."""

GUTTER = 12.0
"""Points between two columns."""

_WIDEST, _NARROWEST = 220.0, 60.0

_WIDEST_PAGE = 14_000.0
"""The format allows no more than 14,400 points."""


def typeset(content: bytes, kind: Kind, max_pages: int, progress: Progress | None = None) -> bytes:
    """A PDF that shows a file which is none; the same bytes give the same PDF.

    Raises:
        NotText: it is no text, holds none, or is no table.
        BrokenFile: it cannot be unpacked, or is no picture.
        TooLarge: it fills more than `max_pages` pages, or more than can be unpacked.
    """
    if kind in PICTURES:
        return set_pictures(content, kind, max_pages, progress)
    if kind in STRUCTURED:
        return _structured(read_structured(content, kind), max_pages, progress)
    decoded = decode(content)
    if kind is Kind.CSV:
        return _rows(decoded, max_pages, progress)
    layout, blocks = _text(decoded.text, max_pages)
    return _written(layout, Placed(encoding=decoded.encoding, blocks=blocks), {}, progress)


def _rows(decoded: Decoded, max_pages: int, progress: Progress | None) -> bytes:
    """The rows of a CSV file as passages where one column holds text, else as a table."""
    rows = read_rows(decoded.text, max_pages * int(A4[1] / (_TABLE_SIZE * LEADING)))
    above = title_rows(rows)
    if found := passages(rows[above:], header=has_header(rows[above:]), titles=rows[:above]):
        name = f"the column {found.name}" if found.name else "one column"
        text = StructuredText(found.blocks, encoding=decoded.encoding)
        text.notices.append(
            f"Read as passages, one for each row, and not as a table: {name} holds sentences, "
            f"{found.characters} characters in the middle cell by length."
        )
        return _structured(text, max_pages, progress, {"rows": "passages"})
    layout, blocks = _table(rows, max_pages)
    placed = Placed(encoding=decoded.encoding, blocks=blocks, facts={"rows": "table"})
    return _written(layout, placed, {}, progress)


def _structured(
    text: StructuredText,
    max_pages: int,
    progress: Progress | None,
    more: dict[str, str] | None = None,
) -> bytes:
    layout = PageLayout(Ruler(_TEXT_SIZE), block_page_size(text.blocks), max_pages)
    placed = BlockSetter(layout).set_all(text.blocks, text.left_out)
    facts = {"left_out": ", ".join(f"{name} {count}" for name, count in text.left_out.items())}
    facts |= {"notices": "\n".join(text.notices), **(more or {})}
    kept = Placed(
        encoding=text.encoding,
        structure=tuple(placed),
        facts={name: value for name, value in facts.items() if value},
    )
    stated = {"title": text.title, "author": text.author, "creationDate": text.date}
    return _written(layout, kept, stated, progress)


def _written(
    layout: PageLayout, placed: Placed, stated: Mapping[str, str], progress: Progress | None
) -> bytes:
    import pymupdf

    with pymupdf.open() as pdf:
        layout.draw(pdf, progress)
        keep_text(pdf, placed)
        if any(stated.values()):
            pdf.set_metadata({name: value for name, value in stated.items() if value})
        pdf.subset_fonts()
        return pdf.tobytes(garbage=3, deflate=True, no_new_id=True)


def _text(text: str, max_pages: int) -> tuple[PageLayout, tuple[Block, ...]]:
    layout = PageLayout(Ruler(_TEXT_SIZE), A4, max_pages)
    return layout, tuple(_paragraph(layout, lines) for lines in paragraphs(text))


def _paragraph(layout: PageLayout, lines: Sequence[str]) -> Block:
    placed: list[TextLine] = []
    for row in layout.ruler.rows(lines, layout.room):
        layout.need(layout.line_height)
        placed.append(layout.line(row, MARGIN))
        layout.top += layout.line_height
    layout.top += _GAP * layout.line_height
    return Block(lines=tuple(placed))


def paragraphs(text: str) -> Iterator[list[str]]:
    """The lines of each paragraph; paragraphs are parted by lines without text."""
    for blank, lines in groupby(text.splitlines(), key=lambda line: not line.strip()):
        if not blank:
            yield list(lines)


def _table(rows: Sequence[Sequence[str]], max_pages: int) -> tuple[PageLayout, tuple[Block, ...]]:
    above = title_rows(rows)
    titles, rows = rows[:above], rows[above:]
    header = has_header(rows)
    ruler = Ruler(_TABLE_SIZE)
    widths = column_widths(rows, ruler)
    layout = PageLayout(ruler, page_size(widths), max_pages)
    texts = ["".join(row).strip() for row in titles]
    paragraphs_above = [_paragraph(layout, text.splitlines()) for text in texts]
    placed = [_row(layout, row, widths, shaded=header and not at) for at, row in enumerate(rows)]
    return layout, (*paragraphs_above, Block(rows=tuple(placed), header=header))


def _row(
    layout: PageLayout, cells: Sequence[str], widths: Sequence[float], *, shaded: bool
) -> tuple[tuple[TextLine, ...], ...]:
    set_ = [
        list(layout.ruler.rows(cell.splitlines(), width))
        for cell, width in zip(cells, widths, strict=True)
    ]
    height = layout.line_height * max(map(len, set_))
    layout.need(height if height < layout.bottom - MARGIN else layout.line_height)
    placed: list[list[TextLine]] = [[] for _ in cells]
    begins = layout.top
    for lines in zip_longest(*set_):
        layout.need(layout.line_height)
        left = MARGIN + GUTTER / 2
        for at, line in enumerate(lines):
            if line:
                placed[at].append(layout.line(line, left))
            left += widths[at] + GUTTER
        layout.top += layout.line_height
    layout.top += _PADDING
    right = layout.size[0] - MARGIN
    if shaded and begins < layout.top:
        layout.fill((MARGIN, begins, right, layout.top))
    layout.stroke((MARGIN, layout.top, right, layout.top))
    return tuple(map(tuple, placed))


def column_widths(rows: Sequence[Sequence[str]], ruler: Ruler) -> list[float]:
    """Width of each column without its gutter: as wide as its cells, within what fits a page.

    Raises:
        TooLarge: more columns than the widest page holds.
    """
    natural = [max(_natural(row[at], ruler) for row in rows) for at in range(len(rows[0]))]
    room = A4[1] - 2 * MARGIN - GUTTER * len(natural)
    widest = _WIDEST
    while widest > _NARROWEST and sum(min(width, widest) for width in natural) > room:
        widest -= 10.0
    widths = [min(width, widest) for width in natural]
    if sum(widths) + GUTTER * len(widths) > _WIDEST_PAGE:
        raise TooLarge(
            f"the table has {len(widths)} columns, more than fit a page. Split it into several "
            "files."
        )
    return widths


def page_size(widths: Sequence[float]) -> tuple[float, float]:
    """Upright if the columns fit, else on its side, and wider where even that is too narrow."""
    width = sum(widths) + GUTTER * len(widths) + 2 * MARGIN
    return A4 if width <= A4[0] else (max(A4[1], width), A4[0])


def _natural(cell: str, ruler: Ruler) -> float:
    longest = max((sum(map(ruler.width, line.split())) for line in cell.splitlines()), default=0.0)
    spaces = ruler.space * max((len(line.split()) - 1 for line in cell.splitlines()), default=0)
    return min(max(longest + spaces, 2 * ruler.size), _WIDEST) + 0.1
