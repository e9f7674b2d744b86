"""Files that questions come from and go to, one format each."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from core.evaluation.questions.base import QuestionSet
    from core.evaluation.questions.formats.base import Imported
    from core.pipeline import Workbench

FORMATS = {
    "json": "Sightline, JSON",
    "csv": "Sightline, CSV",
    "chroma": "Chroma evaluation, CSV",
    "squad": "SQuAD, JSON",
    "quotes": "Questions with quotes, JSON",
}
"""What people call the formats that can be read; the first two can be written."""


def read_questions(
    source: Path | bytes, bench: Workbench, name: str = "", kind: str = ""
) -> Imported:
    """The questions of a file, their evidence looked for in the documents of the library.

    The format is told by what the file holds, unless `kind` gives it (a key of `FORMATS`). `name`
    is what the file is called, needed for bytes.

    Raises:
        NotFound: there is no such file.
        InputError: it is of no known format, or damaged; the message names the row.
    """
    raise NotImplementedError


def write_questions(questions: QuestionSet, names: Mapping[str, str], kind: str) -> bytes:
    """The set as a file of the kind "json" or "csv", which `read_questions` reads unchanged.

    `names` says what documents are called, by their SHA-256. The CSV has a row for each piece of
    evidence.

    Raises:
        InvalidOption: that format cannot be written.
    """
    raise NotImplementedError
