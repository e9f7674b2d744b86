"""The tool `analyze_metadata`: what the file says of itself, and whether its text can be used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.inspection.results import MetadataAnswer
from core.inspection.sample import Sample, mean, share
from core.reading.page_signals import GARBAGE
from core.text.language import language_code
from core.text.one_line import on_one_line

if TYPE_CHECKING:
    import pymupdf


FEW = 20
"""Characters up to which a page is as good as empty: a page number, a stamp."""

SCAN = 0.5
"""Share of a page that images cover from which on they are a scan where there is no text."""

NAME_LENGTH = 40
"""Characters of the producer's name that are kept."""


def analyze_metadata(sample: Sample) -> MetadataAnswer:
    """Pages, text layer, scans, outline, tagging, producer, language and encryption."""
    pages = sample.signals
    return MetadataAnswer(
        pages=sample.pdf.page_count,
        sampled=len(sample.numbers),
        text_share=share(page.characters > FEW and page.garbage <= GARBAGE for page in pages),
        scanned_share=share(
            page.scanned or (page.characters <= FEW and page.image_share > SCAN) for page in pages
        ),
        characters=mean(page.characters for page in pages),
        outline_entries=len(sample.outline),
        outline_depth=max((level for level, *_ in sample.outline), default=0),
        tagged=_is_tagged(sample.pdf),
        producer=_producer(sample.pdf),
        language=language_code(word for line in sample.lines() for word in line.words),
        encrypted=sample.encrypted,
    )


def _is_tagged(pdf: pymupdf.Document) -> bool:
    return pdf.xref_get_key(pdf.pdf_catalog(), "MarkInfo/Marked")[1] == "true"


def _producer(pdf: pymupdf.Document) -> str:
    """The program on one line, with nothing in it that no program's name holds."""
    metadata = pdf.metadata or {}
    name = metadata.get("producer") or metadata.get("creator") or ""
    return on_one_line(name)[:NAME_LENGTH]
