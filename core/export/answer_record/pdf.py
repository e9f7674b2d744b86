"""A record as PDF: set by MuPDF, in Noto Sans, with a title, an outline and numbered pages.

To be run in a process of its own (`pdf_job`): MuPDF knows no threads.
"""

from __future__ import annotations

import io
import json
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pymupdf

from core.errors import InputError
from core.export.answer_record.base import AnswerRecord
from core.export.answer_record.blocks import Heading, Picture
from core.export.answer_record.content import blocks
from core.export.answer_record.markup import clean, markup, shown

if TYPE_CHECKING:
    from core.progress import Progress

_PAPER = pymupdf.Rect(0, 0, 595, 842)
_ENDLESS = pymupdf.Rect(0, 0, 100_000, 1_000_000)
"""Paper on which everything has room, at the side and below."""
_MARGIN = 50.0
_TYPE_AREA = pymupdf.Rect(_MARGIN, _MARGIN, 595 - _MARGIN, 842 - _MARGIN - 12)
_TALLEST = 0.8
"""Share of the height of the type area that a cut-out may take."""
_TALLEST_TABLE = 0.5
"""The same of a table: it moves to the next page whole, and leaves so much white at the most."""
_FONTS = {"regular.ttf": "notos", "bold.ttf": "notosbo", "italic.ttf": "notosit"}
"""Noto Sans by the names in the style sheet; for signs that it lacks MuPDF has others."""
_STYLE = Path(__file__).with_name("pdf.css")
_FOOT = 8


def pdf(record: AnswerRecord) -> bytes:
    """The record as a PDF in A4.

    Raises:
        InputError: a part of it has no room on a page.
    """
    archive, numbers = _fonts(), count()

    def draw(picture: Picture) -> str:
        name = f"{next(numbers)}.png"
        archive.add(picture.cut_out.png, name)
        size = _size(picture.cut_out.width, picture.cut_out.height)
        image = f'<img src="{name}" width="{size[0]:.0f}" height="{size[1]:.0f}"/>'
        return f'<div class="picture">{image}<p class="quiet">{shown(picture.caption)}</p></div>'

    content = list(blocks(record))
    body = markup(content, draw, linked=False, fits=lambda table: _fits(table, archive))
    pages, places = _placed(body, archive)
    _require_whole(pages, body, archive)
    headings = [block for block in content if isinstance(block, Heading)]
    outline = [
        [heading.level, " ".join(clean(heading.words).split()), page]
        for heading, page in zip(headings, places, strict=True)
    ]
    return _finished(pages, outline, record.question)


def write_pdf(source: str, target: str, progress: Progress) -> None:
    """Writes the PDF of a record, which `source` holds as JSON; for `core.jobs`."""
    record = AnswerRecord.model_validate(json.loads(Path(source).read_bytes()))
    progress(0, 1)
    Path(target).write_bytes(pdf(record))
    progress(1, 1)


def _size(width: int, height: int) -> tuple[float, float]:
    """Points of a cut-out: as wide as the text, unless it is very high."""
    scale = min(_TYPE_AREA.width / width, _TALLEST * _TYPE_AREA.height / height)
    return width * scale, height * scale


def _fonts() -> pymupdf.Archive:
    archive = pymupdf.Archive()
    for name, font in _FONTS.items():
        archive.add(pymupdf.Font(font).buffer, name)
    return archive


def _fits(table: str, archive: pymupdf.Archive) -> bool:
    """Whether a table stays within the width of the text and is not too tall for a page.

    MuPDF would cut it off, and leave out whatever follows.
    """
    room = pymupdf.Rect(0, 0, _TYPE_AREA.width, 100 * _TYPE_AREA.height)
    _, (_, _, width, height) = _story(table, archive).place(room)
    return width <= _TYPE_AREA.width and height <= _TALLEST_TABLE * _TYPE_AREA.height


def _story(body: str, archive: pymupdf.Archive) -> pymupdf.Story:
    style = _STYLE.read_text("utf-8")
    return pymupdf.Story(f"<body>{body}</body>", user_css=style, archive=archive)


def _placed(
    body: str, archive: pymupdf.Archive, paper: pymupdf.Rect = _PAPER
) -> tuple[bytes, list[int]]:
    story = _story(body, archive)
    area = pymupdf.Rect(_TYPE_AREA.tl, _TYPE_AREA.br + (paper.br - _PAPER.br))
    out, places, number, more = io.BytesIO(), [], 0, True
    writer = pymupdf.DocumentWriter(out)

    def note(position: Any) -> None:
        if position.heading and position.open_close & 1:
            places.append(number)

    while more:
        number += 1
        device = writer.begin_page(paper)
        more, _ = story.place(area)
        story.element_positions(note)
        story.draw(device)
        writer.end_page()
    writer.close()
    return out.getvalue(), places


def _require_whole(pages: bytes, body: str, archive: pymupdf.Archive) -> None:
    """Raises `InputError` unless the pages show as many letters as endless paper does.

    MuPDF leaves out what it finds no room for, and says nothing of it.
    """
    whole, _ = _placed(body, archive, _ENDLESS)
    if _letters(pages) < _letters(whole):
        raise InputError(
            "A part of this answer has no room on the pages of a PDF. Hand the answer on as a "
            "Word file or as a web page."
        )


def _letters(pages: bytes) -> int:
    """How many letters can be seen. Where a word is broken, a ligature may become several."""
    with pymupdf.open("pdf", pages) as document:
        texts = [str(page.get_text(clip=page.rect)) for page in document]
    return sum(len(word) for text in texts for word in text.split())


def _finished(content: bytes, outline: list[list[Any]], title: str) -> bytes:
    with pymupdf.open("pdf", content) as document:
        document.set_metadata({"title": clean(title), "creator": "Sightline"})
        document.set_language("en")
        _name_in_title_bar(document)
        document.set_toc(_levelled(outline))
        font = pymupdf.Font(_FONTS["regular.ttf"])
        for number in range(1, document.page_count + 1):
            _number(document[number - 1], font, number, document.page_count)
        document.subset_fonts()
        return document.tobytes(garbage=3, deflate=True, no_new_id=True)


def _name_in_title_bar(document: pymupdf.Document) -> None:
    """Readers show the title of the document, not the name of the file (PDF/UA)."""
    document.xref_set_key(document.pdf_catalog(), "ViewerPreferences", "<</DisplayDocTitle true>>")


def _levelled(outline: list[list[Any]]) -> list[list[Any]]:
    """Entries of which none lies more than one level below the one before."""
    entries: list[list[Any]] = []
    for level, words, page in outline:
        above = entries[-1][0] if entries else 0
        entries.append([min(level, above + 1), words, page])
    return entries


def _number(page: pymupdf.Page, font: pymupdf.Font, number: int, count: int) -> None:
    # The typesetter leaves its own coordinates in force at the end of a page.
    page.wrap_contents()
    words = f"{number} / {count}"
    foot = pymupdf.TextWriter(page.rect)
    left = (_PAPER.width - font.text_length(words, _FOOT)) / 2
    foot.append((left, _PAPER.height - _MARGIN / 2), words, font, _FOOT)
    foot.write_text(page, color=(0.35, 0.35, 0.35))
