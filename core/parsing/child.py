"""Parsing the file of a document in a process of its own, as far as its time reaches."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core import sir_io
from core.jobs import Job
from core.jobs.failure_causes import unreadable
from core.parsing import get_parser
from core.parsing.base import NATIVE, ParseRun, Staff
from core.parsing.page_store import PageStore
from core.reading.ocr import program_folders

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pymupdf

    from core.jobs import Limits
    from core.library import DocumentRecord, Library
    from core.parsing.parser_choice import ParserChoice
    from core.progress import Progress
    from core.settings import Settings

PAGES = "pages"
"""The folder within a tree that holds pages, where others are missing."""
_REPAIRED = (
    "The file is damaged, perhaps cut short: text of its pages may be missing. Compare them with "
    "the source, or add a whole copy."
)
"""What MuPDF cannot find in a file that it has put together again, it leaves out without a word."""
_GRACE = 10.0, 0.2
"""Seconds for making a tree of the pages that were read in time, and their share of that time."""


def parse_limits(library: Library, pages: int) -> Limits:
    """What reading so many pages of a document may take."""
    seconds = library.settings.reading_seconds(pages)
    return library.limits(seconds, grace=_GRACE[0] + _GRACE[1] * seconds)


def staff_of(settings: Settings, limits: Limits) -> Staff:
    """Who reads the pages of a file."""
    return Staff(
        settings.parse_workers, settings.page_seconds, limits.seconds_left, settings.parse_threads
    )


def parse_job(
    library: Library,
    record: DocumentRecord,
    choice: ParserChoice,
    folder: Path,
    limits: Limits,
    total: int,
) -> Job:
    """The job that saves the SIR of a document in `folder`; `total` is as in `Job`."""
    path = library.pdf_path(record.sha)
    arguments = {
        "path": str(path),
        "document": record.sha,
        "parser": choice.parser,
        "options": choice.options.model_dump(mode="json"),
        "folder": str(folder),
        "staff": asdict(staff_of(library.settings, limits)),
    }
    outputs = library.stage_folder(record.sha, NATIVE)
    reads = (path, *([outputs] if outputs.exists() else []), *program_folders())
    return Job(record.name, f"{__name__}:parse_file", arguments, total, reads, folder, True)


def parse_file(
    path: str,
    document: str,
    parser: str,
    options: dict[str, Any],
    folder: str,
    staff: dict[str, Any],
    progress: Progress,
) -> None:
    """Parses the PDF at `path` and saves its SIR in `folder`; runs in the child process.

    Raises:
        NoText: no page holds text that this parser can read.
        BrokenPdf: the file cannot be read.
        LimitReached: no page was read in time.
    """
    chosen = get_parser(parser)
    store = PageStore(Path(folder) / PAGES)
    with opened_pdf(path) as pdf:
        run = ParseRun(progress, Staff(**staff), store)
        sir = chosen.parse(pdf, document, chosen.options(**options), run)
        if pdf.is_repaired:
            notices = (sir.metadata.get("notices", ""), _REPAIRED)
            sir.metadata["notices"] = "\n".join(filter(None, notices))
    sir_io.save(sir, Path(folder))


@contextmanager
def opened_pdf(path: str) -> Iterator[pymupdf.Document]:
    """Raises `BrokenPdf` where the PDF cannot be opened, or read in the block."""
    import pymupdf
    from pymupdf import mupdf

    try:
        with pymupdf.open(path, filetype="pdf") as pdf:
            yield pdf
    except (RecursionError, pymupdf.FileDataError, mupdf.FzErrorBase) as error:
        raise unreadable(error) from error
