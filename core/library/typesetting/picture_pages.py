"""Pictures as documents: each on a page of its size, to be read like a scan."""

from __future__ import annotations

import io
import warnings
from typing import TYPE_CHECKING, Any

from core.errors import BrokenFile, TooLarge
from core.library.file_kinds import Kind
from core.library.structured.pictures import (
    DAMAGED,
    MOST_PIXELS,
    drawable,
    is_kept,
    upright_on_white,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pymupdf
    from PIL import Image

    from core.progress import Progress

_SMALLEST = 16
"""Pixels of a side; on less nothing can be read."""
_DPI = (100.0, 1300.0)
"""Resolutions that are believed; what else a file says is a default of some program, as 72."""
_LONGER_SIDE = 842.0
"""Points of the longer side where the resolution is not known: that of A4."""
_LARGEST_PAGE = 14_000.0
_FORMATS = {Kind.PNG: ("PNG",), Kind.JPEG: ("JPEG",), Kind.TIFF: ("TIFF",)}
_CONVERT = "Open it in a picture viewer, save it as PNG, and add that one."


def set_pictures(
    content: bytes, kind: Kind, max_pages: int, progress: Progress | None = None
) -> bytes:
    """A PDF with a page for the picture, or for each picture of a TIFF.

    Raises:
        BrokenFile: it is damaged, animated, or too small to hold anything.
        TooLarge: it has too many pixels, or more than `max_pages` pages.
    """
    import pymupdf
    from PIL import Image

    try:
        with warnings.catch_warnings():
            # The limit of pixels is our own, and damaged metadata do not matter.
            warnings.simplefilter("ignore")
            with (
                Image.open(io.BytesIO(content), formats=_FORMATS[kind]) as image,
                pymupdf.open() as pdf,
            ):
                for number, frame in _frames(image, kind, max_pages):
                    _page(pdf, frame, content)
                    if progress:
                        progress(number, 0)
                return pdf.tobytes(garbage=3, deflate=True, no_new_id=True)
    except Image.DecompressionBombError as error:
        raise _too_many_pixels() from error
    except DAMAGED as error:
        raise BrokenFile(f"the picture is damaged and cannot be read. {_CONVERT}") from error


def _frames(image: Image.Image, kind: Kind, max_pages: int) -> Iterator[tuple[int, Image.Image]]:
    count = getattr(image, "n_frames", 1) if kind is not Kind.JPEG else 1
    if kind is Kind.PNG and count > 1:
        raise BrokenFile(
            "the picture is animated. Save the frame that matters as a PNG of its own and add that."
        )
    if count > max_pages:
        raise TooLarge(
            f"{count} pages are over the limit of {max_pages}. Raise the limit in the settings, "
            "or split the file."
        )
    for at in range(count):
        image.seek(at)
        _check_size(image.width, image.height)
        yield at + 1, image


def _check_size(width: int, height: int) -> None:
    if width * height > MOST_PIXELS:
        raise _too_many_pixels()
    if min(width, height) < _SMALLEST:
        raise BrokenFile(
            f"the picture has only {width} × {height} pixels, on which nothing can be read. Add "
            "the picture in its full size."
        )


def _too_many_pixels() -> TooLarge:
    return TooLarge(
        f"the picture has more than {MOST_PIXELS // 1_000_000} million pixels. Save it in a lower "
        "resolution (300 dpi are enough to read it) and add that one."
    )


def _page(pdf: pymupdf.Document, image: Image.Image, content: bytes) -> None:
    scales = _points_per_pixel(image)
    image.load()
    shown = image if is_kept(image) else upright_on_white(image)
    across, down = scales if shown.size == image.size else reversed(scales)
    page = pdf.new_page(width=shown.width * across, height=shown.height * down)
    page.insert_image(page.rect, keep_proportion=False, **_drawn(shown, content))


def _drawn(image: Image.Image, content: bytes) -> dict[str, Any]:
    """What is put on the page: the file itself, or the pixels; those of one bit as a PNG."""
    import pymupdf

    if is_kept(image):
        return {"stream": content}
    if image.mode == "1":
        return {"stream": drawable(image).content}
    colours = pymupdf.csGRAY if image.mode == "L" else pymupdf.csRGB
    return {"pixmap": pymupdf.Pixmap(colours, *image.size, image.tobytes(), False)}


def _points_per_pixel(image: Image.Image) -> tuple[float, float]:
    """By the resolution that the file names, else so that it fills a sheet of A4."""
    named = image.info.get("dpi")
    dpi = tuple(map(float, named)) if named and len(named) == 2 else ()
    if dpi and all(_DPI[0] <= value <= _DPI[1] for value in dpi):
        across, down = 72.0 / dpi[0], 72.0 / dpi[1]
        if max(image.width * across, image.height * down) <= _LARGEST_PAGE:
            return across, down
    scale = _LONGER_SIDE / max(image.size)
    return scale, scale
