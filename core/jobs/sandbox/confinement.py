"""What a child process may reach: given up by itself before it looks at a foreign file.

Where the system does not know a restriction, the process goes on without it, and says so.
"""

from __future__ import annotations

import errno
import json
import os
import sys
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from core.jobs.sandbox import landlock, seccomp
from core.jobs.sandbox.environment import ROOT
from core.jobs.sandbox.resource_limits import limit_files, limit_processes
from core.jobs.sandbox.system_calls import forbid_new_privileges

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_SYSTEM: dict[str, list[str]] = json.loads(
    Path(__file__).with_name("system_paths.json").read_text("utf-8")
)
"""Folders of programs, which may be run, and files and folders that may be read."""
_NOT_HERE = "this system has no {}"


@dataclass(frozen=True)
class Permits:
    """What a process may do beside running this program.

    `reads` are files and folders, `writes` folders that it may change. `packages` are those
    beside `core` that it may import. With `any_file` it may open what its user may.
    """

    reads: tuple[str, ...] = ()
    writes: tuple[str, ...] = ()
    packages: tuple[str, ...] = ()
    processes: bool = False
    network: bool = False
    any_file: bool = False
    largest_mb: int = 4096


@dataclass(frozen=True)
class Restriction:
    """A restriction in a few words, and why it is not in force; empty where it is."""

    name: str
    missing: str = ""


def confine(permits: Permits) -> list[Restriction]:
    """Gives up all but `permits`, for good and for all that this process starts.

    To be called before a thread is started.
    """
    return [_tried(name, give_up) for name, give_up in _restrictions(permits)]


def _tried(name: str, give_up: Callable[[], None]) -> Restriction:
    try:
        give_up()
    except OSError as error:
        return Restriction(name, error.strerror or str(error))
    return Restriction(name)


def _restrictions(permits: Permits) -> Iterator[tuple[str, Callable[[], None]]]:
    yield "No file without end", partial(limit_files, permits.largest_mb)
    if permits.processes and not permits.any_file:
        yield "No processes without end", limit_processes
    yield "No new privileges", _forbid_new_privileges
    if permits.any_file:
        yield "No look into other processes", partial(_set_apart, permits)
    else:
        yield "No files but its own and the program's", partial(_restrict_files, permits)
    if not permits.network:
        yield "No network", partial(seccomp.refuse, _calls(permits), processes=permits.processes)


def _forbid_new_privileges() -> None:
    if sys.platform != "linux":
        raise OSError(errno.ENOSYS, _NOT_HERE.format("such restriction"))
    forbid_new_privileges()


def _restrict_files(permits: Permits) -> None:
    if not landlock.version():
        raise OSError(errno.ENOSYS, _NOT_HERE.format("Landlock, or forbids it"))
    packages = (ROOT / package for package in {"core", *permits.packages})
    landlock.restrict_files(
        {
            landlock.RUN: [*_SYSTEM["programs"], *_python(), *permits.reads],
            landlock.READ: [*_SYSTEM["files"], *map(str, packages)],
            landlock.Access.READ_DIR: [str(ROOT)],
            landlock.CHANGE: permits.writes,
            landlock.READ | landlock.Access.WRITE_FILE: [os.devnull],
        },
        tcp=permits.network,
    )


def _set_apart(permits: Permits) -> None:
    """Under Landlock a process sees nothing of those outside, whatever files it may open."""
    if landlock.version() < landlock.RENAMES_SINCE:
        raise OSError(errno.ENOSYS, _NOT_HERE.format("Landlock of Linux 5.19 or later"))
    landlock.restrict_files({landlock.ALL: ["/"]}, tcp=permits.network)


def _python() -> set[str]:
    libraries = os.environ.get("LD_LIBRARY_PATH", "").split(os.pathsep)
    places = {sys.prefix, sys.base_prefix, sys.exec_prefix, *sys.path, *libraries}
    return places - {"", str(ROOT)}


def _calls(permits: Permits) -> list[str]:
    calls = [*seccomp.ALWAYS, *seccomp.NETWORK]
    if not permits.any_file:
        calls += seccomp.NEW_GROUP
    return calls if permits.processes else [*calls, *seccomp.PROGRAMS]
