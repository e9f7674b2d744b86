"""A job, how far it is, and what does jobs."""

from __future__ import annotations

import socket
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.errors import InvalidOption

if TYPE_CHECKING:
    from core.jobs.background import Stage

LOCAL = "local"
"""In place of the address of a cluster: processes of this machine, without Ray."""
LEASE_SECONDS = 60.0
"""A worker that has not reported for so long has lost its job."""
_ANSWER_SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class ReadingJob:
    """A file to be read: `document` is its SHA-256, `owner` the id of the person who put it.

    `done` of `total` pages are read, 0 in all while that is not known; `done`, `attempts` and
    `failures` never fall. `worker` is who took it last, `message` why it failed or waits again.
    A job that is `part_of` another one is a range of the pages of its file, `first_page` to
    `last_page`, for a parser with these `options`, in JSON; `result` is the SHA-256 of what came
    of it.
    """

    number: int
    owner: str
    document: str
    name: str
    parser: str
    by_model: bool
    state: Stage
    attempts: int
    failures: int
    done: int
    total: int
    worker: str
    message: str
    part_of: int
    first_page: int
    last_page: int
    options: str
    result: str


def head_answers(cluster: str) -> bool:
    """Whether something listens at `HOST:PORT` of a head. Raises `InvalidOption` if it is none."""
    host, _, port = cluster.rpartition(":")
    if not host or not port.isascii() or not port.isdigit() or not 0 < int(port) < 65536:
        raise InvalidOption(
            f"{cluster!r} is no address of a cluster. Give HOST:PORT of the head of Ray, such as "
            f"127.0.0.1:6379, or {LOCAL}."
        )
    try:
        socket.create_connection((host.strip("[]"), int(port)), _ANSWER_SECONDS).close()
    except OSError:
        return False
    return True
