"""OmniDocBench: blocks of page pictures with classes, reading order, texts and tables as HTML.

Source: OmniDocBench (Ouyang et al., 2024), dataset format.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated

from pydantic import BaseModel, Field, FiniteFloat, ValidationError

from core.errors import InputError, first_problem
from core.evaluation.gold.base import Annotations, Drawn
from core.evaluation.gold.drawing import Drawing
from core.evaluation.gold.page_images import Picture, Placed, place_pictures

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.evaluation.questions.formats.file_content import Content
    from core.library import DocumentRecord

_OF_PDF = re.compile(r"(.+\.pdf)_\d+\.\w+", re.IGNORECASE)
"""A picture of a page of a PDF, whose `page_no` counts from 0."""
_Side = Annotated[FiniteFloat, Field(gt=0)]


class _Page(BaseModel):
    image_path: str
    width: _Side
    height: _Side
    page_no: int | None = None


class _Block(BaseModel):
    category_type: str
    poly: tuple[FiniteFloat, ...] = Field(min_length=4)
    ignore: bool = False
    order: int | None = None
    text: str | None = None
    html: str | None = None


class _Annotated(BaseModel):
    page_info: _Page
    layout_dets: tuple[_Block, ...]


class _File(BaseModel):
    pages: tuple[_Annotated, ...] = Field(min_length=1)


class OmniDocBench:
    """Reads OmniDocBench JSON; see `GoldForm`."""

    def recognises(self, content: Content) -> bool:
        """Whether it is a list that begins with a page and its blocks."""
        pages = content.data if content.looks_like_json else None
        first = pages[0] if isinstance(pages, list) and pages else None
        return isinstance(first, dict) and {"page_info", "layout_dets"} <= first.keys()

    def read(self, content: Content, record: DocumentRecord) -> Annotations:
        """Blocks on the pages of a document; see `GoldForm.read`."""
        try:
            pages = _File.model_validate({"pages": content.data}).pages
        except ValidationError as error:
            raise InputError(
                f"{content.name} is not OmniDocBench as it should be: {first_problem(error)}. "
                "Correct it, or download it again."
            ) from error
        pictures = [_picture(page.page_info) for page in pages]
        # The size that is noted is turned for some pictures.
        placed = place_pictures(pictures, record, content.name, turned=True)
        own = [(pages[index], picture) for index, picture in placed.items()]
        blocks = [block for page, _ in own for block in page.layout_dets]
        return Annotations(
            categories=tuple(dict.fromkeys(block.category_type for block in blocks)),
            drawn=tuple(_drawn(own, content.name)),
            pages=tuple(sorted(picture.page for _, picture in own)),
            unscored=sum(block.ignore for block in blocks),
        )


def _picture(page: _Page) -> Picture:
    name = page.image_path
    of_pdf = _OF_PDF.fullmatch(name)
    if of_pdf is None or page.page_no is None:
        return Picture(name, page.width, page.height)
    return Picture(name, page.width, page.height, of_pdf[1], page.page_no + 1)


def _drawn(pages: list[tuple[_Annotated, Placed]], name: str) -> Iterator[Drawn]:
    drawing = Drawing(name)
    for page, picture in pages:
        for block in page.layout_dets:
            xs, ys = block.poly[::2], block.poly[1::2]
            corners = (min(xs), min(ys), max(xs), max(ys))
            if block.ignore or not (box := drawing.fractions(corners, picture)):
                continue
            yield Drawn(
                block.category_type,
                picture.page,
                box,
                block.order,
                block.text or "",
                block.html or "",
            )
    drawing.check()
