"""Work that may end its process, done in one that has all of the program loaded already."""

from __future__ import annotations

import multiprocessing
import os
import sys
from typing import TYPE_CHECKING, Any

from core.errors import SightlineError

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.connection import Connection
    from pathlib import Path

_SECONDS = 300


def forked(work: Callable[[], Any]) -> Any:
    """What the work gives in a process of its own; words if that refused, or how it ended."""
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe()
    child = context.Process(target=_send, args=(theirs, work))
    child.start()
    theirs.close()
    try:
        return ours.recv() if ours.poll(_SECONDS) else "not done in time"
    except EOFError:
        child.join()
        return f"the process ended with {child.exitcode}"
    finally:
        child.kill()
        child.join()


def printing_to(file: Path, work: Callable[[], int]) -> Callable[[], int]:
    """The work with all that it prints in a file."""

    def printed() -> int:
        with file.open("wb") as held:
            for stream in (sys.stdout, sys.stderr):
                os.dup2(held.fileno(), stream.fileno())
        code = work()
        sys.stdout.flush()
        sys.stderr.flush()
        return code

    return printed


def _send(pipe: Connection, work: Callable[[], Any]) -> None:
    try:
        pipe.send(work())
    except SightlineError as error:
        pipe.send(f"refused: {error}")
