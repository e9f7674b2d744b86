"""Question sets kept in the data folder: `<home>/evaluation/questions/<slug>-<digest>.json`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime
    from pathlib import Path

    from core.evaluation.questions.base import Question, QuestionSet


@dataclass(frozen=True, slots=True)
class KeptSet:
    """A set as it is listed; `problem` says why it cannot be read, with `name` its file then."""

    name: str
    changed: datetime
    questions: int = 0
    unanswerable: int = 0
    documents: tuple[str, ...] = ()
    problem: str = ""


class QuestionStore:
    """Question sets under their names; case does not tell names apart.

    Processes and threads may share a folder: changes are made one after the other, each of them
    to what is there by then.
    """

    def __init__(self, home: Path) -> None:
        """Makes no folder."""
        raise NotImplementedError

    def list(self) -> tuple[KeptSet, ...]:
        """All sets by name; those that cannot be read with their problem."""
        raise NotImplementedError

    def load(self, name: str) -> QuestionSet:
        """The set of that name.

        Raises:
            NotFound: there is none.
            InputError: its file is damaged.
        """
        raise NotImplementedError

    def create(self, name: str, questions: Iterable[Question] = ()) -> QuestionSet:
        """A new set.

        Raises:
            InvalidOption: the name is taken, empty or too long.
            SetupError: the data folder cannot be written; likewise below.
        """
        raise NotImplementedError

    def save(self, questions: QuestionSet) -> None:
        """Keeps a set as it is, in place of what was kept under its name."""
        raise NotImplementedError

    def rename(self, name: str, new: str) -> QuestionSet:
        """The set under its new name. Raises as `load` and `create`."""
        raise NotImplementedError

    def delete(self, name: str) -> None:
        """Removes a set, also a damaged one. Raises `NotFound`."""
        raise NotImplementedError

    def add(self, name: str, questions: Iterable[Question]) -> QuestionSet:
        """The set with more questions at its end; those it holds already are left out.

        Raises as `load`.
        """
        raise NotImplementedError

    def replace(self, name: str, question: str, new: Question) -> QuestionSet:
        """The set with another question in the place of the one with that id.

        Raises as `load`, and `NotFound` where the set has no such question.
        """
        raise NotImplementedError

    def remove(self, name: str, questions: Iterable[str]) -> QuestionSet:
        """The set without the questions of these ids. Raises as `load`."""
        raise NotImplementedError

    def free_name(self, name: str) -> str:
        """The name, or with a number behind it where it is taken."""
        raise NotImplementedError
