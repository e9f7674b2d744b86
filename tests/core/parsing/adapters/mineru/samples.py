"""Recorded files of MinerU and the PDFs that they are of; small files of every form."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING, Any

from core.parsing.adapters import get_adapter
from core.sir import ElementType
from tests.core.parsing.adapters.native_checks import (
    PageWords,
    pages_of,
    plain_pages,
    words_of_pages,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from core.geometry import BoundingBox
    from core.parsing.adapters.base import RunOptions
    from core.parsing.adapters.native import NativeDocument, NativeElement

PIPELINE, VLM = "mineru_pipeline", "mineru_vlm"
RECORDED = {
    "aaai26_middle.json": (PIPELINE, "aaai26_origin.pdf"),
    "aaai26_content_list.json": (PIPELINE, "aaai26_origin.pdf"),
    "demo1_middle.json": (PIPELINE, "demo1.pdf"),
    "demo1_content_list.json": (PIPELINE, "demo1.pdf"),
    "test_rearch_report_middle.json": (PIPELINE, "test_rearch_report_origin.pdf"),
    "test_rearch_report_content_list.json": (PIPELINE, "test_rearch_report_origin.pdf"),
    "v0_rag_middle.json": (PIPELINE, "v0_one_page_with_table_image.pdf"),
    "MinerU_cross_page_table_sample_1.json": (VLM, "cross_page_table_sample_1.pdf"),
    "MinerU_invoice_sample_1_Contractor_Customer_Invoice.json": (
        VLM,
        "invoice_sample_1_Contractor_Customer_Invoice.pdf",
    ),
    "MinerU_invoice_sample_2_Contractor_Invoice.json": (
        VLM,
        "invoice_sample_2_Contractor_Invoice.pdf",
    ),
    "MinerU_invoice_sample_3_Project_Customer_Invoice.json": (
        VLM,
        "invoice_sample_3_Project_Customer_Invoice.pdf",
    ),
    "mineru_output_sample_1.JSON": (VLM, "mineru_input_sample_1.pdf"),
    "mineru_output_sample_2.JSON": (VLM, "mineru_input_sample_2.pdf"),
}
"""Names of files, with their parser and the PDF beside them."""


@cache
def recorded(data: Path, name: str) -> tuple[bytes, NativeDocument]:
    """A recorded file, and what it is converted to."""
    parser, pdf = RECORDED[name]
    folder = data / "native" / parser
    content = (folder / name).read_bytes()
    return content, get_adapter(parser).convert(content, pages_of(folder / pdf))


def read(value: Any, pages: int = 1, parser: str = PIPELINE) -> NativeDocument:
    return get_adapter(parser).convert(json.dumps(value).encode(), plain_pages(pages))


def options_of(parser: str, **values: Any) -> RunOptions:
    return get_adapter(parser).options.model_validate(values)


def line(text: str, box: tuple[float, ...], **more: Any) -> dict[str, Any]:
    """A line of one span."""
    kind = more.pop("kind", "text")
    span = {"type": kind, "content": text, "bbox": box, **more.pop("span", {})}
    return {"bbox": box, "spans": [span], **more}


def block(kind: str, *lines: dict[str, Any], box: Any = None, **more: Any) -> dict[str, Any]:
    box = box or (lines and lines[0].get("bbox")) or [60, 80, 300, 120]
    return {"type": kind, "bbox": box, "lines": list(lines), **more}


def words_in(kind: str, *texts: str, **more: Any) -> dict[str, Any]:
    """A block of a line for each text, at a place of no matter."""
    lines = [line(text, (60, 80 + 12 * at, 300, 90 + 12 * at)) for at, text in enumerate(texts)]
    return block(kind, *lines, **more)


def middle(*pages: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    """A middle.json of pages of blocks."""
    return {
        "pdf_info": [
            {"para_blocks": blocks, "page_size": [612, 792], "page_idx": at}
            for at, blocks in enumerate(pages)
        ],
        "_backend": "pipeline",
        **more,
    }


def shown(document: NativeDocument, *kinds: ElementType) -> list[str]:
    """Texts of the elements of these classes."""
    return [element.text for element in document.walk() if element.type in kinds]


def placed(element: NativeElement) -> list[tuple[int, int, int]]:
    """Page and left top corner in points of the boxes, on pages of 612 x 792."""
    return [(b.page, round(b.left * 612), round(b.top * 792)) for b in element.boxes]


def right_boxes(document: NativeDocument, path: Path, least: float) -> float:
    """The share of elements in whose boxes, taken together, mostly their own characters stand.

    Formulas, whose LaTeX no page shows, are left out.
    """
    pages = words_of_pages(path)
    right = total = 0
    for element in document.walk():
        own = characters(element.text)
        if element.boxes and own and element.type is not ElementType.FORMULA:
            inside = characters("".join(_words_in(pages, element.boxes)))
            if not inside:
                continue  # It stands in a picture.
            shared = (own & inside).total()
            total += 1
            right += shared >= least * max(own.total(), inside.total())
    assert total
    return right / total


def characters(text: str) -> Counter[str]:
    return Counter(filter(str.isalnum, text.replace("ﬁ", "fi").replace("ﬂ", "fl")))


def _words_in(pages: Sequence[PageWords], boxes: tuple[BoundingBox, ...]) -> Iterator[str]:
    """Words whose middle lies in the finest boxes that there are."""
    for box in boxes:
        yield from pages[box.page - 1].inside(box)
