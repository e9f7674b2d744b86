"""What is said of questions in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from components.widgets.listbox import Column
from core.evaluation.questions.base import Origin, Question
from core.page_names import number_ranges
from core.text.counts import number_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


COLUMNS = (
    Column("Question"),
    Column("Answer"),
    Column("Page", numeric=True),
    Column("Made"),
    Column("Document"),
)
ORIGINS = {
    Origin.HAND: "by hand",
    Origin.IMPORTED: "imported",
    Origin.RULES: "by rules",
    Origin.MODEL: "by a model",
}
"""Where questions come from, as people read it."""
UNKNOWN = "not in this library"


def cells(question: Question, names: Mapping[str, str]) -> tuple[str, ...]:
    """What the table says of a question, in the order of `COLUMNS`; `names` by document."""
    pages = sorted({line.page for piece in question.evidence for line in piece.lines})
    return (
        question.text,
        answer_in_words(question),
        number_ranges(pages),
        ORIGINS[question.origin],
        ", ".join(names.get(name, UNKNOWN) for name in documents_of(question)) or "all",
    )


def answer_in_words(question: Question) -> str:
    """How many lines answer it, and whether each piece of them does by itself."""
    if question.incomplete:
        return "to be completed"
    if not question.answerable:
        return "none"
    lines = number_of(sum(len(piece.lines) for piece in question.evidence), "line")
    if question.any_of and len(question.evidence) > 1:
        return f"{lines}, any of {len(question.evidence)} pieces"
    return lines


def documents_of(question: Question) -> list[str]:
    """Ids of the documents that hold its evidence, else of those it is asked of."""
    documents = dict.fromkeys(piece.document for piece in question.evidence)
    return list(documents) or list(question.documents)


def matching(questions: Sequence[Question], typed: str, names: Mapping[str, str]) -> list[Question]:
    """The questions with all of these words, in any case, in anything the table or gold says."""
    words = typed.casefold().split()

    def said(question: Question) -> str:
        gold = (piece.text for piece in question.evidence)
        own = [*cells(question, names), question.kind, question.answer]
        return " ".join([*own, *gold]).casefold()

    return [question for question in questions if all(word in said(question) for word in words)]
