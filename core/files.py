"""Writing to the data folder so that what others see is whole or not there at all.

New files and folders are made below `<home>/tmp` and moved into place by a rename, which is
atomic within a file system. A lock file beside each of them belongs to the process that writes;
the operating system lets go of it when the process ends, however it ends, so that what a crash
left can be told from what is being written.
"""

from __future__ import annotations

import errno
import itertools
import os
import re
import shutil
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from filelock import BaseFileLock, FileLock, Timeout

from core.errors import DiskFull, SetupError

if TYPE_CHECKING:
    from collections.abc import Iterator


_COUNT = itertools.count()
_MB = 1 << 20
_IN_THE_WAY = (errno.ENOTEMPTY, errno.EEXIST, errno.EISDIR, errno.ENOTDIR)
_RESERVE = 1 * _MB
"""Bytes that stay free whatever is written, for the small files that others write meanwhile."""
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_FULL_WORDS = re.compile(
    rf"os error ({errno.ENOSPC}|{errno.EDQUOT})\b|No space left|quota exceeded|disk is full", re.I
)
"""How libraries that translate errors of the system themselves say it."""


@contextmanager
def staged(home: Path) -> Iterator[Path]:
    """An empty folder on the file system of `home`; what is left in it is removed on leaving.

    Raises:
        DiskFull: there is no room.
        SetupError: the data folder cannot be written.
    """
    require_space(home, 0)
    with temporary_path(home) as folder:
        with writing(home):
            folder.mkdir()
        yield folder


@contextmanager
def temporary_path(home: Path) -> Iterator[Path]:
    """A path on the file system of `home` where nothing is; what is there on leaving is removed.

    What is to be removed is renamed to it, for which also a full disk has room.

    Raises:
        SetupError: the data folder cannot be written.
    """
    path = home / "tmp" / f"{os.getpid()}-{next(_COUNT)}"
    with writing(home):
        path.parent.mkdir(parents=True, exist_ok=True)
        # Whoever holds the path may hand it on to another thread.
        lock = FileLock(_lock_of(path), thread_local=False)
        lock.acquire()
    try:
        yield path
    finally:
        _remove(path)
        _lock_of(path).unlink(missing_ok=True)
        lock.release()


def sweep(home: Path) -> int:
    """Number of unfinished files and folders that ended processes left, now removed."""
    removed = 0
    for path in (home / "tmp").glob("*.lock"):
        lock = FileLock(path)
        try:
            lock.acquire(timeout=0)
        except (Timeout, OSError):
            continue
        _remove(path.with_suffix(""))
        path.unlink(missing_ok=True)
        lock.release()
        removed += 1
    return removed


def write_atomic(home: Path, path: Path, content: bytes) -> None:
    """Puts `content` into the file `path` below `home`; readers see the old or the new one.

    Raises:
        DiskFull: there is no room.
        SetupError: the data folder cannot be written.
    """
    require_space(home, len(content))
    with staged(home) as folder, writing(home):
        write_synced(folder / path.name, content)
        path.parent.mkdir(parents=True, exist_ok=True)
        (folder / path.name).replace(path)


def put_aside(home: Path, path: Path) -> Path | None:
    """Where a damaged file now lies, beside its place; None if there was none.

    Raises:
        SetupError: the data folder cannot be written.
    """
    names = (f"{path.name}.damaged{number}" for number in ("", *range(2, 1000)))
    target = next(path.with_name(name) for name in names if not path.with_name(name).exists())
    with writing(home):
        try:
            path.rename(target)
        except FileNotFoundError:
            return None
    return target


def move_into_place(new: Path, target: Path, folder: Path) -> None:
    """Renames a file or folder to `target`; what was there before comes into `folder`.

    Several may do so at once for one target. Raises `OSError`.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    while True:
        if target.is_dir() or new.is_dir():
            with suppress(FileNotFoundError):
                target.rename(folder / f"old-{next(_COUNT)}")
        try:
            new.replace(target)
            return
        except OSError as error:
            if error.errno not in _IN_THE_WAY:
                raise


def write_synced(path: Path, content: bytes) -> None:
    """Writes a file and waits until it is on the disk, so that a rename cannot overtake it."""
    with path.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


@contextmanager
def writing(home: Path) -> Iterator[None]:
    """Turns a refusal of the file system into an error that names the data folder.

    Raises:
        DiskFull: there is no room.
        SetupError: it cannot be written for another reason.
    """
    try:
        yield
    except OSError as error:
        if disk_is_full(error):
            raise full_disk(home) from error
        raise SetupError(
            f"The data folder {home} cannot be written: {error.strerror or error}. Correct its "
            "permissions, or set SIGHTLINE_HOME to another folder."
        ) from error


@contextmanager
def changing(home: Path, lock: BaseFileLock) -> Iterator[None]:
    """No other process or thread that takes the lock is inside this block.

    Raises:
        DiskFull, SetupError: as `writing` of the data folder `home`.
    """
    with writing(home):
        Path(lock.lock_file).parent.mkdir(parents=True, exist_ok=True)
        with lock:
            yield


def require_space(folder: Path, needed: int) -> None:
    """Raises an error unless so many bytes are free on the disk of a folder, which need not exist.

    Raises:
        DiskFull: there are fewer.
    """
    if _free(folder) < needed + _RESERVE:
        raise full_disk(folder, needed + _RESERVE)


def disk_is_full(error: BaseException) -> bool:
    """Whether an error of the system or of a library says that there is no room on a disk."""
    if isinstance(error, OSError) and error.errno is not None:
        return error.errno in _FULL
    return says_full_disk(str(error))


def says_full_disk(words: str) -> bool:
    """Whether what a library or a process printed says that there is no room on a disk."""
    return bool(_FULL_WORDS.search(words))


def is_full(folder: Path) -> bool:
    """Whether next to nothing is free on the disk of a folder."""
    return _free(folder) < _RESERVE


def is_writable(folder: Path) -> bool:
    """Whether a folder, or the first one above it that exists, may be written."""
    return os.access(_present(folder), os.W_OK)


def full_disk(folder: Path, needed: int = 0) -> DiskFull:
    """The error for a disk without room for `needed` bytes, where that is known."""
    needs = f", {-(-needed // _MB)} MB are needed" if needed else ""
    return DiskFull(
        f"The disk of {folder} is full: {_free(folder) // _MB} MB are free{needs}. Delete files "
        "that you no longer need, or set SIGHTLINE_HOME to a folder on another disk, then try "
        "again. What was there before is unchanged."
    )


def _free(folder: Path) -> int:
    return shutil.disk_usage(_present(folder)).free


def _present(folder: Path) -> Path:
    """The folder, or the first one above it that exists."""
    return next(path for path in (folder, *folder.parents) if path.exists())


def _remove(path: Path) -> None:
    """Removes a file or folder as far as that can be done."""
    shutil.rmtree(path, ignore_errors=True)
    with suppress(OSError):
        path.unlink(missing_ok=True)


def _lock_of(path: Path) -> Path:
    return path.with_suffix(".lock")
