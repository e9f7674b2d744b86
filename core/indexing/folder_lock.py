"""A lock on a folder that processes hand to each other when they are not using it."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Self

from filelock import FileLock, Timeout

from core.errors import StoreUnavailable
from core.files import writing

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

_POLL = 0.1
"""Seconds between two looks of a waiting process, and of the holder for one that waits."""


class HandoverLock:
    """Held from the first use until another process asks for it.

    Files that only one process may have open, and that are slow to open, stay open in the
    process that uses them. One that needs them writes a mark beside the lock; the holder sees
    it as soon as it is idle, closes the files and lets go. Used as a context manager, by any
    number of threads, one at a time.
    """

    def __init__(self, path: Path, release: Callable[[], None], timeout: float = 20.0) -> None:
        """A lock at `path`; `release` closes what it protects, `timeout` is in seconds."""
        self._path = path
        self._mark = path.with_suffix(".wanted")
        self._release = release
        self._timeout = timeout
        self._file = FileLock(path, thread_local=False)
        self._guard = threading.RLock()
        self._let_go = threading.Event()

    def __enter__(self) -> Self:
        self._guard.acquire()
        try:
            if not self._file.is_locked:
                self._take()
        except BaseException:
            self._guard.release()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._guard.release()

    def close(self) -> None:
        """Releases what the lock protects, and the lock, whatever happens; may be called twice."""
        with self._guard:
            if self._file.is_locked:
                try:
                    self._release()
                finally:
                    self._let_go.set()
                    self._file.release()

    def _take(self) -> None:
        with writing(self._path.parent):
            self._path.parent.mkdir(parents=True, exist_ok=True)
        deadline = time.monotonic() + self._timeout
        while not self._acquired():
            if time.monotonic() > deadline:
                raise StoreUnavailable(
                    f"The index in {self._path.parent} is being used by another Sightline. "
                    "Wait until it has finished writing, or stop it, then try again."
                )
            self._mark.touch()
            time.sleep(_POLL)
        self._mark.unlink(missing_ok=True)
        self._let_go = threading.Event()
        threading.Thread(target=self._watch, args=[self._let_go], daemon=True).start()

    def _acquired(self) -> bool:
        with writing(self._path.parent):
            try:
                self._file.acquire(timeout=0)
            except Timeout:
                return False
        return True

    def _watch(self, let_go: threading.Event) -> None:
        while not let_go.wait(_POLL):
            if self._mark.exists() and self._guard.acquire(blocking=False):
                try:
                    self.close()
                finally:
                    self._guard.release()
                return
