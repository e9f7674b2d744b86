"""Limits that the system keeps for a process and for all that it starts."""

from __future__ import annotations

import errno
import os
from pathlib import Path

_MEGABYTE = 1024 * 1024
# A backstop where the child may outlive its parent; otherwise the parent keeps the time.
_CPU_MARGIN_SECONDS = 30
_MORE_PROCESSES = 1024
"""Above those that there are now: the limit counts all of a user, and their threads."""


def limit_memory(megabytes: int) -> None:
    """From now on this process gets no more than so much address space; not on Windows."""
    _lower("RLIMIT_AS", megabytes * _MEGABYTE)


def limit_time(seconds: float) -> None:
    """Ends this process after so many seconds, with some to spare, on all processors together."""
    _lower("RLIMIT_CPU", int(seconds) * (os.cpu_count() or 1) + _CPU_MARGIN_SECONDS)


def limit_files(megabytes: int) -> None:
    """No file that this process writes becomes larger, and none is written when it crashes.

    Raises:
        OSError: the system has no such limit.
    """
    if not _lower("RLIMIT_FSIZE", megabytes * _MEGABYTE):
        raise OSError(errno.ENOSYS, "this system has no such limit")
    _lower("RLIMIT_CORE", 0)


def limit_processes() -> None:
    """The user of this process can start some more processes from here, but not without end.

    Raises:
        OSError: the system has no such limit, or not for this user.
    """
    if os.name == "posix" and os.geteuid() == 0:
        raise OSError(errno.EPERM, "this limit does not hold for root: start Sightline as a user")
    try:
        running = int(Path("/proc/loadavg").read_text().split()[3].partition("/")[2])
    except (OSError, ValueError, IndexError) as error:
        raise OSError(errno.ENOSYS, "this system does not count its processes") from error
    _lower("RLIMIT_NPROC", running + _MORE_PROCESSES)


def _lower(name: str, value: int) -> bool:
    """Sets a limit where it is not lower already; whether the system knows it."""
    try:
        import resource
    except ImportError:  # Windows knows no such limits.
        return False
    kind = getattr(resource, name)
    hard = resource.getrlimit(kind)[1]
    if hard == resource.RLIM_INFINITY or value < hard:
        resource.setrlimit(kind, (value, value))
    return True
