"""The picture of a page: rendered within bounds, made upright and level, and points in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pymupdf

if TYPE_CHECKING:
    from core.geometry import Box
    from core.reading.ocr.base import Picture
    from core.reading.ocr.page_orientation import Pose

DPI = 200
"""Resolution that OCR needs for letters of usual size."""

SHORTEST, LONGEST = 1600, 4000
"""Bounds of the longer side in pixels: small pages hold small letters, huge ones large ones."""

LEAST_INK = 30
"""Grey levels between the lightest and the darkest pixel below which a page is blank."""


@dataclass(frozen=True, slots=True)
class PagePicture:
    """A page as grey levels, text upright and level.

    `dpi` is pixels an inch, `width` and `height` are points of the upright page. `margin` is by
    how many pixels the picture reaches over the page to the left and top (and as far to the
    right and bottom), so that no corner of a page that lay askew is cut off.
    """

    grey: Picture
    dpi: float
    width: float
    height: float
    margin: tuple[int, int] = (0, 0)

    def points(self, box: Box) -> Box:
        """A box in pixels as points of the upright page."""
        scale, (x, y) = 72 / self.dpi, self.margin
        left, top, right, bottom = box
        return (left - x) * scale, (top - y) * scale, (right - x) * scale, (bottom - y) * scale

    def part(self, box: Box) -> PagePicture:
        """What lies in a box in points; its own points still are those of the page."""
        scale, (x, y) = self.dpi / 72, self.margin
        left, top = max(int(box[0] * scale) + x, 0), max(int(box[1] * scale) + y, 0)
        right = max(int(np.ceil(box[2] * scale)) + x, left)
        bottom = max(int(np.ceil(box[3] * scale)) + y, top)
        grey = np.ascontiguousarray(self.grey[top:bottom, left:right])
        margin = (x - left, y - top)
        return PagePicture(grey, self.dpi, self.width, self.height, margin)

    def page_only(self) -> Picture:
        """The picture without its margin."""
        x, y = self.margin
        height, width = self.grey.shape
        return np.ascontiguousarray(self.grey[y : height - y, x : width - x])


def render(page: pymupdf.Page) -> PagePicture:
    """A page as it is displayed."""
    longer = max(page.rect.width, page.rect.height)
    side = min(max(longer * DPI / 72, SHORTEST), LONGEST)
    zoom = side / longer
    pixels = page.get_pixmap(matrix=pymupdf.Matrix(zoom, zoom), colorspace=pymupdf.csGRAY)
    rows = np.frombuffer(pixels.samples, np.uint8).reshape(pixels.height, pixels.stride)
    grey = np.ascontiguousarray(rows[:, : pixels.width])
    return PagePicture(grey, 72 * zoom, page.rect.width, page.rect.height)


def is_blank(picture: PagePicture) -> bool:
    """Whether nothing stands on the page."""
    small = cv2.resize(picture.grey, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    return int(small.max()) - int(small.min()) < LEAST_INK


def levelled(picture: PagePicture, pose: Pose) -> PagePicture:
    """The picture turned against the clock by the angle at which its text runs."""
    grey = np.ascontiguousarray(np.rot90(picture.grey, pose.turn // 90))
    sideways = pose.turn in (90, 270)
    size = (picture.height, picture.width) if sideways else (picture.width, picture.height)
    if not pose.skew:
        return PagePicture(grey, picture.dpi, *size)
    height, width = grey.shape
    turn = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), pose.skew, 1.0)
    reach = np.abs(turn[:, :2]) @ (width, height)
    x, y = (max(int(np.ceil((reach[i] - side) / 2)), 0) for i, side in enumerate((width, height)))
    turn[:, 2] += (x, y)
    paper = float(np.median(grey[:: max(height // 50, 1), :: max(width // 50, 1)]))
    target = (width + 2 * x, height + 2 * y)
    grey = cv2.warpAffine(grey, turn, target, flags=cv2.INTER_CUBIC, borderValue=paper)
    return PagePicture(np.asarray(grey, np.uint8), picture.dpi, *size, (x, y))
