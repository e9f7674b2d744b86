"""What an import of questions gives, and what a format of them must do."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from pydantic import ValidationError

from core.errors import InputError
from core.evaluation.questions.base import QuestionSet, distinct

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.evaluation.questions.base import Question
    from core.evaluation.questions.formats.corpus import Corpus
    from core.evaluation.questions.formats.file_content import Content


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

    `name` is that of the set, or of the file; `format` the key in `FORMATS`. A question with a
    problem is left out, unless the problem says that it is kept.
    """

    name: str
    format: str
    questions: tuple[Question, ...]
    problems: tuple[Problem, ...] = ()

    @property
    def set(self) -> QuestionSet:
        """The questions as a set."""
        return QuestionSet(name=self.name, questions=self.questions)


class QuestionFormat(Protocol):
    """A form that files of questions have."""

    def recognises(self, content: Content) -> bool:
        """Whether a file has this form, as far as its outline shows. Raises as `Content`."""
        ...

    def read(self, content: Content, corpus: Corpus, taken: Taken) -> None:
        """Puts the questions of a file into `taken`, and what is wrong with others.

        Raises:
            InputError: the file as a whole cannot be read.
        """
        ...


@dataclass
class Taken:
    """Questions taken from a file so far, and problems met."""

    name: str
    problems: list[Problem] = field(default_factory=list)
    _questions: dict[Question, str] = field(default_factory=dict)

    @property
    def questions(self) -> tuple[Question, ...]:
        """Each once, in the order of the file."""
        return distinct(self._questions)

    @contextmanager
    def row(self, row: str, question: str = "") -> Iterator[None]:
        """A part of the file; an error within it is its problem, and the others go on."""
        try:
            yield
        except InputError as error:
            self.note(row, question, str(error))
        except ValidationError as error:
            self.note(row, question, invalid(error))

    def add(self, row: str, question: Question) -> None:
        """Takes a question; one that was taken before is a problem."""
        if before := self._questions.get(question):
            self.note(row, question.text, f"It stands in the file twice; {before} is kept.")
        else:
            self._questions[question] = row

    def note(self, row: str, question: str, reason: str) -> None:
        """Keeps a problem."""
        self.problems.append(Problem(row, " ".join(question.split()), reason))


def invalid(error: ValidationError) -> str:
    """What is wrong with a value, on one line: the first of the problems found."""
    first = error.errors(include_url=False)[0]
    place = ".".join(map(str, first["loc"]))
    if not place:
        return "It is no question with named fields. Correct the file."
    return f"{place}: {first['msg']}. Correct the file."
