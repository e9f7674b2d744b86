"""The SIRs that the library keeps of a document, one for each parser and options.

A tree from which pages are missing, because time was lacking for them, has the pages that were
read beside it, so that another parse can go on there.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from hashlib import blake2b
from typing import TYPE_CHECKING

from core import sir_io
from core.errors import LimitReached, NotFound
from core.file_format import Form, decode_values, encode_values
from core.parsing.child import PAGES, parse_job, parse_limits
from core.parsing.page_store import PageStore

if TYPE_CHECKING:
    from pathlib import Path

    from core.jobs import Limits
    from core.library import DocumentRecord, Library
    from core.parsing.parser_choice import ParserChoice
    from core.progress import Progress
    from core.sir import Sir

ReadAhead = Callable[["DocumentRecord", "ParserChoice", PageStore], None]
"""Puts pages of a document into a store that others have read for a choice."""
STAGE = "sir"
SECONDS = "seconds"
"""The stage that keeps how long each parse took, under the key of its SIR."""
_SECONDS = Form("sightline.seconds")


def load_or_parse(
    library: Library,
    record: DocumentRecord,
    choice: ParserChoice,
    progress: Progress | None,
    ahead: ReadAhead | None = None,
) -> Sir:
    """The SIR that the library keeps for a choice, made now if it keeps none."""
    try:
        return sir_io.load(library.stage_path(record.sha, STAGE, choice.key))
    except NotFound:
        return parse(library, record, choice, progress, ahead)


def parse(
    library: Library,
    record: DocumentRecord,
    choice: ParserChoice,
    progress: Progress | None,
    ahead: ReadAhead | None = None,
) -> Sir:
    """The SIR of a document, now kept. Pages that are kept already are not read again, nor those
    that are read `ahead`.

    Raises:
        LimitReached: no page was read in time, or none of those that were missing.
    """
    before = _pages(library, record.sha, choice.key)
    read = before.numbers()
    limits = parse_limits(library, record.page_count - len(read))

    def fill(folder: Path) -> None:
        folder.mkdir()
        if read:
            shutil.copytree(before.folder, folder / PAGES)
        elif ahead:
            ahead(record, choice, PageStore(folder / PAGES))
        # How many pages are read is known to the child, which loads those that are kept.
        total = 0 if (folder / PAGES).exists() else record.page_count
        job = parse_job(library, record, choice, folder, limits, total)
        library.run(job, limits, progress)
        if read and read == PageStore(folder / PAGES).numbers():
            raise _nothing_read(record, len(read), limits)

    start = time.monotonic()
    spent = (seconds_of(library, record.sha, choice.key) or 0.0) if read else 0.0
    sir = sir_io.load(library.store(record.sha, STAGE, choice.key, fill))
    spent += time.monotonic() - start
    values = {"seconds": round(spent, 3)}
    library.store_bytes(record.sha, SECONDS, choice.key, encode_values(_SECONDS, values))
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


def versioned_key(library: Library, sha: str, key: str) -> str:
    """A name for the tree that is kept under `key`, another one while pages are missing."""
    numbers = _pages(library, sha, key).numbers()
    if not numbers:
        return key
    return f"{key}-{blake2b(str(numbers).encode(), digest_size=5).hexdigest()}"


def _pages(library: Library, sha: str, key: str) -> PageStore:
    return PageStore(library.stage_path(sha, STAGE, key) / PAGES)


def _nothing_read(record: DocumentRecord, read: int, limits: Limits) -> LimitReached:
    """The error for a parse that went on and read no page more."""
    missing = record.page_count - read
    pages = "the missing page" if missing == 1 else f"any of the {missing} missing pages"
    return LimitReached(
        f"{record.name}: {limits.seconds:g} s were not enough to read {pages}; what was "
        "read before is still there. Raise the limits for a page and for a document in the "
        "settings, and go on."
    )
