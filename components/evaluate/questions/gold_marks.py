"""Gold lines as marks on pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from components.widgets.page_view import Mark, MarkRole, colour_of

if TYPE_CHECKING:
    from core.evaluation.questions.base import Question

GOLD = colour_of(1)
"""The colour of gold lines, wherever they are drawn."""


def gold_marks(question: Question, document: str) -> list[Mark]:
    """The lines of a question's evidence in a document, filled, all under `gold_id`."""
    return [
        Mark(gold_id(question), line.box, "Line that answers the question", MarkRole.OWN, GOLD)
        for piece in question.evidence
        if piece.document == document
        for line in piece.lines
    ]


def gold_id(question: Question) -> str:
    """The id of its marks: another one for each question, so that a page view scrolls to them."""
    return f"gold-{question.id}"


def gold_pages(question: Question, document: str) -> list[int]:
    """The 1-based pages of a question's evidence in a document."""
    return sorted({mark.box.page for mark in gold_marks(question, document)})
