"""Question sets as JSON, with all that is known of them."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING, Any

from core.errors import InputError
from core.evaluation.questions.base import Question, QuestionSet
from core.evaluation.questions.formats.base import Entry, Importing, text_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from core.evaluation.questions.formats.corpus import Corpus
    from core.evaluation.questions.formats.file_content import Content

_FORMAT = "sightline-questions"
_VERSION = 1


class SightlineJson:
    """An object of the set's name, the documents' names and the questions as they are kept.

    Evidence of a document that the library has only in another version is found by its words.
    """

    def recognises(self, content: Content) -> bool:
        """Whether it is an object with a list of questions."""
        return isinstance(content.fields.get("questions"), list)

    def entries(self, content: Content, imported: Importing) -> Iterator[Entry]:
        """See `QuestionFormat.entries`."""
        if content.fields.get("version", _VERSION) != _VERSION:
            raise InputError(
                f"{content.name} was written by another version of Sightline. Export it again "
                "with this one."
            )
        names = content.fields.get("documents")
        named = names if isinstance(names, dict) else {}
        imported.name = str(content.fields.get("name") or imported.name)
        for number, entry in enumerate(content.fields["questions"], start=1):
            row = f"question {number}"
            note = partial(imported.note, row)
            yield Entry(row, text_of(entry, "text"), partial(_question, entry, named, note))


_MOVED = "Its document is in the library in another version. It is kept, found there by its words."


def write(questions: QuestionSet, names: Mapping[str, str]) -> bytes:
    """The set as a file; `names` says what its documents are called."""
    content = {
        "format": _FORMAT,
        "version": _VERSION,
        "name": questions.name,
        "documents": {sha: names[sha] for sha in questions.documents if sha in names},
        "questions": [question.model_dump(mode="json") for question in questions.questions],
    }
    return (json.dumps(content, ensure_ascii=False, indent=1) + "\n").encode()


def _question(
    entry: object, names: Mapping[str, Any], note: Callable[[str, str], None], corpus: Corpus
) -> Question:
    question = Question.model_validate_json(json.dumps(entry))
    settled = _settled(question, names, corpus)
    if settled != question:
        note(question.text, _MOVED)
    return settled


def _settled(question: Question, names: Mapping[str, Any], corpus: Corpus) -> Question:
    """The question with evidence in documents of the library. Raises `InputError`."""
    return question.model_copy(
        update={
            "evidence": tuple(
                corpus.settled(piece, str(names.get(piece.document, "")))
                for piece in question.evidence
            ),
            "documents": tuple(
                document if document in corpus else corpus.find(str(names.get(document, document)))
                for document in question.documents
            ),
        }
    )
