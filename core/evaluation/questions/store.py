"""Question sets kept in the data folder: `<home>/evaluation/questions/<slug>-<digits>.json`.

The digits are made of the name, so that any name has a file and no two names share one.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import blake2b
from typing import TYPE_CHECKING

from filelock import FileLock

from core.errors import DataTooNew, InputError, InvalidOption, NotFound
from core.evaluation.questions.base import Question, QuestionSet, distinct
from core.file_format import Form, decode_model, encode_model
from core.files import changing, write_atomic
from core.text.one_line import on_one_line, typed_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path


_FORM = Form("sightline.questions")
_NAME_LENGTH = 80
_SLUG_LENGTH = 40
_MISPLACED = "The file holds the set {name!r} under the file name of another. Import it anew."


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
        self._home = home
        self.folder = home / "evaluation" / "questions"
        self._lock = FileLock(self.folder / "questions.lock")

    def list(self) -> tuple[KeptSet, ...]:
        """All sets by name; those that cannot be read with their problem."""
        sets = [entry for path in self.folder.glob("*.json") if (entry := _listed(path))]
        return tuple(sorted(sets, key=lambda entry: (entry.name.casefold(), entry.name)))

    def load(self, name: str) -> QuestionSet:
        """The set of that name.

        Raises:
            NotFound: there is none.
            InputError: its file is damaged.
        """
        path = self._path(name)
        if path is None:
            raise NotFound(f"There is no question set {name!r}. Choose one of the list.")
        return _read(path)

    def create(self, name: str, questions: Iterable[Question] = ()) -> QuestionSet:
        """A new set.

        Raises:
            InvalidOption: the name is taken, empty or too long.
            SetupError: the data folder cannot be written; likewise below.
        """
        with changing(self._home, self._lock):
            made = QuestionSet(name=self._free(name), questions=distinct(questions))
            self._write(made)
        return made

    def save(self, questions: QuestionSet) -> None:
        """Keeps a set as it is, in place of what was kept under its name."""
        with changing(self._home, self._lock):
            self._write(questions.model_copy(update={"name": clean_name(questions.name)}))

    def rename(self, name: str, new: str) -> QuestionSet:
        """The set under its new name. Raises as `load` and `create`."""
        with changing(self._home, self._lock):
            before = self.load(name)
            same = _file_name(clean_name(new)) == _file_name(before.name)
            renamed = before.model_copy(
                update={"name": clean_name(new) if same else self._free(new)}
            )
            self._write(renamed)
            if not same:
                self._remove(before.name)
        return renamed

    def delete(self, name: str) -> None:
        """Removes a set, also a damaged one. Raises `NotFound`."""
        with changing(self._home, self._lock):
            if self._path(name) is None:
                raise NotFound(f"The question set {name!r} is gone already.")
            self._remove(name)

    def add(self, name: str, questions: Iterable[Question]) -> QuestionSet:
        """The set with more questions at its end; those it holds already are left out.

        Raises as `load`.
        """
        return self._change(name, lambda old: (*old, *questions))

    def replace(self, name: str, question: str, new: Question) -> QuestionSet:
        """The set with another question in the place of the one with that id.

        Raises as `load`, and `NotFound` where the set has no such question.
        """

        def replaced(old: tuple[Question, ...]) -> tuple[Question, ...]:
            if all(item.id != question for item in old):
                raise NotFound(f"The set {name!r} has no such question any more. Add it anew.")
            return tuple(new if item.id == question else item for item in old)

        return self._change(name, replaced)

    def remove(self, name: str, questions: Iterable[str]) -> QuestionSet:
        """The set without the questions of these ids. Raises as `load`."""
        gone = frozenset(questions)
        return self._change(name, lambda old: tuple(item for item in old if item.id not in gone))

    def free_name(self, name: str) -> str:
        """The name, or with a number behind it where it is taken. Raises `InvalidOption`."""
        base, number = clean_name(name[:_NAME_LENGTH]), 1
        free = base
        while self._path(free) is not None:
            number += 1
            end = f" {number}"
            free = base[: _NAME_LENGTH - len(end)] + end
        return free

    def _change(
        self, name: str, change: Callable[[tuple[Question, ...]], tuple[Question, ...]]
    ) -> QuestionSet:
        with changing(self._home, self._lock):
            before = self.load(name)
            after = before.model_copy(update={"questions": distinct(change(before.questions))})
            if after != before:
                self._write(after)
        return after

    def _path(self, name: str) -> Path | None:
        """The file of a set, or the file of that name if it is listed so; None if there is none."""
        own = self.folder / _file_name(name)
        if own.exists():
            return own
        return next((path for path in self.folder.glob("*.json") if path.name == name), None)

    def _free(self, name: str) -> str:
        cleaned = clean_name(name)
        if self._path(cleaned) is not None:
            raise InvalidOption(f"There is a question set {cleaned!r} already. Give another name.")
        return cleaned

    def _write(self, questions: QuestionSet) -> None:
        content = encode_model(_FORM, questions, 1) + b"\n"
        write_atomic(self._home, self.folder / _file_name(questions.name), content)

    def _remove(self, name: str) -> None:
        if path := self._path(name):
            path.unlink(missing_ok=True)


def clean_name(name: str) -> str:
    """A name on one line, without signs that cannot be seen.

    Raises:
        InvalidOption: nothing is left, or more than 80 characters.
    """
    composed = unicodedata.normalize("NFC", name)
    return typed_line(composed, _NAME_LENGTH, "A question set needs a name. Enter one.")


def _file_name(name: str) -> str:
    known = on_one_line(unicodedata.normalize("NFKC", name)).casefold()
    slug = re.sub(r"[^a-z0-9]+", "-", known)[:_SLUG_LENGTH].strip("-")
    digits = blake2b(known.encode("utf-8", "surrogatepass"), digest_size=4).hexdigest()
    return f"{slug}-{digits}.json" if slug else f"{digits}.json"


def _read(path: Path) -> QuestionSet:
    """The set in a file. Raises as `QuestionStore.load`."""
    try:
        question_set = decode_model(_FORM, QuestionSet, path.read_bytes(), path)
    except FileNotFoundError as error:
        raise NotFound(f"The question set {path.name} is gone already.") from error
    except (OSError, ValueError) as error:
        raise InputError(
            f"The file of the question set {path.name} is damaged or cannot be read. Delete the "
            f"set, or put a copy of the file back: {path}."
        ) from error
    if _file_name(question_set.name) != path.name:
        raise InputError(_MISPLACED.format(name=question_set.name))
    return question_set


def _listed(path: Path) -> KeptSet | None:
    """A file as it is listed; None if it is gone meanwhile."""
    try:
        changed = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    except OSError:
        return None
    try:
        question_set = _read(path)
    except NotFound:
        return None
    except (InputError, DataTooNew) as error:
        return KeptSet(path.name, changed, problem=str(error))
    unanswerable = sum(
        not question.answerable and not question.incomplete for question in question_set.questions
    )
    return KeptSet(
        question_set.name,
        changed,
        len(question_set.questions),
        unanswerable,
        question_set.documents,
    )
