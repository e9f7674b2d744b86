"""Some pages of a PDF, read in a process of its own for a parse that somebody else finishes."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.errors import InvalidOption
from core.jobs import Job
from core.library.file_kinds import Kind
from core.parsing import get_parser
from core.parsing.base import PageOptions, ParseRun, Staff, collecting_seldom
from core.parsing.child import opened_pdf
from core.parsing.page_store import PageStore
from core.reading.ocr import program_folders

if TYPE_CHECKING:
    from core.library import DocumentRecord
    from core.parsing.parser_choice import ParserChoice
    from core.progress import Progress


def can_be_divided(record: DocumentRecord, choice: ParserChoice) -> bool:
    """Whether others can read pages of a document who have nothing but its file."""
    is_file = record.kind is Kind.PDF and not record.working_sha
    return is_file and isinstance(choice.options, PageOptions)


def range_job(
    path: Path,
    name: str,
    parser: str,
    options: dict[str, Any],
    numbers: range,
    folder: Path,
    staff: Staff,
) -> Job:
    """The job that reads pages of a PDF, by their numbers from 1, into a `PageStore` in `folder`.

    `options` are in JSON those of a parser whose documents `can_be_divided`.
    """
    arguments = {
        "path": str(path),
        "parser": parser,
        "options": options,
        "first": numbers.start,
        "last": numbers.stop - 1,
        "folder": str(folder),
        "staff": asdict(staff),
    }
    return Job(
        name,
        f"{__name__}:read_range",
        arguments,
        len(numbers),
        (path, *program_folders()),
        folder,
        True,
    )


def read_range(
    path: str,
    parser: str,
    options: dict[str, Any],
    first: int,
    last: int,
    folder: str,
    staff: dict[str, Any],
    progress: Progress,
) -> None:
    """Reads pages `first` to `last` and keeps them in `folder`; runs in the child process.

    Raises:
        InvalidOption: the parser does not read page by page.
        BrokenPdf: the file cannot be read.
    """
    from core.parsing.reader import read_pages

    chosen = get_parser(parser).options(**options)
    if not isinstance(chosen, PageOptions):
        raise InvalidOption(f"The parser {parser} does not read page by page.")
    with opened_pdf(path) as pdf, collecting_seldom():
        indexes = range(first - 1, min(last, pdf.page_count))
        pages = read_pages(pdf, chosen.plan(), ParseRun(progress, Staff(**staff)), indexes)
    PageStore(Path(folder)).keep(pages)
