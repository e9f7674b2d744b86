"""An answer with the cut-outs of its quotes as one file, from the command line."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

from core.cli.output import save
from core.errors import InvalidOption
from core.rendering import Renderer
from core.workbench.answer_records import RecordForm

if TYPE_CHECKING:
    from pathlib import Path

    from core.cli.console import Console
    from core.export.answer_record.base import AnswerRecord
    from core.workbench import Workbench


def record_form(path: Path) -> RecordForm:
    """The kind of file that the suffix of a name stands for.

    Raises:
        InvalidOption: it stands for none.
    """
    suffix = path.suffix.lower().removeprefix(".")
    form = next((form for form in RecordForm if form == suffix), None)
    if form is None:
        forms = ", ".join(f".{form}" for form in RecordForm)
        raise InvalidOption(f"{path} is no kind of file for an answer. End its name in {forms}.")
    return form


def write_record(
    workbench: Workbench, record: AnswerRecord, path: Path, console: Console
) -> list[str]:
    """Writes the record where the user wants it; the names of the files that were written."""
    form = record_form(path)
    with closing(Renderer()) as renderer, console.progress("drawing cut-outs") as progress:
        content = workbench.records.file(record, form, renderer, progress)
    save(path, content)
    console.say(f"{path}: {len(content)} bytes")
    return [str(path)]
