"""Parsing a document of the library in a process of its own, as far as its time reaches.

A tree from which pages are missing, because time was lacking for them, has the pages that were
read beside it, so that another parse can go on there.
"""

from __future__ import annotations

import shutil
import time
from dataclasses import asdict, replace
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core import sir_io
from core.errors import LimitReached, NotFound
from core.file_format import Form, decode_values, encode_values
from core.jobs import Job, run_isolated
from core.jobs.failure_causes import unreadable
from core.parsing import get_parser
from core.parsing.page_store import PageStore
from core.parsing.reading_plan import Staff
from core.reading.ocr import program_folders

if TYPE_CHECKING:
    from core.jobs import Limits
    from core.library import DocumentRecord, Library
    from core.parsing.base import ParserOptions
    from core.progress import Progress
    from core.sir import Sir

STAGE = "sir"
SECONDS = "seconds"
"""The stage that keeps how long each parse took, under the key of its SIR."""
_SECONDS = Form("sightline.seconds", (lambda values: {"seconds": values},))
"""A number, before there were versions."""
_PAGES = "pages"
"""The folder within a tree that holds pages, where others are missing."""
_GRACE = 10.0, 0.2
"""Seconds for making a tree of the pages that were read in time, and their share of that time."""


def load_or_parse(
    library: Library,
    record: DocumentRecord,
    parser: str,
    options: ParserOptions,
    key: str,
    progress: Progress | None,
) -> Sir:
    """The SIR that the library keeps under `key`, made now if it keeps none."""
    try:
        return sir_io.load(library.stage_path(record.sha, STAGE, key))
    except NotFound:
        return parse(library, record, parser, options, key, progress)


def parse(
    library: Library,
    record: DocumentRecord,
    parser: str,
    options: ParserOptions,
    key: str,
    progress: Progress | None,
) -> Sir:
    """The SIR of a document, now kept under `key`. Pages that are kept there are not read again.

    Raises:
        LimitReached: no page was read in time, or none of those that were missing.
    """
    before = _store(library, record.sha, key)
    limits = _limits(library, record.page_count - len(before.numbers()))

    def fill(folder: Path) -> None:
        folder.mkdir()
        if before.numbers():
            shutil.copytree(before.folder, folder / _PAGES)
        job = _job(library, record, parser, options, folder, limits)
        # How many pages are read is known to the child, which loads those that are kept.
        run_isolated(replace(job, total=0) if before.numbers() else job, limits, progress)
        _check_progress(record, before, PageStore(folder / _PAGES), limits)

    start = time.monotonic()
    spent = (seconds_of(library, record.sha, key) or 0.0) if before.numbers() else 0.0
    sir = sir_io.load(library.store(record.sha, STAGE, key, fill))
    spent += time.monotonic() - start
    values = {"seconds": round(spent, 3)}
    library.store_bytes(record.sha, SECONDS, key, encode_values(_SECONDS, values))
    return sir


def seconds_of(library: Library, sha: str, key: str) -> float | None:
    """How long the parse took whose SIR is kept under `key`; None if none is."""
    content = library.load_bytes(sha, SECONDS, key)
    path = library.stage_path(sha, SECONDS, key)
    try:
        return check_seconds(content, path) if content else None
    except (ValueError, KeyError):
        return None


def check_seconds(content: bytes, path: Path) -> float:
    """The seconds in a file. Raises `ValueError`, `KeyError` and `DataTooNew`."""
    return float(decode_values(_SECONDS, content, path)["seconds"])


def tree_key(library: Library, sha: str, key: str) -> str:
    """A name for the tree that is kept under `key`, another one while pages are missing."""
    numbers = _store(library, sha, key).numbers()
    if not numbers:
        return key
    return f"{key}-{blake2b(str(numbers).encode(), digest_size=5).hexdigest()}"


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
    import pymupdf
    from pymupdf import mupdf

    chosen = get_parser(parser)
    store = PageStore(Path(folder) / _PAGES)
    try:
        with pymupdf.open(path, filetype="pdf") as pdf:
            made = chosen.options(**options)
            sir = chosen.parse(pdf, document, made, progress, Staff(**staff), store)
    except (RecursionError, pymupdf.FileDataError, mupdf.FzErrorBase) as error:
        raise unreadable(error) from error
    sir_io.save(sir, Path(folder))


def _limits(library: Library, pages: int) -> Limits:
    settings = library.settings
    seconds = settings.parse_seconds + pages * settings.parse_seconds_per_page
    return library.limits(seconds, grace=_GRACE[0] + _GRACE[1] * seconds)


def _job(
    library: Library,
    record: DocumentRecord,
    parser: str,
    options: ParserOptions,
    folder: Path,
    limits: Limits,
) -> Job:
    settings = library.settings
    staff = Staff(settings.parse_workers, settings.page_seconds, limits.seconds_left)
    path = library.pdf_path(record.sha)
    arguments = {
        "path": str(path),
        "document": record.sha,
        "parser": parser,
        "options": options.model_dump(mode="json"),
        "folder": str(folder),
        "staff": asdict(staff),
    }
    return Job(
        record.name,
        f"{__name__}:parse_file",
        arguments,
        record.page_count,
        reads=(path, *program_folders()),
        folder=folder,
        processes=True,
    )


def _store(library: Library, sha: str, key: str) -> PageStore:
    return PageStore(library.stage_path(sha, STAGE, key) / _PAGES)


def _check_progress(
    record: DocumentRecord, before: PageStore, after: PageStore, limits: Limits
) -> None:
    """Refuses a parse that went on and read nothing."""
    if before.numbers() and before.numbers() == after.numbers():
        missing = record.page_count - len(before.numbers())
        pages = "the missing page" if missing == 1 else f"any of the {missing} missing pages"
        raise LimitReached(
            f"{record.name}: {limits.seconds:g} seconds were not enough to read {pages}; what was "
            "read before is still there. Raise the limits for a page and for a document in the "
            "settings, and go on."
        )
