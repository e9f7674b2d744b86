"""Files that questions come from and go to, one format each."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from core.errors import InvalidOption
from core.evaluation.questions.formats.base import Imported, Importing
from core.evaluation.questions.formats.corpus import Corpus, corpus_of
from core.evaluation.questions.formats.file_content import Content, form_of
from core.library.file_checks import check_size, read_file
from core.plugins import load
from core.text.one_line import on_one_line

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.evaluation.questions.base import QuestionSet
    from core.workbench import Workbench

FORMATS = {
    "json": "Sightline (JSON)",
    "csv": "Sightline (CSV)",
    "chroma": "Chroma evaluation (CSV)",
    "squad": "SQuAD (JSON)",
    "quotes": "Questions with quotes (JSON)",
}
"""What people call the formats that can be read."""

_READERS = {
    "json": "core.evaluation.questions.formats.sightline_json:SightlineJson",
    "csv": "core.evaluation.questions.formats.sightline_csv:SightlineCsv",
    "chroma": "core.evaluation.questions.formats.chroma:Chroma",
    "squad": "core.evaluation.questions.formats.squad:Squad",
    "quotes": "core.evaluation.questions.formats.quotes:Quotes",
}
WRITTEN = {
    "json": "core.evaluation.questions.formats.sightline_json:write",
    "csv": "core.evaluation.questions.formats.sightline_csv:write",
}
"""Formats that can be written, and their writers."""

_NAME_LENGTH = 80


def read_questions(
    source: Path | bytes, bench: Workbench, name: str = "", kind: str = ""
) -> Imported:
    """The questions of a file, their evidence looked for in the documents of the library.

    The format is told by what the file holds, unless `kind` gives it (a key of `FORMATS`). `name`
    is what the file is called, needed for bytes.

    Raises:
        NotFound: there is no such file.
        TooLarge: more than `max_upload_mb` of the settings.
        InputError: it is of no known format, or damaged; the message names the row.
    """
    shown = name or (source.name if isinstance(source, Path) else "questions")
    most = bench.settings.max_upload_mb
    content = source if isinstance(source, bytes) else read_file(source, shown, most)
    check_size(len(content), shown, most)
    return read_for(Content(shown, content), corpus_of(bench), kind)


def read_for(content: Content, corpus: Corpus, kind: str = "") -> Imported:
    """As `read_questions`, for any documents. Raises `InputError`."""
    chosen, reader = form_of(content, FORMATS, _READERS, kind, "questions")
    importing = Importing(Path(content.name).stem)
    importing.read(reader, content, corpus)
    name = on_one_line(importing.name)[:_NAME_LENGTH].strip() or "questions"
    return Imported(name, chosen, importing.questions, tuple(importing.problems))


def write_questions(questions: QuestionSet, names: Mapping[str, str], kind: str) -> bytes:
    """The set as a file of the kind "json" or "csv", which `read_questions` reads unchanged.

    `names` says what documents are called, by their SHA-256. The CSV has a row for each piece of
    evidence.

    Raises:
        InvalidOption: that format cannot be written.
    """
    if kind not in WRITTEN:
        raise InvalidOption(f"Questions cannot be written as {kind!r}. Use json or csv.")
    return load(WRITTEN, kind)(questions, names)
