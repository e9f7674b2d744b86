"""Pictures inside a file: checked before they are drawn. What is elsewhere is never fetched."""

from __future__ import annotations

import base64
import binascii
import io
import struct
import warnings
from typing import TYPE_CHECKING
from urllib.parse import unquote_to_bytes

from core.library.structured.blocks import Picture

if TYPE_CHECKING:
    from PIL import Image

MOST_PIXELS = 100_000_000
"""Of one picture; a page of A3 at 600 dpi has 70 million."""
SMALLEST_FIGURE = 24
"""Pixels of the shorter side from which on a picture is more than an icon."""
DAMAGED = (
    OSError,
    EOFError,
    ValueError,
    TypeError,
    LookupError,
    AttributeError,
    ArithmeticError,
    SyntaxError,
    struct.error,
)
"""What decoding a damaged picture may raise, by the format."""
_ORIENTATION = 0x0112
"""The field of EXIF that says how a camera was held."""
_FORMATS = ("PNG", "JPEG", "GIF", "WEBP", "BMP", "TIFF")
_KEPT = ("L", "RGB")
"""Modes of pixels in which a JPEG goes into a PDF as it is."""


def picture_of(content: bytes) -> Picture | None:
    """A picture that can be drawn; None for what is none, is damaged or is too large."""
    from PIL import Image

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Image.open(io.BytesIO(content), formats=_FORMATS) as image:
                if image.width * image.height > MOST_PIXELS:
                    return None
                return drawable(image, content)
    except (Image.DecompressionBombError, *DAMAGED):
        return None


def drawable(image: Image.Image, content: bytes = b"") -> Picture:
    """The current frame of an open picture as a PNG or JPEG, upright and without transparency.

    `content` is the file it comes from, which is kept as it is where a PDF can hold it. Raises one
    of `DAMAGED` for a damaged one.
    """
    image.load()
    if content and is_kept(image):
        return Picture(content, *image.size)
    held = io.BytesIO()
    upright = upright_on_white(image)
    upright.save(held, "PNG", compress_level=1)
    return Picture(held.getvalue(), *upright.size)


def is_kept(image: Image.Image) -> bool:
    """Whether the file of a picture goes into a PDF as it is: a JPEG that is upright."""
    is_jpeg = image.format in ("JPEG", "MPO") and image.mode in _KEPT
    return is_jpeg and image.getexif().get(_ORIENTATION, 1) == 1


def upright_on_white(image: Image.Image) -> Image.Image:
    """The picture turned as its camera says, in black and white, grey or colour."""
    from PIL import Image, ImageOps

    image = ImageOps.exif_transpose(image)
    if image.mode in ("1", "L"):
        return image
    if image.mode.startswith("I") or image.mode == "F":
        return _levelled(image)
    if "A" in image.getbands() or "transparency" in image.info:
        seen = image.convert("RGBA")
        white = Image.new("RGBA", seen.size, "white")
        return Image.alpha_composite(white, seen).convert("RGB")
    return image.convert("RGB")


def _levelled(image: Image.Image) -> Image.Image:
    """A picture of more than 8 bits in 256 levels between its darkest and its lightest pixel."""
    import numpy as np
    from PIL import Image

    levels = np.asarray(image, np.float64)
    low, high = float(levels.min()), float(levels.max())
    scale = 255.0 / (high - low) if high > low else 0.0
    return Image.fromarray(((levels - low) * scale).astype(np.uint8))


def data_uri(address: str) -> bytes:
    """The bytes that a `data:` address holds; empty for any other address, or a damaged one."""
    scheme, _, rest = address.strip().partition(":")
    head, comma, body = rest.partition(",")
    if scheme.lower() != "data" or not comma:
        return b""
    try:
        raw = unquote_to_bytes(body)
        return base64.b64decode(raw) if head.lower().endswith(";base64") else raw
    except (binascii.Error, ValueError):
        return b""
