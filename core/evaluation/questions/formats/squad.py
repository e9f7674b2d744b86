"""Questions in the form of SQuAD.

Source: P. Rajpurkar et al., SQuAD: 100,000+ Questions for Machine Comprehension of Text, 2016
(version 1.1); Know What You Don't Know: Unanswerable Questions for SQuAD, 2018 (version 2.0).
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, Field

from core.errors import InputError, NotFound
from core.evaluation.questions.base import Evidence, Origin, Question, distinct_evidence
from core.evaluation.questions.formats.base import Entry, Importing, text_of
from core.text.sentences import sentence_spans

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.evaluation.questions.formats.corpus import Corpus
    from core.evaluation.questions.formats.file_content import Content


class _Answer(BaseModel):
    text: str = Field(min_length=1)
    answer_start: int = Field(ge=0)


class _Asked(BaseModel):
    question: str = Field(min_length=1)
    answers: tuple[_Answer, ...] = ()
    is_impossible: bool = False


class Squad:
    """Articles of paragraphs with questions; a title is the name of a document.

    The evidence is the sentence of the paragraph that holds the answer. Several answers are
    those of several readers: one of them is enough.
    """

    def recognises(self, content: Content) -> bool:
        """Whether it has articles with paragraphs."""
        articles = content.fields.get("data")
        first = articles[0] if isinstance(articles, list) and articles else None
        return isinstance(first, dict) and "paragraphs" in first

    def entries(self, content: Content, imported: Importing) -> Iterator[Entry]:
        """See `QuestionFormat.entries`."""
        for number, article in enumerate(content.fields["data"], start=1):
            title = text_of(article, "title")
            for place, paragraph in enumerate(_list(article, "paragraphs"), start=1):
                context = paragraph.get("context") if isinstance(paragraph, dict) else None
                for nth, entry in enumerate(_list(paragraph, "qas"), start=1):
                    row = f"article {number}, paragraph {place}, question {nth}"
                    read = partial(_question, entry, title, str(context or ""))
                    yield Entry(row, text_of(entry), read)


def _list(entry: object, name: str) -> list[Any]:
    values = entry.get(name) if isinstance(entry, dict) else None
    return values if isinstance(values, list) else []


def _question(entry: object, title: str, context: str, corpus: Corpus) -> Question:
    asked = _Asked.model_validate(entry)
    document = corpus.find(title)
    if asked.is_impossible:
        return Question(text=asked.question, documents=(document,), origin=Origin.IMPORTED)
    if not asked.answers:
        raise InputError("It has no answers, and is_impossible is not true. Correct one of them.")
    evidence = [_evidence(answer, context, document, corpus) for answer in asked.answers]
    return Question(
        text=asked.question,
        evidence=distinct_evidence(evidence),
        any_of=True,
        origin=Origin.IMPORTED,
        answer=asked.answers[0].text,
    )


def _evidence(answer: _Answer, context: str, document: str, corpus: Corpus) -> Evidence:
    start, end = answer.answer_start, answer.answer_start + len(answer.text)
    if context[start:end] != answer.text:
        raise InputError(
            f"Its answer {answer.text!r} does not stand at character {start} of the paragraph. "
            "Correct answer_start."
        )
    overlapping = [
        (low, high) for low, high in sentence_spans(context) if low < end and start < high
    ]
    low, high = (overlapping[0][0], overlapping[-1][1]) if overlapping else (start, end)
    begin = _begin(context, document, corpus)
    near = None if begin is None else begin + low
    return corpus.locate(document, context[low:high], near=near).evidence


def _begin(context: str, document: str, corpus: Corpus) -> int | None:
    """The character of the document at which a paragraph begins, if it is found whole."""
    try:
        return corpus.locate(document, context).at
    except NotFound:
        return None
