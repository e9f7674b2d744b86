"""A drawn page, without what draws it: the app only shows pictures."""

from __future__ import annotations

from dataclasses import dataclass

DEFAULT_WIDTH = 1500
"""Pixels: sharp at twice the width of a column on a common screen."""


@dataclass(frozen=True, slots=True)
class PageImage:
    """A drawn page as displayed: after rotation, cut to its crop box, on white.

    `number` is 1-based; `width` and `height` are pixels of `data`, whose format is `mime`.
    """

    number: int
    width: int
    height: int
    data: bytes
    mime: str = "image/jpeg"
