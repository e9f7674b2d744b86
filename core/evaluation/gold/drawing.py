"""Boxes that a file gives in pixels of a picture, as fractions of the page that it shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.errors import InputError
from core.geometry import Box, clipped

if TYPE_CHECKING:
    from core.evaluation.gold.page_images import Placed

_SLACK = 0.02
"""Share of a side by which a box may reach over the edge: people draw by hand."""
_MOST_OUTSIDE = 0.1
"""Share of boxes that may reach further, before the file is taken to be of another picture."""


class Drawing:
    """Takes boxes of pictures, and notes those that no page has room for."""

    def __init__(self, name: str) -> None:
        """`name` is what people call the file."""
        self._name = name
        self._count = self._outside = 0

    def fractions(self, corners: Box, picture: Placed) -> Box | None:
        """A box of pixels as fractions of its page; None if nothing of it lies there."""
        left, top, right, bottom = corners
        across, down = picture.width, picture.height
        box = (left / across, top / down, right / across, bottom / down)
        self._count += 1
        over = min(box[:2]) < -_SLACK or max(box[2:]) > 1 + _SLACK
        self._outside += over
        inside = clipped(box, 1.0, 1.0)
        return inside if inside[0] < inside[2] and inside[1] < inside[3] else None

    def check(self) -> None:
        """Refuses a file many of whose boxes reach over their pages.

        Raises:
            InputError: its boxes were drawn in another size than it notes.
        """
        if self._outside > _MOST_OUTSIDE * self._count:
            raise InputError(
                f"{self._name}: {self._outside:,} of {self._count:,} boxes reach over the edge of "
                "their page. Check that the width and height of its pictures are those in which "
                "the boxes were drawn."
            )
