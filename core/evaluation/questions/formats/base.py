"""What an import of questions gives, and the documents that it looks for evidence in."""

from __future__ import annotations

from dataclasses import dataclass

from core.evaluation.questions.base import Question, QuestionSet


@dataclass(frozen=True, slots=True)
class Problem:
    """What could not be taken over as it was, and why.

    `row` says where it stands in the file, in the file's own terms ("row 7", "question 3").
    """

    row: str
    question: str
    reason: str

    def __str__(self) -> str:
        """In words, on one line."""
        said = f" ({self.question})" if self.question else ""
        return f"{self.row}{said}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Imported:
    """The questions of a file, and what of it could not be placed: nothing is silently lost.

    `name` is that of the set, or of the file; `format` the key in `FORMATS`.
    """

    name: str
    format: str
    questions: tuple[Question, ...]
    problems: tuple[Problem, ...] = ()

    @property
    def set(self) -> QuestionSet:
        """The questions as a set."""
        return QuestionSet(name=self.name, questions=self.questions)
