"""What the process that draws does: a picture of a page or of a part of it, or a small PDF."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import pymupdf
from PIL import Image

from core.geometry import BoundingBox
from core.jobs.messages import Reply
from core.rendering.opening import Source, opened
from core.rendering.page_image import DEFAULT_WIDTH, PageImage

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from core.progress import Progress

DPI = 150
"""Dots per inch: the labels of a chart can be read."""
MAX_SIDE = 1600
"""Pixels of the longer side; a model that looks at pictures takes no more of them."""
_MAX_SIDE = 8000
"""Pixels: a page may be of any size and shape, its picture may not."""
# Measured on 22 pages 1500 pixels wide, mean time to encode and size, all by Pillow: JPEG 10 ms
# and 380 kB, WebP 115 ms and 270 kB, PNG 94 ms and 630 kB. Time counts more on one machine.
_QUALITY = 82


def prepare() -> Callable[..., Reply]:
    """The function that answers; importing this module takes longer than drawing a page."""
    return answer


def answer(
    kind: str, arguments: Mapping[str, Any], name: str, source: Source, progress: Progress
) -> Reply:
    """The bytes of a `page`, `crop` or `excerpt` of a file, and for pictures their size."""
    match kind:
        case "excerpt":
            return Reply(None, excerpt(source, arguments["pages"], name))
        case "crop":
            return _picture(render_crop(source, BoundingBox(*arguments["box"]), name))
        case _:
            return _picture(render_page(source, name=name, **arguments))


def _picture(image: PageImage) -> Reply:
    return Reply({"width": image.width, "height": image.height}, image.data)


def excerpt(source: Source, pages: Sequence[int], name: str = "") -> bytes:
    """A PDF that holds these 1-based pages in this order; `name` is for messages.

    Raises:
        NotFound: no such file or page.
        PasswordNeeded: the file is encrypted.
        BrokenPdf: a page cannot be copied.
    """
    with opened(source, name, pages) as document, pymupdf.open() as small:
        for number in pages:
            small.insert_pdf(document, from_page=number - 1, to_page=number - 1, final=False)
        return small.tobytes(garbage=3, deflate=True)


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
