"""One page of a PDF as a picture."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pymupdf
from PIL import Image

from core.rendering.opening import check_pages, opened

if TYPE_CHECKING:
    from pathlib import Path

DEFAULT_WIDTH = 1500
"""Pixels: sharp at twice the width of a column on a common screen."""

_MAX_SIDE = 8000
"""Pixels: a page may be of any size and shape, its picture may not (WebP ends at 16383)."""

# Measured on 25 pages at 1400 pixels, mean time to encode and size: WebP 44 ms and 213 kB,
# JPEG 74 ms and 322 kB, PNG 48 ms and 673 kB. Drawing the page takes 11 ms.
_WEBP_QUALITY, _WEBP_EFFORT = 82, 1


@dataclass(frozen=True, slots=True)
class PageImage:
    """A drawn page as displayed: after rotation, cut to its crop box, on white.

    `number` is 1-based; `width` and `height` are pixels of `data`, whose format is `mime`.
    """

    number: int
    width: int
    height: int
    data: bytes
    mime: str = "image/webp"


def render_page(path: Path, number: int, width: int = DEFAULT_WIDTH, name: str = "") -> PageImage:
    """The page, `width` pixels wide, or less where the page is very tall.

    `name` is what people call the file, if not by its path.

    Raises:
        NotFound: no such file or page.
        PasswordNeeded: the file is encrypted.
        BrokenPdf: the page cannot be drawn.
    """
    with opened(path, name or path.name) as document:
        check_pages(document, (number,), name or path.name)
        page = document[number - 1]
        zoom = min(width / page.rect.width, _MAX_SIDE / page.rect.height)
        pixels = page.get_pixmap(matrix=pymupdf.Matrix(zoom, zoom), alpha=False)
        image = Image.frombytes("RGB", (pixels.width, pixels.height), pixels.samples)
    return PageImage(number, image.width, image.height, _encoded(image))


def _encoded(image: Image.Image) -> bytes:
    out = io.BytesIO()
    image.save(out, "WEBP", quality=_WEBP_QUALITY, method=_WEBP_EFFORT)
    return out.getvalue()
