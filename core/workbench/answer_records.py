"""Answers as files to hand on: their quotes with cut-outs of the pages, in one file."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from enum import StrEnum
from typing import TYPE_CHECKING

from core.errors import NotFound, SightlineError
from core.export.answer_record.building import build
from core.export.answer_record.illustrating import with_cut_outs, with_pages
from core.export.answer_record.pdf_job import record_pdf
from core.history.answer_form import Cards, answer_of, cards_of
from core.history.program import program_version
from core.history.sources import sources_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from core.answering.base import Answer
    from core.export.answer_record.base import AnswerRecord
    from core.geometry import BoundingBox
    from core.history.base import SignedAnswer
    from core.history.checks import Review
    from core.library import Library
    from core.progress import Progress
    from core.rendering import PageImage, Renderer
    from core.sir import Sir
    from core.workbench.documents import Documents
    from core.workbench.evidence_cards import DocumentCards
    from core.workbench.history import History

    Place = Callable[[str, int], tuple[Path, int]]
    """The file in which a page of a document is, and its number there (both 1-based)."""

_PAGE_WIDTH = 1240
"""Pixels of a whole page: 150 dots per inch of A4, so that a file of many pages stays small."""
_SIGNED_FIELDS = ("id", "signature", "settings", "note", "tags")


class RecordForm(StrEnum):
    """A kind of file, by its suffix."""

    PDF = "pdf"
    DOCX = "docx"
    HTML = "html"


class AnswerRecords:
    """From answers to records, and from records to files."""

    def __init__(
        self, library: Library, documents: Documents, history: History, cards: DocumentCards
    ) -> None:
        self._library, self._documents, self._history = library, documents, history
        self._cards = cards

    def of(
        self,
        answer: Answer,
        settings: str = "",
        *,
        review: Review | None = None,
        cards: Cards = (),
        stopped: bool = False,
    ) -> AnswerRecord:
        """The record of an answer as it is now, which nobody signed, without pictures.

        `settings` is the configuration that it was asked with, as in an address. Without `cards`,
        those of its citations are read from the documents.
        """
        cards = cards or self._cards.of_answer(answer)
        sources = sources_of(answer, self._library, cards)
        record = build(answer, sources, self._tree, review, cards)
        return record.model_copy(update={"stopped": stopped, "settings": settings, **_made_now()})

    def of_signed(self, signed: SignedAnswer) -> AnswerRecord:
        """The record of a signed answer, from the pages that are kept with it.

        Raises:
            DataDamaged: the kept pages are not what was signed.
        """
        kept = {s.sha: self._history.answers.tree(signed, s.sha) for s in signed.sources}
        answer, cards = answer_of(signed.answer), cards_of(signed.answer)
        record = build(answer, signed.sources, kept.get, signed.review, cards)
        stated = {name: getattr(signed, name) for name in _SIGNED_FIELDS}
        return record.model_copy(update={**stated, **_made_now()})

    def file(
        self,
        record: AnswerRecord,
        form: RecordForm,
        renderer: Renderer,
        progress: Progress | None = None,
        *,
        name: str = "",
    ) -> bytes:
        """The record as a file, with pictures drawn now.

        They are those of the documents in the library; of a signed answer those of its kept pages,
        and the audit log notes that it was handed on, by `name` where that is known. `progress`
        counts pictures and may raise `Cancelled`. A page that cannot be drawn has no picture, and
        the file says so.

        Raises:
            LimitReached: setting it took too long, or too much memory.
            DataDamaged: the kept pages of a signed answer, or the log, are damaged.
        """
        place = self._kept_place(record.id) if record.id else self._place

        def crop(document: str, box: BoundingBox) -> PageImage:
            path, number = place(document, box.page)
            return renderer.crop(path, replace(box, page=number))

        def draw(document: str, number: int) -> PageImage:
            path, number = place(document, number)
            return renderer.page(path, number, _PAGE_WIDTH)

        if record.id:
            head = self._history.note_export(record.id, form, name)
            record = record.model_copy(update={"log_head": head})
        record = with_cut_outs(record, crop, progress)
        if form is RecordForm.PDF:
            return record_pdf(self._library, record)
        if form is RecordForm.DOCX:
            from core.export.answer_record.docx import docx

            return docx(record)
        from core.export.answer_record.html import html

        return html(with_pages(record, draw)).encode()

    def _place(self, document: str, number: int) -> tuple[Path, int]:
        return self._library.pdf_path(document), number

    def _kept_place(self, answer: str) -> Place:
        """Where the pages of a signed answer are kept. Raises as `SignedAnswers.excerpt`."""
        answers = self._history.answers
        signed = answers.load(answer)
        kept = {s.sha: (s, answers.excerpt(signed, s.sha)) for s in signed.sources if s.excerpt}

        def place(document: str, number: int) -> tuple[Path, int]:
            if document not in kept:
                raise NotFound(f"No page of document {document[:12]} was kept with this answer.")
            source, path = kept[document]
            return path, source.excerpt_page(number)

        return place

    def _tree(self, document: str) -> Sir | None:
        try:
            return self._documents.sir(document)
        except SightlineError:  # gone meanwhile: its words are in the answer nevertheless
            return None


def _made_now() -> dict[str, object]:
    return {"program": program_version(), "exported_at": datetime.now(UTC)}
