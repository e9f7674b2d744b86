"""Marks on pictures of pages, where and as the app draws them (`page_view.css`).

Lines of the quote itself are filled, those whose place is only approximate have a dashed frame
and a lighter ground, what names columns and groups of rows is outlined. What has no place is never
drawn. On dark ground marks lighten the page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from PIL import Image, ImageChops, ImageDraw

from core.colours import BLACK, WHITE, colour_of, mixed, on_dark
from core.export.dark_ground import is_dark
from core.sir import Location
from core.spans import LineBox, Role

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from core.geometry import BoundingBox, Box

CITED, AGAINST, COLUMNS = colour_of(0), colour_of(5), colour_of(1)
"""Colours of cited words, of what speaks against a claim, and of names of columns and groups."""
_ABOVE, _BELOW = 0.16, 0.03
"""A box is as high as capitals; its ground reaches so far beyond, in heights of the box."""
_MOST_ABOVE, _MOST_BELOW, _BESIDE = 6 / 800, 2 / 800, 1 / 800
"""The same at most, in widths of the page: pixels of the app on a page 800 of them wide."""
_FILLED, _APPROXIMATE = 0.24, 0.11
"""Shares of the colour on white, or on black."""
_DASH = 5
_NARROWEST, _PADDING = 0.6, 16
"""A cut-out is at least so wide, as a share of the page; pixels beside its text."""
_SPECK, _FRAME = 24, "#9aa3ad"
"""Lightness that a pixel lacks to white where there is ink; the colour of the frame."""


class Ground(NamedTuple):
    """One rectangle of a mark: its edges in fractions of the page, and how it is drawn."""

    edges: Box
    colour: str
    is_approximate: bool
    is_outline: bool
    is_dark: bool

    @property
    def paper(self) -> str:
        """The colour of its ground, by which the page is multiplied, or screened where dark."""
        share = _APPROXIMATE if self.is_approximate else _FILLED
        return mixed(self.colour, share, BLACK if self.is_dark else WHITE)


def grounds(
    lines: Iterable[LineBox], colour: str, picture: Image.Image, frame: BoundingBox
) -> list[Ground]:
    """The rectangles of lines on the picture of a part of their page, `frame`."""
    located = [line for line in lines if line.location is not Location.UNLOCATED]
    return [_ground(line, colour, picture, frame) for line in located]


def _ground(line: LineBox, colour: str, picture: Image.Image, frame: BoundingBox) -> Ground:
    edges = _grown(line.box, picture.width / frame.width / (picture.height / frame.height))
    dark = is_dark(picture, _pixels(edges, frame, picture.size))
    is_outline = line.role is Role.HEADING
    ink = COLUMNS if is_outline else colour
    is_approximate = line.location is Location.APPROXIMATE
    return Ground(edges, on_dark(ink) if dark else ink, is_approximate, is_outline, dark)


def marked(picture: Image.Image, frame: BoundingBox, places: Sequence[Ground]) -> Image.Image:
    """The picture of a part of a page, `frame`, with the marks that lie in it."""
    boxes = [(ground, _pixels(ground.edges, frame, picture.size)) for ground in places]
    layers = [Image.new("RGB", picture.size, colour) for colour in (WHITE, BLACK)]
    for ground, box in boxes:
        if not ground.is_outline:
            ImageDraw.Draw(layers[ground.is_dark]).rectangle(box, fill=ground.paper)
    result = ImageChops.multiply(picture.convert("RGB"), layers[False])
    result = ImageChops.screen(result, layers[True])
    pen = ImageDraw.Draw(result)
    for ground, box in boxes:
        if ground.is_approximate:
            _dashed(pen, box, ground.colour)
        elif ground.is_outline:
            pen.rectangle(box, outline=ground.colour, width=2)
    return result


def framed(picture: Image.Image) -> Image.Image:
    """The picture without the white beside the text, as far as it stays wide, in a thin frame."""
    width, height = picture.size
    ink = ImageChops.subtract(
        ImageChops.invert(picture.convert("L")), Image.new("L", picture.size, _SPECK)
    )
    left, _, right, _ = ink.getbbox() or (0, 0, width, height)
    spare = max(round(_NARROWEST * width) - (right - left), 0)
    left, right = left - _PADDING - spare // 2, right + _PADDING + spare // 2
    cut = picture.crop((max(left, 0), 0, min(right, width), height))
    ImageDraw.Draw(cut).rectangle((0, 0, cut.width - 1, cut.height - 1), outline=_FRAME)
    return cut


def _grown(box: BoundingBox, ratio: float) -> Box:
    return (
        box.left - _BESIDE,
        box.top - min(_ABOVE * box.height, _MOST_ABOVE * ratio),
        box.right + _BESIDE,
        box.bottom + min(_BELOW * box.height, _MOST_BELOW * ratio),
    )


def _pixels(edges: Box, frame: BoundingBox, size: tuple[int, int]) -> Box:
    """The first and the last pixel across and down; one at the least, however thin a box is."""
    across, down = size[0] / frame.width, size[1] / frame.height
    left, top = round((edges[0] - frame.left) * across), round((edges[1] - frame.top) * down)
    return (
        left,
        top,
        max(round((edges[2] - frame.left) * across) - 1, left),
        max(round((edges[3] - frame.top) * down) - 1, top),
    )


def _dashed(pen: ImageDraw.ImageDraw, box: Box, colour: str) -> None:
    left, top, right, bottom = map(int, box)
    for x in range(left, right, 2 * _DASH):
        for y in (top, bottom):
            pen.line((x, y, min(x + _DASH, right), y), colour, 2)
    for y in range(top, bottom, 2 * _DASH):
        for x in (left, right):
            pen.line((x, y, x, min(y + _DASH, bottom)), colour, 2)
