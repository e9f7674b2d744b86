"""Writing to the data folder so that what others see is whole or not there at all.

New files and folders are made below `<home>/tmp` and moved into place by a rename, which is
atomic within a file system. A lock file beside each of them belongs to the process that writes;
the operating system lets go of it when the process ends, however it ends, so that what a crash
left can be told from what is being written.
"""

from __future__ import annotations

import itertools
import os
import shutil
from contextlib import contextmanager
from typing import TYPE_CHECKING

from filelock import FileLock, Timeout

from core.errors import SetupError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_COUNT = itertools.count()


@contextmanager
def staged(home: Path) -> Iterator[Path]:
    """An empty folder on the file system of `home`; what is left in it is removed on leaving.

    Raises:
        SetupError: the data folder cannot be written.
    """
    folder = home / "tmp" / f"{os.getpid()}-{next(_COUNT)}"
    with writing(home):
        folder.parent.mkdir(parents=True, exist_ok=True)
        # Whoever holds the folder may hand it on to another thread.
        lock = FileLock(_lock_of(folder), thread_local=False)
        lock.acquire()
    try:
        with writing(home):
            folder.mkdir()
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        _lock_of(folder).unlink(missing_ok=True)
        lock.release()


def sweep(home: Path) -> int:
    """Number of unfinished folders that ended processes left, now removed."""
    removed = 0
    for path in (home / "tmp").glob("*.lock"):
        lock = FileLock(path)
        try:
            lock.acquire(timeout=0)
        except (Timeout, OSError):
            continue
        shutil.rmtree(path.with_suffix(""), ignore_errors=True)
        path.unlink(missing_ok=True)
        lock.release()
        removed += 1
    return removed


def write_atomic(home: Path, path: Path, content: bytes) -> None:
    """Puts `content` into the file `path` below `home`; readers see the old or the new one.

    Raises:
        SetupError: the data folder cannot be written.
    """
    with staged(home) as folder, writing(home):
        write_synced(folder / path.name, content)
        path.parent.mkdir(parents=True, exist_ok=True)
        (folder / path.name).replace(path)


def write_synced(path: Path, content: bytes) -> None:
    """Writes a file and waits until it is on the disk, so that a rename cannot overtake it."""
    with path.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


@contextmanager
def writing(home: Path) -> Iterator[None]:
    """Turns a refusal of the file system into an error that names the data folder."""
    try:
        yield
    except OSError as error:
        raise SetupError(
            f"The data folder {home} cannot be written: {error.strerror or error}. Free some "
            "space, correct its permissions, or set SIGHTLINE_HOME to another folder."
        ) from error


def _lock_of(folder: Path) -> Path:
    return folder.with_suffix(".lock")
