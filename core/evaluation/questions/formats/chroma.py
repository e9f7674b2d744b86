"""Questions of the Chroma chunking evaluation.

Source: B. Smith and A. Troynikov, Evaluating Chunking Strategies for Retrieval, 2024; file
`questions_df.csv` of github.com/brandonstarxel/chunking_evaluation.
"""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING, Any

from core.errors import InputError
from core.evaluation.questions.base import Evidence, Origin, Question
from core.evaluation.questions.formats.base import Entry, Importing

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from core.evaluation.questions.formats.corpus import Corpus
    from core.evaluation.questions.formats.file_content import Content

_COLUMNS = frozenset({"question", "references", "corpus_id"})


class Chroma:
    """A table of questions with their references as JSON: content, start_index and end_index.

    `corpus_id` is the name of a document without its ending. The offsets are those of the
    corpus's own file, so they only tell which of several occurrences is meant.
    """

    def recognises(self, content: Content) -> bool:
        """Whether the table has these columns."""
        return not content.looks_like_json and {*content.columns} >= _COLUMNS

    def entries(self, content: Content, imported: Importing) -> Iterator[Entry]:
        """See `QuestionFormat.entries`."""
        for number, cells in enumerate(content.table, start=2):
            if cells:
                yield Entry(f"row {number}", cells["question"], partial(_question, cells))


def _question(cells: Mapping[str, str], corpus: Corpus) -> Question:
    document = corpus.find(cells["corpus_id"])
    references = _references(cells["references"])
    evidence = tuple(_evidence(reference, document, corpus) for reference in references)
    return Question(text=cells["question"], evidence=evidence, origin=Origin.IMPORTED)


def _references(cell: str) -> list[Any]:
    try:
        references = json.loads(cell)
    except (ValueError, RecursionError) as error:
        raise InputError(f"Its references are no valid JSON: {error}. Correct them.") from error
    if not isinstance(references, list) or not references:
        raise InputError("Its references are no list of excerpts. Correct them.")
    return references


def _evidence(reference: Any, document: str, corpus: Corpus) -> Evidence:
    if not isinstance(reference, dict) or not isinstance(reference.get("content"), str):
        raise InputError("A reference has no content. Correct the references.")
    start = reference.get("start_index")
    near = start if isinstance(start, int) else None
    return corpus.locate(document, reference["content"], near=near).evidence
