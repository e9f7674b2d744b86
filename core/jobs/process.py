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
from core.files import full_disk, is_full, says_full_disk
from core.jobs.environment import child_environment
from core.jobs.failure_causes import REPAIR, Cause, cause_of
from core.jobs.sandbox import Permits

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from core.progress import Progress

_LOG = logging.getLogger("sightline")
_TICK_SECONDS = 0.2
_TAIL_BYTES = 4000
_SMALLER = "in the settings, or split the file into smaller ones."


@dataclass
class TimeSpent:
    """The seconds that several jobs have taken, whose limit is one for all of them."""

    seconds: float = 0.0


@dataclass(frozen=True)
class Limits:
    """Seconds that a job may take, and MB of address space it may use (where the system can).

    `spent` is what jobs before it took of these seconds; its own time is added. A job that ends
    by itself when they are over is given `grace` seconds more for it.
    """

    seconds: float
    memory_mb: int
    spent: TimeSpent | None = None
    grace: float = 0.0

    @property
    def seconds_left(self) -> float:
        """What jobs before have left of the seconds; not below 0."""
        return max(self.seconds - (self.spent.seconds if self.spent else 0.0), 0.0)

    @contextlib.contextmanager
    def timed(self) -> Iterator[float]:
        """When to stop, on the clock of `time.monotonic`; the time of the block is spent."""
        start = time.monotonic()
        try:
            yield start + self.seconds_left + self.grace
        finally:
            if self.spent:
                self.spent.seconds += time.monotonic() - start


@dataclass(frozen=True)
class Job:
    """A function `package.module:name` and its arguments, which must fit into JSON.

    The function also gets `progress`. `subject` is what errors are about: the file's name as
    people know it. `total` is what progress counts up to as long as the function is silent; 0
    where only the function can know.
    Of files it can open those that `reads` names, and change what is below `folder`; only with
    `processes` can it start any.
    """

    subject: str
    target: str
    arguments: Mapping[str, Any]
    total: int = 0
    reads: Sequence[Path] = ()
    folder: Path | None = None
    processes: bool = False


def run_isolated(job: Job, limits: Limits, progress: Progress | None = None) -> Any:
    """What the job's function returns, by way of JSON.

    `progress` is called several times a second even without news, so that it can stop a job
    that hangs by raising `Cancelled`.

    Raises:
        SightlineError: of the class that the function raised; the message names the subject.
        LimitReached: out of time or memory.
        DiskFull: there was no room for what it wrote.
        BrokenPdf: the function failed, or crashed its process.
    """
    with tempfile.TemporaryFile() as log:
        with child_process("core.jobs.child", log) as child, child_lines(child) as lines:
            _send(child, _order(job, limits))
            answer = _answer(lines, job, limits, progress)
            code = child.wait() if answer is None else 0
        printed = tail(log)
        if answer is None:
            raise _crash(code, job, limits, printed)
        if "Traceback" in printed:  # Of a part that failed, such as a page.
            _LOG.warning("%s of %s printed:\n%s", job.target, job.subject, printed)
    if "error" in answer:
        if answer.get("detail"):
            _LOG.warning("%s of %s:\n%s", job.target, job.subject, answer["detail"])
        raise getattr(errors, answer["error"])(f"{job.subject}: {answer['message']}")
    return answer["result"]


@contextlib.contextmanager
def child_process(
    module: str,
    log: IO[bytes],
    arguments: Sequence[str] = (),
    environment: Mapping[str, str] | None = None,
    inherited: Sequence[int] = (),
) -> Iterator[subprocess.Popen[bytes]]:
    """A process that runs a module, and is ended with all that it started when the block is left.

    What it prints to standard error goes to `log`. Of the environment it gets the variables that
    are named there, and those of `environment`; of open files those of `inherited`. It takes no
    modules from the folder that it runs in.
    """
    with subprocess.Popen(
        [sys.executable, "-P", "-m", module, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=log,
        env=child_environment(environment),
        pass_fds=inherited,
        # Ctrl-C is for the parent, which ends the child itself.
        start_new_session=True,
    ) as child:
        try:
            yield child
        finally:
            kill(child)


def _permits(job: Job, limits: Limits) -> Permits:
    own = job.target.partition(".")[0]
    return Permits(
        reads=tuple(str(path.resolve()) for path in job.reads),
        writes=(str(job.folder.resolve()),) if job.folder else (),
        packages=(own,) if own != "core" else (),
        processes=job.processes,
        largest_mb=limits.memory_mb,
    )


def kill(child: subprocess.Popen[bytes]) -> None:
    """Ends the child and all that it started; as the first of its session it leads their group."""
    if os.name != "posix":
        child.kill()
        return
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(child.pid, signal.SIGKILL)


def _order(job: Job, limits: Limits) -> dict[str, Any]:
    """What the child is told."""
    return {
        "target": job.target,
        "arguments": dict(job.arguments),
        "parent": os.getpid(),
        "seconds": limits.seconds_left + limits.grace,
        "memory_mb": limits.memory_mb,
        "permits": asdict(_permits(job, limits)),
    }


def _send(child: subprocess.Popen[bytes], content: Mapping[str, Any]) -> None:
    assert child.stdin is not None
    # A child that ended before it read its job is found by its silence.
    with contextlib.suppress(BrokenPipeError), child.stdin as pipe:
        pipe.write(json.dumps(content).encode())


def _answer(
    lines: queue.SimpleQueue[bytes], job: Job, limits: Limits, progress: Progress | None
) -> dict[str, Any] | None:
    """The last line of the child; None if it ended without one."""
    done, total = 0, job.total
    with limits.timed() as end:
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
    cause = cause_of((tail.splitlines() or [""])[-1])
    if ended_by in ("SIGKILL", "SIGXCPU") or cause is Cause.MEMORY:
        return errors.LimitReached(
            f"{job.subject}: reading it took too much memory or time and was stopped (the memory "
            f"limit is {limits.memory_mb} MB). Raise the limits {_SMALLER}"
        )
    folder = job.folder or Path(tempfile.gettempdir())
    if says_full_disk(tail) or (ended_by == "SIGBUS" and is_full(folder)):
        return errors.DiskFull(f"{job.subject}: {full_disk(folder)}")
    if cause is Cause.NESTING:
        said = "the parts of the file are nested too deeply, or without end, to be read"
    else:
        said = "reading it broke off. The file may be damaged"
    return errors.BrokenPdf(f"{job.subject}: {said}. {REPAIR}")
