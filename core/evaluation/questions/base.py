"""Questions with the lines that answer them.

Evidence is kept as rectangles on the page, not as places in a tree, so that any parser and any
strategy can be measured by it.
"""

from __future__ import annotations

from enum import StrEnum
from hashlib import blake2b
from typing import TYPE_CHECKING, Annotated, Self

from pydantic import Field, StringConstraints, model_validator

from core.geometry import BoundingBox
from core.value_models import StrictModel

if TYPE_CHECKING:
    from collections.abc import Iterable

Fraction = Annotated[float, Field(ge=0.0, le=1.0)]
KIND_LENGTH = 40
"""Characters of the kind of a question, at most."""


class Origin(StrEnum):
    """Where a question comes from."""

    HAND = "hand"
    IMPORTED = "imported"
    RULES = "rules"
    """Made of headings and definitions, without a language model."""
    MODEL = "model"


class GoldLine(StrictModel):
    """One line, or the part of it that is evidence.

    `page` is 1-based; the edges are fractions of the page as displayed, origin at the top left,
    left before right and top above bottom.
    """

    page: int = Field(ge=1)
    left: Fraction
    top: Fraction
    right: Fraction
    bottom: Fraction

    @property
    def box(self) -> BoundingBox:
        """The line as a box."""
        return BoundingBox(self.page, self.left, self.top, self.right, self.bottom)

    @model_validator(mode="after")
    def _has_room(self) -> Self:
        if self.left >= self.right or self.top >= self.bottom:
            raise ValueError("a line needs left before right and top above bottom")
        return self


class Evidence(StrictModel):
    """Lines of one document that belong together, and their words.

    `document` is the SHA-256 of the file. `text` is verbatim, a blank for each line break.
    """

    document: str
    lines: tuple[GoldLine, ...] = Field(min_length=1)
    text: str


class Question(StrictModel):
    """A question, and what answers it: all of `evidence`, or with `any_of` one piece of it.

    A question without evidence has no answer in the documents. `documents` are those that it is
    asked of; empty: all. `kind` is a tag, such as "dose" or "follow-up", by which figures of
    answers are also given. `note` is for the person who marks its lines: why an answer to it was
    rejected. An `incomplete` one waits for a person to mark its lines, and nothing is
    measured by it until then.
    """

    text: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
    evidence: tuple[Evidence, ...] = ()
    any_of: bool = False
    documents: tuple[str, ...] = ()
    origin: Origin = Origin.HAND
    answer: str = ""
    # Left out where it is empty: names of sweeps are made of their questions as they are kept.
    kind: Annotated[str, StringConstraints(strip_whitespace=True, max_length=KIND_LENGTH)] = Field(
        default="", exclude_if=lambda kind: not kind
    )
    note: str = Field(default="", exclude_if=lambda note: not note)
    incomplete: bool = Field(default=False, exclude_if=lambda incomplete: not incomplete)

    @property
    def id(self) -> str:
        """Twelve hexadecimal digits from what the question is made of, without kind and note."""
        content = self.model_dump_json(exclude={"kind", "note"})
        return blake2b(content.encode(), digest_size=6).hexdigest()

    @property
    def answerable(self) -> bool:
        """Whether there is evidence."""
        return bool(self.evidence)


class QuestionSet(StrictModel):
    """Questions under a name, in the order in which they were made; no two of the same id."""

    name: str = Field(min_length=1, max_length=80)
    questions: tuple[Question, ...] = ()

    @property
    def documents(self) -> tuple[str, ...]:
        """Ids of all documents that the questions speak of, each once."""
        named = [name for question in self.questions for name in question.documents]
        cited = [piece.document for question in self.questions for piece in question.evidence]
        return tuple(dict.fromkeys([*named, *cited]))

    @property
    def complete(self) -> QuestionSet:
        """The set without the questions that wait for their lines."""
        whole = tuple(question for question in self.questions if not question.incomplete)
        return self.model_copy(update={"questions": whole})

    @property
    def key(self) -> str:
        """Ten hexadecimal digits from the questions, whatever they are called."""
        identifiers = "".join(sorted(question.id for question in self.questions))
        return blake2b(identifiers.encode(), digest_size=5).hexdigest()


def distinct(questions: Iterable[Question]) -> tuple[Question, ...]:
    """The questions in their order, each once."""
    return tuple({question.id: question for question in questions}.values())


def distinct_evidence(pieces: Iterable[Evidence]) -> tuple[Evidence, ...]:
    """The pieces of evidence in their order, each once."""
    return tuple(dict.fromkeys(pieces))


def of_document(questions: QuestionSet, document: str) -> QuestionSet:
    """The questions whose evidence is in this document, asked of it alone.

    Of a question for which one piece of evidence is enough, the pieces of the document are kept;
    one that needs pieces of others too is left out, as are those without evidence.
    """
    of_it: list[Question] = []
    for question in questions.complete.questions:
        own = tuple(piece for piece in question.evidence if piece.document == document)
        if own and (question.any_of or len(own) == len(question.evidence)):
            update = {"evidence": own, "documents": (document,)}
            of_it.append(question.model_copy(update=update))
    return QuestionSet(name=questions.name, questions=distinct(of_it))


def on_page(questions: QuestionSet, page: int) -> frozenset[str]:
    """Ids of the questions with evidence on a 1-based page; the set is of one document."""
    return frozenset(
        question.id
        for question in questions.questions
        if any(line.page == page for piece in question.evidence for line in piece.lines)
    )
