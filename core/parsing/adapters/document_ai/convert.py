"""Answers of Document AI: of its Layout Parser, and of its OCR, form and invoice processors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.parsing.adapters.caption_links import link_captions
from core.parsing.adapters.document_ai.answers import Answer, field, read_answers
from core.parsing.adapters.document_ai.forms import FormReading
from core.parsing.adapters.document_ai.layout import LayoutReading
from core.parsing.adapters.json_values import loaded, mapping, mappings
from core.parsing.adapters.native import NativeDocument, NativeElement, grouped
from core.parsing.adapters.page_boxes import PageBoxes
from core.parsing.adapters.page_frames import PageFrames

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.sir import Page

PARSER = "Document AI"


def convert(content: bytes, pages: Sequence[Page]) -> NativeDocument:
    """The elements of an answer, or of the answers for parts of a file; see `Adapter.convert`.

    Raises:
        NotNative: it is no answer of Document AI.
    """
    boxes, frames = PageBoxes(pages), PageFrames(pages)
    elements: list[NativeElement] = []
    for answer in read_answers(loaded(content, PARSER)):
        elements += _elements(answer, boxes, frames)
    link_captions(elements)
    return NativeDocument(grouped(elements), problems=[*boxes.problems(), *frames.problems()])


def _elements(answer: Answer, boxes: PageBoxes, frames: PageFrames) -> list[NativeElement]:
    reading = LayoutReading(boxes, answer.offset)
    blocks = mappings(field(field(answer.document, "documentLayout"), "blocks"))
    if blocks:
        return list(reading.blocks(blocks))
    chunks = mapping(field(answer.document, "chunkedDocument")).get("chunks")
    if mappings(chunks):
        return list(reading.chunks(chunks))
    return FormReading(boxes, frames, answer.offset).elements(answer.document)
