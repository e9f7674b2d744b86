"""Whether the indexes on disk are what was written, before one of them is opened in this process.

An index with a manifest is compared with it. One without was left by a crash: a process of its
own opens it first, since Qdrant Edge ends its process over some damaged files.
"""

from __future__ import annotations

import logging
from contextlib import contextmanager
from typing import TYPE_CHECKING

from core.errors import BrokenPdf, LimitReached, SightlineError
from core.files import require_space
from core.indexing.folder import IndexFolder, Unreadable
from core.indexing.folder_lock import HandoverLock
from core.jobs import Job, Limits, run_isolated

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_LOG = logging.getLogger("sightline")
_PROBE = Limits(seconds=300, memory_mb=1 << 20)
"""Files are mapped whole, 220 MB for each index at least, so memory is as good as unlimited."""
OPENING_BYTES = 32 << 20
"""Free space that opening an index asks for. It writes into holes of mapped files, some 6 MB on
file systems that fill holes when they are read; a full disk would end the process there."""


def problem_of(folder: IndexFolder, *, thorough: bool = False) -> str:
    """Why the index in a folder cannot be trusted, in words; empty if it can be opened.

    Files whose size and time are those of the manifest are only read if `thorough`. To be called
    with the lock of the index.

    Raises:
        DiskFull: there is no room to open one in doubt.
    """
    try:
        folder.model()
        written, begun = folder.documents(), folder.begun()
    except Unreadable as error:
        return str(error)
    if (manifest := folder.manifest()) is not None:
        return folder.difference(manifest, thorough=thorough)
    require_space(folder.path, OPENING_BYTES)
    arguments = {"shard": str(folder.shard), "written": written, "begun": begun.get("document", "")}
    name, target = f"The index in {folder.path}", "core.indexing.integrity_process:probe"
    job = Job(name, target, arguments, folder=folder.shard)
    try:
        return run_isolated(job, _PROBE)
    except (BrokenPdf, LimitReached) as error:
        _LOG.warning("%s could not be read: %s", folder.path, error)
        return "a process that read it was ended by it"


def damaged_indexes(folder: Path) -> dict[str, str]:
    """The damaged indexes below `folder`, by the names of their folders, each with the reason.

    Every file is read. May be called while the app runs, which lends each index for that; one
    that is being written meanwhile is left out, as is one that there is no room to open.
    """
    paths = [path for path in sorted(folder.glob("*")) if IndexFolder(path).exists]
    problems = {path.name: _checked(path) for path in paths}
    return {name: problem for name, problem in problems.items() if problem}


def remove_index(folder: Path) -> None:
    """Removes the index in `folder`, damaged or not; it is made anew when it is needed.

    Raises:
        StoreUnavailable: another process is writing it.
        SetupError: the folder cannot be written.
    """
    with _locked(folder) as index:
        index.clear()


def _checked(path: Path) -> str:
    try:
        with _locked(path) as index:
            return problem_of(index, thorough=True)
    except SightlineError as error:
        _LOG.warning("the index in %s could not be checked: %s", path, error)
        return ""


@contextmanager
def _locked(path: Path) -> Iterator[IndexFolder]:
    """The index in a folder, which no other process uses meanwhile."""
    index = IndexFolder(path)
    lock = HandoverLock(index.lock, lambda: None)
    try:
        with lock:
            yield index
    finally:
        lock.close()
