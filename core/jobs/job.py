"""Jobs on files that cannot be trusted, done by a child with limits; its end put into words."""

from __future__ import annotations

import logging
import signal
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.errors import BrokenPdf, DiskFull, LimitReached, SightlineError
from core.files import full_disk, is_full, says_full_disk
from core.jobs.failure_causes import REPAIR, Cause, cause_of
from core.jobs.process import ChildProcess, Ended, OutOfTime
from core.jobs.sandbox.confinement import Permits
from core.jobs.time_limit import TimeLimit

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from core.progress import Progress

_LOG = logging.getLogger("sightline")
_SMALLER = "in the settings, or split the file into smaller ones."


@dataclass(frozen=True)
class Limits:
    """Seconds that a job may take, and MB of address space it may use (where the system can).

    The seconds are those that `TimeLimit` counts.
    `spent` is what jobs before it took of these seconds. A job that ends by itself when they are
    over is given `grace` seconds more for it.
    """

    seconds: float
    memory_mb: int
    grace: float = 0.0
    spent: float = 0.0

    @property
    def seconds_left(self) -> float:
        """What jobs before have left of the seconds; not below 0."""
        return max(self.seconds - self.spent, 0.0)


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


class JobRunner:
    """Does jobs one after the other, in one child as long as none of them fails.

    The child may do what `permits` says, which must cover all jobs; without, what the first job
    may. One thread at a time may use it.
    """

    def __init__(self, permits: Permits | None = None, seconds: float = 0.0) -> None:
        """Starts nothing. `seconds` of each processor are for all jobs; 0: as for the first one."""
        self.spent = 0.0
        """Seconds that its jobs took together."""
        self._permits, self._seconds = permits, seconds
        self._child: ChildProcess | None = None

    def run(self, job: Job, limits: Limits, progress: Progress | None = None) -> Any:
        """What the job's function returns, by way of JSON.

        `progress` is called several times a second even without news, so that it can stop a job
        that hangs by raising `Cancelled`.

        Raises:
            SightlineError: of the class that the function raised; the message names the subject.
            LimitReached: out of time or memory.
            DiskFull: there was no room for what it wrote.
            BrokenPdf: the function failed, or crashed its process.
        """
        limit = TimeLimit(limits.seconds_left + limits.grace)
        try:
            return self._answer(job, limits, progress, limit)
        except BaseException:
            self.close()
            raise
        finally:
            self.spent += limit.spent

    def close(self) -> None:
        """Ends the child; the next job gets another one."""
        if self._child:
            self._child.close()
        self._child = None

    def __enter__(self) -> JobRunner:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()

    def _answer(self, job: Job, limits: Limits, progress: Progress | None, limit: TimeLimit) -> Any:
        child = self._child = self._child or self._started(job, limits)
        request = {"target": job.target, "arguments": dict(job.arguments)}
        try:
            reply = child.ask(request, progress, total=job.total, limit=limit, subject=job.subject)
        except OutOfTime as error:
            raise LimitReached(
                f"{job.subject}: not finished after {limits.seconds:g} s, which is the "
                f"limit. Raise the time limit {_SMALLER}"
            ) from error
        except Ended as end:
            raise _crash(end, job, limits) from end
        printed = child.printed()
        if "Traceback" in printed:  # Of a part that failed, such as a page.
            _LOG.warning("%s of %s printed:\n%s", job.target, job.subject, printed)
        return reply.result

    def _started(self, job: Job, limits: Limits) -> ChildProcess:
        seconds = self._seconds or limits.seconds_left + limits.grace
        permits = self._permits or _permits(job, limits)
        return ChildProcess(permits, memory_mb=limits.memory_mb, seconds=seconds)


def run_isolated(job: Job, limits: Limits, progress: Progress | None = None) -> Any:
    """What the job's function returns, from a child of its own. See `JobRunner.run`."""
    with JobRunner() as runner:
        return runner.run(job, limits, progress)


def _permits(job: Job, limits: Limits) -> Permits:
    return Permits(
        reads=tuple(str(path.resolve()) for path in job.reads),
        writes=(str(job.folder.resolve()),) if job.folder else (),
        packages=(job.target.partition(".")[0],),
        processes=job.processes,
        largest_mb=limits.memory_mb,
    )


def _crash(end: Ended, job: Job, limits: Limits) -> SightlineError:
    ended_by = signal.Signals(-end.code).name if end.code < 0 else ""
    cause = cause_of((end.printed.splitlines() or [""])[-1])
    if ended_by in ("SIGKILL", "SIGXCPU") or cause is Cause.MEMORY:
        return LimitReached(
            f"{job.subject}: reading it took too much memory or time and was stopped (the memory "
            f"limit is {limits.memory_mb} MB). Raise the limits {_SMALLER}"
        )
    folder = job.folder or Path(tempfile.gettempdir())
    if says_full_disk(end.printed) or (ended_by == "SIGBUS" and is_full(folder)):
        return DiskFull(f"{job.subject}: {full_disk(folder)}")
    if cause is Cause.NESTING:
        reason = "the parts of the file are nested too deeply, or without end, to be read"
    else:
        reason = "reading it broke off. The file may be damaged"
    return BrokenPdf(f"{job.subject}: {reason}. {REPAIR}")
