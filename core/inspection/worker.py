"""Inspecting a document of the library in a process of its own, once for each document."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from core.errors import BrokenPdf
from core.inspection import TOOLS
from core.inspection.results import Inspection
from core.isolation import Job, Limits, run_isolated

if TYPE_CHECKING:
    from core.library import Library
    from core.progress import Progress

STAGE = "inspection"
_KEY = "policy-1.json"
"""Counted up when the same file gives other answers."""


def inspect_document(library: Library, sha: str, progress: Progress | None = None) -> Inspection:
    """What the Inspector finds out about a document, from the cache if it was asked before.

    `progress` counts steps and may raise `Cancelled`; then nothing is kept.

    Raises:
        NotFound: the library has no such document.
        BrokenPdf: the file cannot be read, or crashed the process.
        LimitReached: inspecting passed the limit of time or memory.
    """
    record = library.get(sha)
    if known := known_inspection(library, sha):
        return known
    arguments = {
        "path": str(library.pdf_path(sha)),
        "document": sha,
        "encrypted": record.encrypted,
    }
    job = Job(record.name, f"{__name__}:inspect_file", arguments, 1 + len(TOOLS))
    limits = Limits(library.settings.parse_seconds, library.settings.parse_memory_mb)
    found = Inspection.model_validate(run_isolated(job, limits, progress))
    library.store_bytes(sha, STAGE, _KEY, found.model_dump_json().encode())
    return found


def known_inspection(library: Library, sha: str) -> Inspection | None:
    """What was found out before; None if nothing was, or the file that holds it is damaged."""
    held = library.load_bytes(sha, STAGE, _KEY)
    if held is None:
        return None
    try:
        return Inspection.model_validate_json(held)
    except ValidationError:
        return None


def inspect_file(path: str, document: str, encrypted: bool, progress: Progress) -> dict[str, Any]:
    """The inspection of the PDF at `path` as JSON; runs in the child process.

    Raises:
        BrokenPdf: the file cannot be read.
    """
    import pymupdf
    from pymupdf import mupdf

    from core.inspection.inspector import inspect

    try:
        with pymupdf.open(path, filetype="pdf") as pdf:
            found = inspect(pdf, document, progress, encrypted=encrypted)
    except (pymupdf.FileDataError, mupdf.FzErrorBase) as error:
        raise BrokenPdf(
            f"the file is damaged and cannot be read ({error}). Open it in a PDF reader, save or "
            "print it as a new PDF, and add that one."
        ) from error
    return found.model_dump(mode="json")
