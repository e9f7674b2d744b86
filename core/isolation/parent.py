"""The parent: starts the child, keeps the time, passes on progress, and words what went wrong."""

from __future__ import annotations

import contextlib
import json
import logging
import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from core import errors

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from core.progress import Progress

_LOG = logging.getLogger("sightline")
_ROOT = Path(__file__).parents[2]
_TICK_SECONDS = 0.2
_TAIL_BYTES = 4000
# One thread of BLAS: its threads reserve address space, which counts against the limit.
_ENVIRONMENT = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
_OUT_OF_MEMORY = ("MemoryError", "bad_alloc", "alloc failed", "Cannot allocate memory")
_SMALLER = "in the settings, or split the file into smaller ones."


@dataclass(frozen=True)
class Limits:
    """Seconds that a job may take, and MB of address space it may use (where the system can)."""

    seconds: float
    memory_mb: int


@dataclass(frozen=True)
class Job:
    """A function `package.module:name` and its arguments, which must fit into JSON.

    The function also gets `progress`. `subject` is what errors are about: the file's name as
    people know it. `total` is what progress counts up to as long as the function is silent.
    """

    subject: str
    target: str
    arguments: Mapping[str, Any]
    total: int = 1


def run_isolated(job: Job, limits: Limits, progress: Progress | None = None) -> Any:
    """What the job's function returns, by way of JSON.

    `progress` is called several times a second even without news, so that it can stop a job
    that hangs by raising `Cancelled`.

    Raises:
        SightlineError: of the class that the function raised; the message names the subject.
        LimitReached: out of time or memory.
        BrokenPdf: the function failed, or crashed its process.
    """
    with tempfile.TemporaryFile() as log:
        with child_process("core.isolation.child", log) as child, child_lines(child) as lines:
            held = {"target": job.target, "arguments": dict(job.arguments), "parent": os.getpid()}
            _send(child, {**held, **asdict(limits)})
            answer = _answer(lines, job, limits, progress)
            code = child.wait() if answer is None else 0
        if answer is None:
            raise _crash(code, job, limits, tail(log))
    if "error" in answer:
        raise getattr(errors, answer["error"])(f"{job.subject}: {answer['message']}")
    return answer["result"]


@contextlib.contextmanager
def child_process(
    module: str, log: IO[bytes], environment: Mapping[str, str] = os.environ
) -> Iterator[subprocess.Popen[bytes]]:
    """A process that runs a module, and is ended with all that it started when the block is left.

    What it prints to standard error goes to `log`.
    """
    path = os.pathsep.join(filter(None, (str(_ROOT), os.environ.get("PYTHONPATH"))))
    with subprocess.Popen(
        [sys.executable, "-m", module],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=log,
        env={**environment, **_ENVIRONMENT, "PYTHONPATH": path},
        # Ctrl-C is for the parent, which ends the child itself.
        start_new_session=True,
    ) as child:
        try:
            yield child
        finally:
            kill(child)


def kill(child: subprocess.Popen[bytes]) -> None:
    """Ends the child and all that it started; as the first of its session it leads their group."""
    if os.name != "posix":
        child.kill()
        return
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(child.pid, signal.SIGKILL)


def _send(child: subprocess.Popen[bytes], content: Mapping[str, Any]) -> None:
    assert child.stdin is not None
    # A child that ended before it read its job is found by its silence.
    with contextlib.suppress(BrokenPipeError), child.stdin as pipe:
        pipe.write(json.dumps(content).encode())


def _answer(
    lines: queue.SimpleQueue[bytes], job: Job, limits: Limits, progress: Progress | None
) -> dict[str, Any] | None:
    """The last line of the child; None if it ended without one."""
    end = time.monotonic() + limits.seconds
    done, total = 0, job.total
    while time.monotonic() < end:
        with contextlib.suppress(queue.Empty):
            line = lines.get(timeout=_TICK_SECONDS)
            content = json.loads(line) if line.endswith(b"\n") else None
            if content is None or "progress" not in content:
                return content
            done, total = content["progress"]
        if progress:
            progress(done, total)
    raise errors.LimitReached(
        f"{job.subject}: not finished after {limits.seconds:g} seconds, which is the limit. "
        f"Raise the time limit {_SMALLER}"
    )


@contextlib.contextmanager
def child_lines(child: subprocess.Popen[bytes]) -> Iterator[queue.SimpleQueue[bytes]]:
    """The lines that the child writes, as they come, and an empty one at its end."""
    lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()

    def read() -> None:
        assert child.stdout is not None
        for line in child.stdout:
            lines.put(line)
        lines.put(b"")

    reader = threading.Thread(target=read, daemon=True)
    reader.start()
    try:
        yield lines
    finally:
        kill(child)
        reader.join()


def tail(log: IO[bytes]) -> str:
    """The end of what a process printed to standard error."""
    log.seek(max(log.seek(0, os.SEEK_END) - _TAIL_BYTES, 0))
    return log.read().decode(errors="replace").strip()


def _crash(code: int, job: Job, limits: Limits, tail: str) -> errors.SightlineError:
    """The error for a child that ended with `code` and without an answer."""
    _LOG.error("%s ended with code %d:\n%s", job.target, code, tail)
    ended_by = signal.Signals(-code).name if code < 0 else ""
    if ended_by in ("SIGKILL", "SIGXCPU") or any(words in tail for words in _OUT_OF_MEMORY):
        return errors.LimitReached(
            f"{job.subject}: reading it took too much memory or time and was stopped (the memory "
            f"limit is {limits.memory_mb} MB). Raise the limits {_SMALLER}"
        )
    reason = ended_by or (tail.splitlines() or [f"code {code}"])[-1]
    return errors.BrokenPdf(
        f"{job.subject}: reading it failed ({reason}). The file may be damaged: open it in a PDF "
        "reader, save or print it as a new PDF, and add that one."
    )
