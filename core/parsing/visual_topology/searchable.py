"""Pages to look at: upright, with the words that OCR read as text that does not show."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import pymupdf

if TYPE_CHECKING:
    from collections.abc import Iterable

    from core.parsing.visual_topology.page_picture import PagePicture
    from core.reading.line import Line

INVISIBLE = 3
"""Render mode of text that leaves no ink."""

DESCENT = 0.2
"""How far letters reach below the base line, in times of the font size."""


def upright_copy(page: pymupdf.Page, angle: int) -> pymupdf.Page:
    """The page turned against the clock by `angle`, its own rotation taken out of it.

    What libraries find on a page with a rotation is given in points of the page without it.
    """
    rotation = (page.rotation - angle) % 360
    if not rotation and not page.rotation:
        return page
    copy = _copy(page)
    copy.set_rotation(rotation)
    copy.remove_rotation()
    return copy


def picture_page(picture: PagePicture, lines: Iterable[Line]) -> pymupdf.Page:
    """A page that shows a picture, with words over it."""
    page = pymupdf.open().new_page(width=picture.width, height=picture.height)
    grey = picture.page_only()
    height, width = grey.shape
    pixels = pymupdf.Pixmap(pymupdf.csGRAY, width, height, grey.tobytes(), False)
    page.insert_image(page.rect, pixmap=pixels)
    return _written(page, lines)


def with_words(page: pymupdf.Page, lines: Iterable[Line]) -> pymupdf.Page:
    """A copy of the page with words over it."""
    return _written(_copy(page), lines)


def _copy(page: pymupdf.Page) -> pymupdf.Page:
    """A page of its own document that shows the same."""
    copy, number = pymupdf.open(), int(page.number or 0)
    copy.insert_pdf(page.parent, from_page=number, to_page=number, links=False)
    return copy[0]


def _written(page: pymupdf.Page, lines: Iterable[Line]) -> pymupdf.Page:
    writer, fonts = pymupdf.TextWriter(page.rect), (pymupdf.Font("helv"), pymupdf.Font("cjk"))
    for line in lines:
        for word, box in zip(line.words, line.boxes, strict=True):
            font = fonts[0] if all(fonts[0].has_glyph(ord(char)) for char in word) else fonts[1]
            width, height = box[2] - box[0], box[3] - box[1]
            if line.angle == 0 and width > 0:
                size = min(width / max(font.text_length(word, 1), 0.1), 1.2 * height)
                place = (box[0], box[3] - DESCENT * min(size, height))
                writer.append(place, word, font, fontsize=cast("int", size))
    writer.write_text(page, render_mode=INVISIBLE)
    return page
