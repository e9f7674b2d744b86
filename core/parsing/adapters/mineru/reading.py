"""Any file of MinerU as a native document, by whichever version and backend it was written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from core.parsing.adapters.json_values import loaded, mapping, mappings, sequence, string
from core.parsing.adapters.mineru.blocks import Block, Sheet
from core.parsing.adapters.mineru.content_list import content_list_blocks, content_list_v2_blocks
from core.parsing.adapters.mineru.elements import elements_of
from core.parsing.adapters.mineru.middle import middle_blocks, version_4_blocks
from core.parsing.adapters.native import NativeDocument, NotNative
from core.parsing.adapters.page_boxes import PageBoxes, named
from core.parsing.adapters.page_frames import PageFrames

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.sir import Page

PIPELINE, VLM = "pipeline", "vlm"
"""The backends, as MinerU calls them."""

_MODEL_JSON = (
    "this is the model.json of MinerU, which holds what its models saw before it was put together. "
    "Give the file that ends in _middle.json instead, which MinerU writes beside it."
)
_FOREIGN = (
    "this is JSON, but not of MinerU. Give the file that ends in _middle.json or in "
    "_content_list.json, or choose the parser that this one comes from."
)
_CUT_OFF = 1.0
"""Points by which the pipeline gives a page smaller than it is, without decimals."""


def read(content: bytes, pages: Sequence[Page], backend: str) -> NativeDocument:
    """The document of a middle.json or of a content list of MinerU.

    Raises:
        NotNative: it is neither.
    """
    value = loaded(content, "MinerU")
    sheets = _Sheets(pages, backend_of(value) or backend)
    blocks = _blocks(value, sheets)
    document = NativeDocument(elements_of(blocks), _metadata(value))
    document.problems = [*_of_backend(value, backend), *_of_pages(value), *sheets.problems()]
    return document


def backend_of(value: Any) -> str:
    """The backend that wrote a file, empty where it does not say; old files are the pipeline's."""
    content = mapping(value)
    named = string(content.get("_backend"))
    return named or (PIPELINE if "_parse_type" in content else "")


class _Sheets:
    """The pages of the document as a file of a backend measures them."""

    def __init__(self, pages: Sequence[Page], backend: str) -> None:
        self._pages = {page.number: page for page in pages}
        self._boxes = PageBoxes(pages)
        self._frames = PageFrames(pages)
        self._in_points = backend == PIPELINE
        self._sheets: dict[tuple[int, float, float], Sheet] = {}

    def __call__(self, number: int, width: float, height: float) -> Sheet:
        key = number, width, height
        if key not in self._sheets:
            self._boxes.note(number)
            self._sheets[key] = Sheet(number, *self._size(number, width, height), self._boxes)
        return self._sheets[key]

    def problems(self) -> list[str]:
        """Sentences on pages and boxes."""
        return [*self._frames.problems(), *self._boxes.problems()]

    def _size(self, number: int, width: float, height: float) -> tuple[float, float]:
        """The size of a page in the units of its boxes."""
        page = self._pages.get(number)
        if page is None:
            return width, height
        if not (width and height):
            return page.width, page.height
        near = abs(page.width - width) < _CUT_OFF and abs(page.height - height) < _CUT_OFF
        if self._in_points and near:
            return page.width, page.height
        # Boxes that are fractions or thousandths say nothing of the shape of the page.
        fits = width == height or self._frames.fits(number, width, height)
        return (width, height) if fits else (0.0, 0.0)


def _blocks(value: Any, sheets: _Sheets) -> list[Block]:
    """The blocks of a file of any form."""
    if isinstance(value, dict):
        return _of_object(value, sheets)
    items = sequence(value)
    objects = mappings(items)
    if any("layout_dets" in item for item in objects):
        raise NotNative(_MODEL_JSON)
    if any("page_idx" in item and isinstance(item.get("type"), str) for item in objects):
        return content_list_blocks(items, sheets)
    inner = [item for page in items for item in mappings(page)]
    if any(isinstance(item.get("content"), dict) for item in inner):
        return content_list_v2_blocks(items, sheets)
    if any("bbox" in item and "type" in item for item in inner):
        raise NotNative(_MODEL_JSON)
    raise NotNative(_FOREIGN)


def _of_object(value: dict[str, Any], sheets: _Sheets) -> list[Block]:
    pages = sequence(value.get("pdf_info"))
    if any("para_blocks" in page or "preproc_blocks" in page for page in mappings(pages)):
        return middle_blocks(pages, sheets)
    pages = sequence(value.get("pages"))
    if any("page_idx" in page and "blocks" in page for page in mappings(pages)):
        return version_4_blocks(pages, sheets)
    raise NotNative(_FOREIGN)


def _metadata(value: Any) -> dict[str, str]:
    """What the file says of the program that wrote it."""
    content = mapping(value)
    producer = mapping(mapping(content.get("metadata")).get("producer"))
    version = string(content.get("_version_name")) or string(producer.get("version"))
    said = {"version": version, "backend": backend_of(value)}
    return {name: text for name, text in said.items() if text}


def _of_backend(value: Any, backend: str) -> list[str]:
    written_by = backend_of(value)
    if not written_by or written_by == backend:
        return []
    return [
        f"This was written by the {written_by} backend of MinerU, not by {backend}; it was read "
        "all the same."
    ]


def _of_pages(value: Any) -> list[str]:
    """Pages of the file that are none."""
    content = mapping(value)
    pages = sequence(content.get("pdf_info")) or sequence(content.get("pages"))
    damaged = {at for at, page in enumerate(pages, 1) if not isinstance(page, dict)}
    return [f"The file holds nothing that can be read for {named(damaged)}."] if damaged else []
