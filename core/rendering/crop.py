"""A part of a page as a picture, such as a figure."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pymupdf

from core.rendering.opening import Source, opened
from core.rendering.page_image import PageImage

if TYPE_CHECKING:
    from core.geometry import BoundingBox

DPI = 150
"""Dots per inch: the labels of a chart can be read."""

MAX_SIDE = 1600
"""Pixels of the longer side; a model that looks at pictures takes no more of them."""


def render_crop(source: Source, box: BoundingBox, name: str = "") -> PageImage:
    """What the page shows inside a box, as PNG.

    `name` is what people call the file, if not by its path.

    Raises:
        NotFound: no such file or page.
        PasswordNeeded: the file is encrypted.
        BrokenPdf: the page cannot be drawn.
    """
    with opened(source, name, [box.page]) as document:
        page = document[box.page - 1]
        width, height = page.rect.width, page.rect.height
        clip = pymupdf.Rect(
            box.left * width, box.top * height, box.right * width, box.bottom * height
        )
        zoom = min(DPI / 72, MAX_SIDE / max(clip.width, clip.height, 1.0))
        pixels = page.get_pixmap(matrix=pymupdf.Matrix(zoom, zoom), clip=clip, alpha=False)
        data = pixels.tobytes("png")
    return PageImage(box.page, pixels.width, pixels.height, data, "image/png")
