"""Attempts from inside of each kind of process that opens documents, on what lies outside of it."""

from __future__ import annotations

import json
import os
import socket
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING
from unittest.mock import patch

import psutil

from core.jobs import Job, Limits, run_isolated
from core.jobs.process import ChildProcess
from core.jobs.sandbox.confinement import Permits
from core.rendering import Renderer, renderer
from tests.core.jobs.sandbox.attempts import MARKER, Targets

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


LIMITS = Limits(60, 2048)
_DYING = 5
"""Seconds in which the system may still be ending a process that was killed."""
KEYS = ("GEMINI_API_KEY", "QDRANT_API_KEY", "AWS_SECRET_ACCESS_KEY", "SIGHTLINE_TEST_TOKEN")
OF_SERVICES = frozenset(
    {
        "read a key",
        "read the environment it was started with",
        "read the parent's environment",
        "read the parent's memory",
        "read the memory of what it was copied from",
        "connect by TCP",
        "send a datagram",
        "connect to a local socket",
        "connect to an abstract socket",
        "gain privileges",
        "signal the parent",
        "signal what it was copied from",
        "write a file of many GB",
    }
)
"""What holds for a process that scores settings: it works on the library, and opens no PDF."""


@contextmanager
def outside() -> Iterator[Targets]:
    """A file, folders, listening sockets and keys that a child is not to reach."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        (folder / "library").mkdir()
        (folder / "own").mkdir()
        (folder / "library" / "secret.txt").write_text("the file of a user", "utf-8")
        stack.enter_context(patch.dict(os.environ, dict.fromkeys(KEYS, MARKER)))
        abstract = f"sightline-{os.getpid()}"
        tcp = stack.enter_context(_listening(socket.AF_INET, ("127.0.0.1", 0)))
        stack.enter_context(_listening(socket.AF_UNIX, str(folder / "socket")))
        stack.enter_context(_listening(socket.AF_UNIX, "\0" + abstract))
        yield {
            "parent": os.getpid(),
            "file": str(folder / "library" / "secret.txt"),
            "outside": str(folder / "library"),
            "own": str(folder / "own"),
            "tcp": tcp.getsockname()[1],
            "unix": str(folder / "socket"),
            "abstract": abstract,
            "largest_mb": LIMITS.memory_mb,
        }


@contextmanager
def _listening(family: int, address: tuple[str, int] | str) -> Iterator[socket.socket]:
    with socket.socket(family) as listener:
        listener.bind(address)
        listener.listen()
        yield listener


def from_job(targets: Targets, *, processes: bool) -> dict[str, str]:
    """What a job reaches, such as one that reads (with processes) or examines a file."""
    target = "tests.core.jobs.sandbox.attempts:attempts"
    own = Path(targets["own"])
    job = Job("Trial", target, {"targets": targets}, folder=own, processes=processes)
    return run_isolated(job, LIMITS)


def from_drawing(targets: Targets) -> dict[str, str]:
    """What the process that draws reaches."""
    with patch.object(renderer, "_PREPARE", "tests.core.jobs.sandbox.attempts:draw"):
        drawing = Renderer(megabytes=LIMITS.memory_mb)
        try:
            return json.loads(drawing.excerpt(Path(targets["file"]), [1], json.dumps(targets)))
        finally:
            drawing.close()


def from_service(targets: Targets) -> dict[str, str]:
    """What a process that scores settings reaches of that which it is not to."""
    # It takes larger files than jobs do.
    given = {**targets, "largest_mb": 2 * LIMITS.memory_mb}
    permits = Permits(processes=True, any_file=True)
    prepare = "tests.core.jobs.sandbox.attempts:serve"
    with ChildProcess(permits, prepare, {"targets": given}) as child:
        reached = child.ask({}).result
    return {name: what for name, what in reached.items() if name in OF_SERVICES}


def left_over(*, processes: bool) -> tuple[int, int]:
    """How many processes a job could start, and how many of them outlived it."""
    target = "tests.core.jobs.sandbox.attempts:multiply"
    name = f"trial{os.getpid()}"
    started = run_isolated(Job("Trial", target, {"name": name}, processes=processes), LIMITS)
    psutil.wait_procs(_running(name), timeout=_DYING)
    return started, len(_running(name))


def _running(name: str) -> list[psutil.Process]:
    """Processes that are listed by this name, whoever their parent is by now."""
    return [
        one
        for one in psutil.process_iter(["name", "status"])
        if one.info["name"] == name and one.info["status"] != psutil.STATUS_ZOMBIE
    ]


KINDS: dict[str, Callable[[Targets], dict[str, str]]] = {
    "reading": lambda targets: from_job(targets, processes=True),
    "examining": lambda targets: from_job(targets, processes=False),
    "drawing": from_drawing,
    "scoring": from_service,
}
"""Each kind of process, and what it reaches by name of the attempt."""
