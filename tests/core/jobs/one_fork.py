"""The process that children are copied from, on a system that allows one copy only."""

from __future__ import annotations

import errno
import os
from typing import NoReturn

from core.jobs.fork_server import main

fork = os.fork


def refuse() -> NoReturn:
    raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))


def fork_once() -> int:
    os.fork = refuse
    return fork()


if __name__ == "__main__":
    os.fork = fork_once
    main()
