"""Inspecting a document of the library in a process of its own, once for each document."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any

from core.errors import BrokenPdf, NotAPdf, PasswordNeeded
from core.file_format import decode_model, encode_model
from core.inspection import TOOLS
from core.inspection.results import INSPECTION, Inspection
from core.jobs import Job, Limits, run_isolated
from core.jobs.failure_causes import REPAIR, unreadable
from core.library.file_checks import read_source
from core.library.file_kinds import LOOKED_AT, Kind, kind_of

if TYPE_CHECKING:
    from pathlib import Path

    from core.library import Library
    from core.progress import Progress
    from core.settings import Settings

STAGE = "inspection"
_KEY = "policy-1.json"
"""Counted up when the same file gives other answers."""


def inspect_document(library: Library, sha: str, progress: Progress | None = None) -> Inspection:
    """What the Inspector finds out about a document, from the cache if it was asked before.

    `progress` counts steps and may raise `Cancelled`; then nothing is kept.

    Raises:
        NotFound: the library has no such document.
        NotAPdf: it was given as text.
        BrokenPdf: the file cannot be read, or crashed the process.
        LimitReached: inspecting passed the limit of time or memory.
    """
    record = library.get(sha)
    if record.kind not in LOOKED_AT:
        raise _not_inspected(record.name)
    if cached := known_inspection(library, sha):
        return cached
    job = _job(record.name, library.pdf_path(sha), sha, encrypted=record.encrypted)
    values = library.run(job, library.limits(_seconds(library.settings)), progress)
    inspection = Inspection.model_validate(values)
    library.store_bytes(sha, STAGE, _KEY, encode_model(INSPECTION, inspection))
    return inspection


def inspect_path(path: Path, settings: Settings, progress: Progress | None = None) -> Inspection:
    """What the Inspector finds out about a file that is in no library; nothing is kept.

    Raises:
        InputError: the file cannot be used (see `core.library.file_checks`).
        LimitReached: inspecting passed the limit of time or memory.
    """
    content = read_source(path, path.name, settings.max_upload_mb)
    if kind_of(content, path.name) is not Kind.PDF:
        raise _not_inspected(path.name)
    job = _job(path.name, path, sha256(content).hexdigest())
    limits = Limits(_seconds(settings), settings.parse_memory_mb)
    return Inspection.model_validate(run_isolated(job, limits, progress))


def _not_inspected(name: str) -> NotAPdf:
    return NotAPdf(
        f"{name}: only PDFs are inspected, and pictures once they are in the library. What is "
        "given as text has one route."
    )


def _seconds(settings: Settings) -> float:
    """Half of what a document has besides its pages: reading it comes after."""
    return settings.parse_seconds / 2


def _job(name: str, path: Path, document: str, *, encrypted: bool = False) -> Job:
    arguments = {"path": str(path), "document": document, "encrypted": encrypted}
    return Job(name, f"{__name__}:inspect_file", arguments, 1 + len(TOOLS), (path,))


def known_inspection(library: Library, sha: str) -> Inspection | None:
    """What was found out before; None if nothing was, or the file that holds it is damaged."""
    return kept_inspection(library, sha, _KEY)


def kept_inspection(library: Library, sha: str, key: str) -> Inspection | None:
    """The inspection kept under a key; None if there is none, or it is damaged.

    Raises:
        DataTooNew: a later version wrote it.
    """
    content = library.load_bytes(sha, STAGE, key)
    if content is None:
        return None
    try:
        path = library.stage_path(sha, STAGE, key)
        return decode_model(INSPECTION, Inspection, content, path)
    except ValueError:
        return None


def inspect_file(path: str, document: str, encrypted: bool, progress: Progress) -> dict[str, Any]:
    """The inspection of the PDF at `path` as JSON; runs in the child process.

    Raises:
        BrokenPdf: the file cannot be read.
        PasswordNeeded: it is encrypted, and no copy that opens without the password.
    """
    import pymupdf

    from core.inspection.inspector import inspect
    from core.reading.display_list import UNREADABLE

    try:
        with pymupdf.open(path, filetype="pdf") as pdf:
            if pdf.needs_pass:
                raise PasswordNeeded("the file is encrypted. Add it with its password first.")
            if not pdf.page_count:
                raise BrokenPdf(f"the file holds no pages. {REPAIR}")
            inspection = inspect(pdf, document, progress, encrypted=encrypted)
    except UNREADABLE as error:
        raise unreadable(error) from error
    return inspection.model_dump(mode="json")
