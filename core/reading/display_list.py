"""What a page draws, kept so that it can be read, and drawn again with and without its text."""

from __future__ import annotations

from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import pymupdf
from pymupdf import mupdf

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from core.geometry import Box

UNREADABLE = (RuntimeError, ValueError, mupdf.FzErrorBase)
"""What PyMuPDF raises for a page, or a part of one, that is damaged."""

NORMAL = 0
"""The blend mode that paints over what is there."""

EVERYWHERE = mupdf.FzRect(mupdf.FzRect.Fixed_INFINITE)


class Display:
    """The drawing commands of a page, interpreted once.

    Boxes are in points of the page before it is turned, as those of PyMuPDF's texts are.
    """

    def __init__(self, page: pymupdf.Page) -> None:
        box = page.rect * page.derotation_matrix
        self.box: Box = (box.x0, box.y0, box.x1, box.y1)
        self._page = page
        self._patterned = True
        with _unturned(page):
            self._list = _recorded(page)

    def text(self, flags: int) -> pymupdf.TextPage:
        """The text of the page, just as `Page.get_textpage` gives it."""
        options = mupdf.FzStextOptions()
        options.flags = flags
        return pymupdf.TextPage(mupdf.FzStextPage(self._list, options))

    def watch(self) -> Watch:
        """The commands other than text and paths that were met."""
        watch = Watch()
        self._run(watch, EVERYWHERE)
        self._patterned = watch.tiles > 1
        return watch

    def pixels(self, box: Box, zoom: float, *, text: bool = True) -> NDArray[np.uint8]:
        """(height, width, 3) what is drawn in a box, `zoom` pixels a point, with or without text.

        The first pixel is the one in which the left top corner of the box lies.
        """
        area = (pymupdf.Rect(box) * pymupdf.Matrix(zoom, zoom)).irect
        pixmap = pymupdf.Pixmap(pymupdf.csRGB, area, False)
        pixmap.clear_with(255)
        device = mupdf.fz_new_draw_device(mupdf.FzMatrix(), pixmap.this)
        if not text:
            device.m_internal.fill_text = None
            device.m_internal.stroke_text = None
        if not self._patterned:  # of all tiles there is only the one around the page
            device.m_internal.begin_tile = None
            device.m_internal.end_tile = None
        commands = self._plain if self._patterned else self._list
        self._run(device, mupdf.FzRect(*area), commands, zoom)
        return np.frombuffer(pixmap.samples, np.uint8).reshape(area.height, area.width, 3)

    @cached_property
    def _plain(self) -> mupdf.FzDisplayList:
        """The commands as they are, which pages with patterns are drawn from."""
        with _unturned(self._page):
            return self._page.get_displaylist().this

    def _run(
        self,
        device: mupdf.FzDevice,
        area: mupdf.FzRect,
        commands: mupdf.FzDisplayList | None = None,
        zoom: float = 1.0,
    ) -> None:
        drawn, matrix = commands or self._list, mupdf.FzMatrix(zoom, 0, 0, zoom, 0, 0)
        mupdf.fz_run_display_list(drawn, device, matrix, area, mupdf.FzCookie())
        mupdf.fz_close_device(device)


COMMANDS = (
    *("begin_tile", "begin_group", "begin_mask", "clip_path", "clip_image_mask"),
    *("fill_shade", "fill_image", "fill_image_mask", "fill_text", "stroke_text"),
)
"""What a `Watch` is told of."""

Device: Any = mupdf.FzDevice2  # the bindings name its parameters by numbers


class Watch(Device):
    """Notes the few commands that can hide text; MuPDF calls its methods by their names.

    `veils` are places of groups that are not simply painted, of masks and of clips that are no
    boxes; `clips` are the boxes around all clips. `grounds` are images and gradients that are
    drawn before any text, `covers` those drawn later.
    """

    def __init__(self) -> None:
        super().__init__()
        self.veils: list[Box] = []
        self.clips: list[Box] = []
        self.grounds: list[Box] = []
        self.covers: list[Box] = []
        self.tiles = 0
        self._painted = self.grounds
        for command in COMMANDS:
            getattr(self, f"use_virtual_{command}")()

    def fill_text(self, *_: Any) -> None:
        """The first text; of others nobody has to know."""
        self._painted = self.covers
        self.use_virtual_fill_text(False)
        self.use_virtual_stroke_text(False)

    stroke_text = fill_text

    def begin_tile(self, *_: Any) -> int:
        """A pattern, or the tile around the page."""
        self.tiles += 1
        return 0

    def begin_group(self, *group: Any) -> None:
        """Context, area, colour space, isolated, knockout, blend mode, opacity."""
        if group[5] != NORMAL or group[6] < 1:
            self.veils.append(_box(group[1]))

    def begin_mask(self, *mask: Any) -> None:
        """Context, area, and how the mask is made."""
        self.veils.append(_box(mask[1]))

    def clip_path(self, *clip: Any) -> None:
        """Context, path, rule, matrix, scissor."""
        _, path, _, matrix, _ = clip
        box = _box(mupdf.ll_fz_bound_path(path, None, matrix))
        self.clips.append(box)
        if not mupdf.ll_fz_path_is_rect(path, matrix):
            self.veils.append(box)

    def clip_image_mask(self, *clip: Any) -> None:
        """Context, image, matrix, scissor."""
        self.veils.append(_unit(clip[2]))

    def fill_shade(self, *shade: Any) -> None:
        """Context, shade, matrix, and how it is painted."""
        self._painted.append(_box(mupdf.ll_fz_bound_shade(shade[1], shade[2])))

    def fill_image(self, *image: Any) -> None:
        """Context, image, matrix, and how it is painted."""
        self._painted.append(_unit(image[2]))

    fill_image_mask = fill_image


def _recorded(page: pymupdf.Page) -> mupdf.FzDisplayList:
    """The commands of a page inside a tile that is larger than any page.

    MuPDF leaves out what is empty, such as a blank between two words, when it runs a list; not
    so inside a tile.
    """
    raw = page.this.super() if isinstance(page.this, mupdf.PdfPage) else page.this
    bound = mupdf.fz_bound_page(raw)
    commands = mupdf.FzDisplayList(bound)
    device = mupdf.fz_new_list_device(commands)
    step = 2 * max(bound.x1 - bound.x0, bound.y1 - bound.y0) + 1
    mupdf.fz_begin_tile(device, bound, bound, step, step, mupdf.FzMatrix())
    mupdf.fz_run_page(raw, device, mupdf.FzMatrix(), mupdf.FzCookie())
    mupdf.fz_end_tile(device)
    mupdf.fz_close_device(device)
    return commands


@contextmanager
def _unturned(page: pymupdf.Page) -> Iterator[None]:
    turn = page.rotation
    if turn:
        page.set_rotation(0)
    try:
        yield
    finally:
        if turn:
            page.set_rotation(turn)


def _unit(matrix: Any) -> Box:
    """Where an image lies."""
    xs = sorted((0.0, matrix.a, matrix.c, matrix.a + matrix.c))
    ys = sorted((0.0, matrix.b, matrix.d, matrix.b + matrix.d))
    return matrix.e + xs[0], matrix.f + ys[0], matrix.e + xs[-1], matrix.f + ys[-1]


def _box(rect: Any) -> Box:
    return rect.x0, rect.y0, rect.x1, rect.y1
