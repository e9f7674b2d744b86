"""One page of a PDF as a picture."""

from __future__ import annotations

import io

import pymupdf
from PIL import Image

from core.rendering.opening import Source, opened
from core.rendering.page_image import DEFAULT_WIDTH, PageImage

_MAX_SIDE = 8000
"""Pixels: a page may be of any size and shape, its picture may not."""

# Measured on 22 pages 1500 pixels wide, mean time to encode and size, all by Pillow: JPEG 10 ms
# and 380 kB, WebP 115 ms and 270 kB, PNG 94 ms and 630 kB. Time counts more on one machine.
_QUALITY = 82


def render_page(
    source: Source, number: int, width: int = DEFAULT_WIDTH, name: str = ""
) -> PageImage:
    """The page, `width` pixels wide, or less where the page is very tall.

    `name` is what people call the file, if not by its path.

    Raises:
        NotFound: no such file or page.
        PasswordNeeded: the file is encrypted.
        BrokenPdf: the page cannot be drawn.
    """
    with opened(source, name, [number]) as document:
        page = document[number - 1]
        zoom = min(width / page.rect.width, _MAX_SIDE / page.rect.height)
        pixels = page.get_pixmap(matrix=pymupdf.Matrix(zoom, zoom), alpha=False)
        image = Image.frombytes("RGB", (pixels.width, pixels.height), pixels.samples)
    return PageImage(number, image.width, image.height, _encoded(image))


def _encoded(image: Image.Image) -> bytes:
    out = io.BytesIO()
    image.save(out, "JPEG", quality=_QUALITY)
    return out.getvalue()
