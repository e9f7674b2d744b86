"""Pages without usable text: made upright and level, their words read by OCR.

A text layer is kept where it is right. One that was made by OCR, or that is not legible, is
compared with the picture of the page first; if it is wrong, its lines are set aside with the
reason, and OCR reads the page. On pages with text, large pictures that hold text are read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.parsing.page_rotation import level, turn_content, turn_upright
from core.parsing.visual_topology.ocr_lines import as_lines
from core.parsing.visual_topology.page_picture import is_blank, levelled, render
from core.parsing.visual_topology.pictures_of_text import read_pictures
from core.parsing.visual_topology.searchable import picture_page, upright_copy, with_words
from core.reading.legibility import is_legible
from core.reading.ocr import get_engine
from core.reading.ocr.agreement import ALIKE, agreement, is_readable, spread
from core.reading.ocr.page_orientation import Pose, find_pose
from core.reading.visibility import WRONG_LAYER

if TYPE_CHECKING:
    import pymupdf

    from core.parsing.base import Plan
    from core.parsing.read_pages import ReadPage
    from core.parsing.visual_topology.page_picture import PagePicture
    from core.reading.line import Line
    from core.reading.page_content import PageContent


SAMPLE = 6
"""Lines of a page that are compared."""

SHORTEST = 6
"""Letters that a line must have to be compared."""


def upright_page(page: pymupdf.Page, read: ReadPage, plan: Plan) -> pymupdf.Page:
    """A page to look at, in whose points `read.content` is given once this returns.

    Turns `read.content` upright; where the page holds no usable text, reads its words by OCR
    and notes the engine, the turn and the skew in `read`.

    Raises:
        MissingExtra: the engine is not installed.
    """
    if all(line.hidden for line in read.content.lines):
        return _by_ocr(page, read, plan)
    angle = turn_upright(read.content)
    fault = _fault(read.content, page, angle)
    if fault:
        turn_content(read.content, -angle)
        for line in read.content.lines:
            line.hidden = line.hidden or WRONG_LAYER
        _note(read, fault)
        return _by_ocr(page, read, plan)
    read.turn = angle
    upright = upright_copy(page, angle)
    lines = read_pictures(upright, read.content, plan.ocr)
    if lines:
        read.ocr = plan.ocr
        read.content.lines += lines
        upright = with_words(upright, lines)
    return upright


def _by_ocr(page: pymupdf.Page, read: ReadPage, plan: Plan) -> pymupdf.Page:
    picture = render(page)
    if is_blank(picture):
        _note(read, "nothing stands on it")
        return upright_copy(page, 0)
    engine = get_engine(plan.ocr)
    read.ocr = engine.name
    pose = find_pose(picture.grey, round(picture.dpi))
    picture = levelled(picture, pose)
    lines = as_lines(engine.read(picture.grey, round(picture.dpi)), read.content.number, picture)
    if not lines:
        _note(read, f"OCR found no text on page {read.content.number}")
        return upright_copy(page, 0)
    turn_content(read.content, pose.turn)
    level(read.content, pose.skew)
    read.turn, read.skew = pose
    if pose.turn:
        _note(read, f"turned by {pose.turn} degrees")
    if pose.skew:
        _note(read, f"skewed by {abs(pose.skew):.1f} degrees")
    read.content.lines += lines
    read.content.images, read.content.vectors = [], []
    return picture_page(picture, lines)


def _note(read: ReadPage, remark: str) -> None:
    read.reason = f"{read.reason}; {remark}" if read.reason else remark


def _fault(content: PageContent, page: pymupdf.Page, angle: int) -> str:
    """Why a text layer that was made by OCR, or is not legible, cannot be used; empty if it can.

    Its content is upright; `angle` is by how much the page must be turned against the clock.
    """
    lines, legible = content.upright, is_legible(content.visible)
    if legible and not content.ocr_layer:
        return ""
    picture = levelled(render(page), Pose(angle, 0.0))
    sample = [
        line
        for line in lines
        if len(line.text) >= SHORTEST and (not legible or is_readable(line.text))
    ]
    compared = [_agreement(line, picture) for line in spread(sample, SAMPLE)]
    shares = [share for share in compared if share is not None]
    wrong = sum(share < ALIKE for share in shares)
    if wrong * 2 > len(shares) and (wrong > 1 or not legible):
        return f"text layer disagrees with the picture in {wrong} of {len(shares)} lines read"
    return ""


def _agreement(line: Line, picture: PagePicture) -> float | None:
    """Share of letters that the layer and the picture agree on; None where it cannot be read."""
    edge = 0.15 * line.height
    box = (line.left - edge, line.top - edge, line.right + edge, line.bottom + edge)
    part = picture.part(box).grey
    if min(part.shape) < 8:
        return None
    return agreement(line.text, part)
