"""Pages as pictures with marks, where and as the app draws them."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from PIL import Image

from core.errors import InvalidOption
from core.export.answer_record.marking import CITED, grounds, marked
from core.geometry import BoundingBox
from core.sir import Location
from core.spans import LineBox, Role
from sightline.results import Line, PagePicture

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from core.rendering import Renderer

NARROWEST, DEFAULT_WIDTH, WIDEST = 100, 1000, 3000
"""Pixels."""
_QUALITY = 85


def draw(
    renderer: Renderer, path: Path, page: int, lines: Iterable[Line], width: int, name: str
) -> PagePicture:
    """A page (from 1) with those of the lines marked that stand on it.

    Raises:
        InvalidOption: the width is outside its range.
        LimitReached: drawing took too long, or too much memory.
    """
    if not NARROWEST <= width <= WIDEST:
        raise InvalidOption(f"width must be from {NARROWEST} to {WIDEST} pixels; you gave {width}.")
    drawn = renderer.page(path, page, width, name)
    boxes = [_line_box(line) for line in lines if line.page == page]
    if not boxes:
        return _picture(page, drawn.width, drawn.height, drawn.data)
    with Image.open(io.BytesIO(drawn.data)) as picture:
        frame = BoundingBox(page, 0, 0, 1, 1)
        result = marked(picture, frame, grounds(boxes, CITED, picture, frame))
    out = io.BytesIO()
    result.save(out, "JPEG", quality=_QUALITY)
    return _picture(page, drawn.width, drawn.height, out.getvalue())


def _line_box(line: Line) -> LineBox:
    box = BoundingBox(line.page, line.left, line.top, line.right, line.bottom)
    return LineBox(box, Role(line.role), 0, Location(line.location))


def _picture(page: int, width: int, height: int, data: bytes) -> PagePicture:
    return PagePicture(page=page, width=width, height=height, mime="image/jpeg", data=data)
