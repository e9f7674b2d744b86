"""Disks with little room and disks that fail, without filling or breaking one."""

from __future__ import annotations

import errno
import io
import os
from typing import TYPE_CHECKING, Any

from core import files

if TYPE_CHECKING:
    from collections.abc import Callable

    import pytest

FULL = OSError(errno.ENOSPC, "No space left on device")


class _Usage:
    def __init__(self, free: int) -> None:
        self.free = free


def with_free(monkeypatch: pytest.MonkeyPatch, megabytes: int) -> None:
    """Every disk seems to have so much room, until `monkeypatch` undoes it."""
    monkeypatch.setattr(files.shutil, "disk_usage", lambda _: _Usage(megabytes << 20))


class Killed(BaseException):
    """The process ended: nothing that it would do from then on is done."""


class FailingDisk:
    """A disk on which the write of a number, counted from 1, fails; all others after it, too, with
    `for_good`. It is whole until `break_down`."""

    def __init__(self, number: int, error: BaseException, *, for_good: bool) -> None:
        self.failed = False
        self._left, self._error, self._for_good = number, error, for_good

    def break_down(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Begins to count, until `monkeypatch` undoes it."""
        for name in ("mkdir", "rename", "replace", "unlink", "rmdir", "fsync"):
            monkeypatch.setattr(os, name, self._counted(getattr(os, name)))
        write, read = self._counted(io.open), io.open

        def opened(file: Any, mode: str = "r", *rest: Any, **names: Any) -> Any:
            return (read if mode in ("r", "rb") else write)(file, mode, *rest, **names)

        monkeypatch.setattr(io, "open", opened)

    def _counted(self, write: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*values: Any, **names: Any) -> Any:
            self._left -= 1
            if self._left == 0 or (self._for_good and self._left < 0):
                self.failed = True
                raise self._error
            return write(*values, **names)

        return counted
