"""Words, lines, rulings and images of a page, in points of the displayed page.

PyMuPDF gives text in coordinates that ignore the rotation of the page; here they are turned
once. One text page per page is made, and words are built from its characters, because only
they show which characters are drawn twice, invisible, or in right-to-left order.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import pymupdf

from core.reading.bitmap_fonts import name_letters
from core.reading.display_list import Display
from core.reading.drawn_bullets import write_bullets
from core.reading.drawn_lines import drawn_lines, turned
from core.reading.drawn_underscores import write_underscores
from core.reading.exponents import raise_exponents
from core.reading.form_fields import form_fields, read_into
from core.reading.late_text import with_late_in_place
from core.reading.page_content import PageContent, Vector
from core.reading.raw_text import raised, rejoin_letters, without_shadows
from core.reading.repeated_words import without_repeats
from core.reading.symbol_bullets import name_bullets
from core.reading.visibility import seen

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from core.geometry import Box


FLAGS = (
    pymupdf.TEXT_PRESERVE_WHITESPACE
    | pymupdf.TEXT_CID_FOR_UNKNOWN_UNICODE
    | pymupdf.TEXT_COLLECT_VECTORS
)
"""Ligatures are expanded; images are left out, because encoding them costs most of the time."""

NONE: Mapping[str, float] = MappingProxyType({})
LOSSY = ("DCTDecode", "JPXDecode")
"""Filters that photographs are stored with; lossless ones keep charts and screenshots."""


def extract(page: pymupdf.Page, capitals: Mapping[str, float] = NONE) -> PageContent:
    """The content of a page; lines come in the order in which they were drawn.

    `capitals` are heights by font name (see `CapHeights`); boxes end there.

    Raises:
        RuntimeError: MuPDF cannot read the page.
    """
    display = Display(page)
    blocks = display.text(FLAGS).extractRAWDICT()["blocks"]
    number, size = int(page.number or 0) + 1, page.rect
    turn = page.rotation_matrix if page.rotation else None
    vectors = [_vector(block, turn) for block in blocks if block["type"] == 3]
    images, sharp = _images(page, display, blocks, turn)
    content = PageContent(number, size.width, size.height, [], vectors, images, sharp)
    raws: list[dict[str, Any]] = []
    for order, block in enumerate(blocks):
        if block["type"] == 0:
            raws += block["lines"]
            for raw in block["lines"]:
                raw["order"] = order
    name_letters(page, raws)
    name_bullets(raws)
    shapes = {order: block for order, block in enumerate(blocks) if block["type"] == 3}
    raws = with_late_in_place(without_shadows(raws), shapes)
    rejoin_letters(raws)
    content.raised = [(text, turned(box, turn)) for text, box in raised(raws)]
    drawn = list(drawn_lines(raws, number, turn, capitals))
    content.lines = without_repeats(seen(drawn, content, blocks, display))
    write_underscores(content)
    write_bullets(content)
    raise_exponents(content)
    if fields := form_fields(page):
        read_into(content, fields)
    return content


def _images(
    page: pymupdf.Page,
    display: Display,
    blocks: Sequence[dict[str, Any]],
    turn: pymupdf.Matrix | None,
) -> tuple[list[Box], list[Box]]:
    """Boxes of all images, and of those stored without loss."""
    listed = page.get_images()  # cheaper than the second pass that finds their places
    if not listed and any(block["type"] == 0 for block in blocks):
        return [], []
    sizes = {(entry[2], entry[3]) for entry in listed if entry[8] not in LOSSY}
    infos = display.text(pymupdf.TEXT_PRESERVE_IMAGES).extractIMGINFO()
    placed = [(turned(info["bbox"], turn), (info["width"], info["height"])) for info in infos]
    return [box for box, _ in placed], [box for box, size in placed if size in sizes]


def _vector(block: dict[str, Any], turn: pymupdf.Matrix | None) -> Vector:
    box, colour = turned(block["bbox"], turn), block["color"] & 0xFFFFFF
    return Vector(box, block["stroked"], colour, block["isrect"])
