"""What the child processes of `test_job` and `test_pool` are asked to do."""

from __future__ import annotations

import errno
import os
import signal
import sys
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from core.errors import NoText
from core.jobs import Job, divide
from core.jobs.failure_causes import unreadable

if TYPE_CHECKING:
    from collections.abc import Callable

    from core.progress import Progress


def add(one: int, other: int, progress: Progress) -> int:
    for done in range(3):
        progress(done + 1, 3)
    return one + other


def process(progress: Progress) -> int:
    return os.getpid()


def chatter(progress: Progress) -> str:
    os.write(1, b'{"result": "from a library"}\n')
    return "from the job"


def refuse(progress: Progress) -> NoReturn:
    raise NoText("holds no text.")


def hang(progress: Progress) -> NoReturn:
    while True:
        time.sleep(1)


def devour(progress: Progress) -> int:
    return len(bytearray(8 * 1024**3))


def fail(progress: Progress) -> NoReturn:
    raise KeyError("a mistake in the parser")


def give_up(words: str, progress: Progress) -> NoReturn:
    try:
        raise RuntimeError(words)
    except RuntimeError as error:
        raise unreadable(error) from error


def fill_disk(progress: Progress) -> NoReturn:
    raise OSError(errno.ENOSPC, "No space left on device")


def fill_disk_unseen(progress: Progress) -> NoReturn:
    raise RuntimeError("cannot write: No space left on device")


def crash(progress: Progress) -> None:
    os.kill(os.getpid(), signal.SIGSEGV)


def be_killed(progress: Progress) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def leave(progress: Progress) -> None:
    sys.stdout.flush()
    os._exit(0)


def pieces(marks: str, hanging: int) -> Callable[[int], int]:
    """Work of a pool: squares. 3 ends its process, 5 raises, `hanging` never ends.

    Each process leaves its id in the folder `marks`.
    """
    (Path(marks) / str(os.getpid())).touch()

    def work(item: int) -> int:
        if item == 3:
            os.kill(os.getpid(), signal.SIGSEGV)
        if item == 5:
            raise KeyError("a mistake in a page")
        if item == 11:
            raise NoText("is a matter of the whole document.")
        while item == hanging:
            time.sleep(1)
        return item * item

    return work


def announced(marks: str) -> Callable[[int], int]:
    """Work of a pool that begins when it was `looked` at, and ends when that was `judged`."""
    folder = Path(marks)

    def work(item: int) -> int:
        _await(folder / "looked")
        (folder / "begun").touch()
        _await(folder / "judged")
        return item

    return work


def _await(mark: Path) -> None:
    while not mark.exists():
        time.sleep(0.01)


def lead(marks: str, hanging: int, progress: Progress) -> list[Any]:
    """What a pool of two makes of the items 0 to 9."""
    found = divide(partial(pieces, marks, hanging), range(10), workers=2, seconds=600)
    return [[item, str(result)] for item, result in found]


def leading(marks: Path) -> Job:
    """A job whose pool gets stuck at its last piece."""
    held = {"marks": str(marks), "hanging": 9}
    target = "tests.core.jobs.jobs:lead"
    return Job("Leitlinie.pdf", target, held, folder=marks, processes=True)
