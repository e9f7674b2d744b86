"""What the child processes of `test_parent` are asked to do."""

from __future__ import annotations

import os
import signal
import sys
import time
from typing import TYPE_CHECKING, NoReturn

from core.errors import NoText

if TYPE_CHECKING:
    from core.progress import Progress


def add(one: int, other: int, progress: Progress) -> int:
    for done in range(3):
        progress(done + 1, 3)
    return one + other


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


def crash(progress: Progress) -> None:
    os.kill(os.getpid(), signal.SIGSEGV)


def be_killed(progress: Progress) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def leave(progress: Progress) -> None:
    sys.stdout.flush()
    os._exit(0)
