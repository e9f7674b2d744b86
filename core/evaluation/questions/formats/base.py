"""What an import of questions gives, and what a format of them must do."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, Protocol

from pydantic import ValidationError

from core.errors import InputError
from core.evaluation.questions.base import Question, QuestionSet, distinct

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

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
        words = f" ({self.question})" if self.question else ""
        return f"{self.row}{words}: {self.reason}"


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


class Entry(NamedTuple):
    """What a file says of one question: where it stands, its words, and how it is read.

    `read` raises `InputError` or `ValidationError` where it cannot be taken over.
    """

    row: str
    text: str
    read: Callable[[Corpus], Question]


class QuestionFormat(Protocol):
    """A form that files of questions have."""

    def recognises(self, content: Content) -> bool:
        """Whether a file has this form, as far as its outline shows. Raises as `Content`."""
        ...

    def entries(self, content: Content, imported: Importing) -> Iterator[Entry]:
        """The questions of a file in its order; name and notes go into `imported`.

        Raises:
            InputError: the file as a whole cannot be read.
        """
        ...


@dataclass
class Importing:
    """A file that is read: the name of its set, questions taken so far, and problems met."""

    name: str
    problems: list[Problem] = field(default_factory=list)
    _rows: dict[Question, str] = field(default_factory=dict)

    @property
    def questions(self) -> tuple[Question, ...]:
        """Each once, in the order of the file."""
        return distinct(self._rows)

    def read(self, reader: QuestionFormat, content: Content, corpus: Corpus) -> None:
        """Takes all questions of a file; an error in one is its problem, and the others go on.

        A question that was taken before is a problem. Raises as `QuestionFormat.entries`.
        """
        for entry in reader.entries(content, self):
            try:
                question = entry.read(corpus)
            except InputError as error:
                self.note(entry.row, entry.text, str(error))
            except ValidationError as error:
                self.note(entry.row, entry.text, _invalid(error))
            else:
                self._add(entry.row, question)

    def note(self, row: str, question: str, reason: str) -> None:
        """Keeps a problem."""
        self.problems.append(Problem(row, " ".join(question.split()), reason))

    def _add(self, row: str, question: Question) -> None:
        if before := self._rows.get(question):
            self.note(row, question.text, f"It stands in the file twice; {before} is kept.")
        else:
            self._rows[question] = row


def text_of(entry: object, name: str = "question") -> str:
    """A field of an object of JSON as text; empty where it is no object or has no such field."""
    return str(entry.get(name, "")) if isinstance(entry, dict) else ""


def _invalid(error: ValidationError) -> str:
    first = error.errors(include_url=False)[0]
    place = ".".join(map(str, first["loc"]))
    if not place:
        return "It is no question with named fields. Correct the file."
    return f"{place}: {first['msg']}. Correct the file."
