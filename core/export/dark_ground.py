"""Where a page is dark, as on a coloured cover or at the head of a table.

A mark that is multiplied with its page darkens it, which nobody sees there: it lightens it instead
(`components/widgets/page_view/dark_ground.js` does so in the app).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PIL import ImageStat

if TYPE_CHECKING:
    from PIL import Image

    from core.geometry import Box

_DARK = 128
"""Of 255: as far from white as from black."""


def is_dark(picture: Image.Image, box: Box) -> bool:
    """Whether most from the first to the last pixel of a box is dark: letters cover less."""
    left, top = max(int(box[0]), 0), max(int(box[1]), 0)
    right, bottom = min(int(box[2]) + 1, picture.width), min(int(box[3]) + 1, picture.height)
    if left >= right or top >= bottom:
        return False
    part = picture.crop((left, top, right, bottom))
    return ImageStat.Stat(part.convert("L")).median[0] < _DARK
