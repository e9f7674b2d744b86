"""Questions with quotes and pages, as those of the sample documents."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from core.evaluation.questions.base import Origin, Question
from core.evaluation.questions.formats.base import Entry, Importing, text_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.evaluation.questions.formats.corpus import Corpus
    from core.evaluation.questions.formats.file_content import Content


class _Quote(BaseModel):
    quote: str = Field(min_length=1)
    page: int | None = None


class _Asked(BaseModel):
    question: str = Field(min_length=1)
    document: str
    evidence: tuple[_Quote, ...]
    answer: str | None = None
    kind: str | None = None


class Quotes:
    """A list of questions with document, answer, kind and evidence: page and quote.

    One without evidence has no answer in its document.
    """

    def recognises(self, content: Content) -> bool:
        """Whether it is a list that begins with a question and a document."""
        entries = content.data if content.looks_like_json else None
        first = entries[0] if isinstance(entries, list) and entries else None
        return isinstance(first, dict) and {"question", "document", "evidence"} <= first.keys()

    def entries(self, content: Content, imported: Importing) -> Iterator[Entry]:
        """See `QuestionFormat.entries`."""
        for number, entry in enumerate(content.data, start=1):
            yield Entry(f"question {number}", text_of(entry), partial(_question, entry))


def _question(entry: object, corpus: Corpus) -> Question:
    asked = _Asked.model_validate(entry)
    document = corpus.find(asked.document)
    return Question(
        text=asked.question,
        evidence=tuple(
            corpus.locate(document, piece.quote, page=piece.page).evidence
            for piece in asked.evidence
        ),
        documents=(document,),
        origin=Origin.IMPORTED,
        answer=asked.answer or "",
        kind=asked.kind or "",
    )
