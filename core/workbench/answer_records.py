"""Answers as files to hand on: their quotes with cut-outs of the pages, in one file."""

from __future__ import annotations

from datetime import UTC, datetime
from enum import StrEnum
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

from core.errors import SightlineError
from core.export.answer_record.building import build
from core.export.answer_record.illustrating import with_cut_outs, with_pages
from core.export.answer_record.pdf_job import record_pdf
from core.history.sources import sources_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.answering.base import Answer
    from core.export.answer_record.base import AnswerRecord
    from core.geometry import BoundingBox
    from core.history.checks import Review
    from core.library import Library
    from core.progress import Progress
    from core.recommendations.base import EvidenceCard
    from core.rendering import PageImage, Renderer
    from core.sir import Sir
    from core.workbench.documents import Documents

_PAGE_WIDTH = 1240
"""Pixels of a whole page: 150 dots per inch of A4, so that a file of many pages stays small."""


class RecordForm(StrEnum):
    """A kind of file, by its suffix."""

    PDF = "pdf"
    DOCX = "docx"
    HTML = "html"


class AnswerRecords:
    """From answers to records, and from records to files."""

    def __init__(self, library: Library, documents: Documents) -> None:
        """Draws nothing yet."""
        self._library, self._documents = library, documents

    def of(
        self,
        answer: Answer,
        settings: str = "",
        *,
        review: Review | None = None,
        cards: Sequence[EvidenceCard | None] = (),
        stopped: bool = False,
    ) -> AnswerRecord:
        """The record of an answer as it is now, which nobody signed, without pictures.

        `settings` is the configuration that it was asked with, as in an address.
        """
        sources = sources_of(answer, self._library, tuple(cards))
        record = build(answer, sources, self._tree, review, cards)
        return record.model_copy(
            update={
                "stopped": stopped,
                "settings": settings,
                "program": program_version(),
                "exported_at": datetime.now(UTC),
            }
        )

    def file(
        self,
        record: AnswerRecord,
        form: RecordForm,
        renderer: Renderer,
        progress: Progress | None = None,
    ) -> bytes:
        """The record as a file, with pictures drawn now from the documents of the library.

        `progress` counts pictures and may raise `Cancelled`. A page that cannot be drawn has no
        picture, and the file says so.

        Raises:
            LimitReached: setting it took too long, or too much memory.
        """

        def crop(document: str, box: BoundingBox) -> PageImage:
            return renderer.crop(self._library.pdf_path(document), box)

        def draw(document: str, number: int) -> PageImage:
            return renderer.page(self._library.pdf_path(document), number, _PAGE_WIDTH)

        record = with_cut_outs(record, crop, progress)
        if form is RecordForm.PDF:
            return record_pdf(self._library, record)
        if form is RecordForm.DOCX:
            from core.export.answer_record.docx import docx

            return docx(record)
        from core.export.answer_record.html import html

        return html(with_pages(record, draw)).encode()

    def _tree(self, document: str) -> Sir | None:
        try:
            return self._documents.sir(document)
        except SightlineError:  # gone meanwhile: its words are in the answer nevertheless
            return None


def program_version() -> str:
    """Such as `Sightline 0.1.0`; without a number where the package is not installed."""
    try:
        return f"Sightline {version('sightline')}"
    except PackageNotFoundError:
        return "Sightline"
