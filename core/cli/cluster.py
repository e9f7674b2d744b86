"""Files read by workers: put into the table of jobs and waited for, and the workers themselves."""

from __future__ import annotations

import logging
import signal
import time
from contextlib import contextmanager
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from core.cli.arguments import add_workers
from core.cluster import open_executor, open_jobs
from core.cluster.base import LEASE_SECONDS, LOCAL, ReadingJob, head_answers
from core.errors import Cancelled, InvalidOption, SetupError, SightlineError
from core.jobs.background import Stage
from core.library.file_checks import read_file
from core.text.counts import number_of

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterator
    from pathlib import Path

    from core.cli.console import Console
    from core.cluster.job_table import JobTable
    from core.workbench import Workbench

_LOG = logging.getLogger("sightline")
_LOOK_SECONDS = 0.3
_SILENT_SECONDS = 10.0
"""So long after a head last answered, or anything went on, this is said."""


class Outcome(NamedTuple):
    """What became of a file: the id of its document, or the name of an error and its message."""

    path: Path
    document: str = ""
    error: str = ""
    message: str = ""


def add_cluster(parser: ArgumentParser) -> None:
    """The arguments of `ingest` that have workers read the files."""
    parser.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="have workers read the files, and wait; HOST:PORT of the head of Ray, or "
        f"{LOCAL} for those without Ray (see worker). Ctrl-C ends the waiting only: give the same "
        "files again to go on with it",
    )
    parser.add_argument(
        "--owner",
        metavar="PERSON",
        help="with --cluster: put them for this person, e-mail address or id, on a server",
    )
    parser.add_argument(
        "--cancel", action="store_true", help="with --cluster: read these files no more"
    )


def add_worker(parser: ArgumentParser) -> None:
    """The arguments of `worker`."""
    parser.add_argument(
        "--cluster",
        metavar="ADDRESS",
        default=LOCAL,
        help="HOST:PORT of the head of Ray, on a machine of the cluster; else without Ray, here",
    )
    at_once = "files that are read at once; else as many as there are processors for"
    add_workers(parser, at_once, 1024)
    parser.add_argument("--once", action="store_true", help="end when no job is left")


def work(workbench: Workbench, arguments: Namespace, console: Console) -> bool:
    """Reads files until Ctrl-C, or with `--once` until none is left."""
    table = open_jobs(workbench.settings)
    executor = open_executor(workbench.settings, arguments.cluster)

    def stop() -> bool:
        return console.interrupt.requested or (arguments.once and not table.active())

    with _as_service(console):
        executor.run(arguments.workers, stop)
    console.interrupt.check()
    return True


@contextmanager
def _as_service(console: Console) -> Iterator[None]:
    """Inside this block SIGTERM is as Ctrl-C, and the log goes to standard error."""

    def request(*_: object) -> None:
        console.interrupt.requested = True

    before, handler = signal.signal(signal.SIGTERM, request), logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
    _LOG.addHandler(handler)
    try:
        yield
    finally:
        _LOG.removeHandler(handler)
        signal.signal(signal.SIGTERM, before)


def read_by_workers(
    workbench: Workbench, arguments: Namespace, console: Console
) -> Iterator[Outcome]:
    """What became of each file, as soon as that is known.

    Raises:
        InvalidOption: an argument is for reading here.
        SetupError: the head of the cluster does not answer; the jobs stay.
        Cancelled: by Ctrl-C; the jobs stay.
    """
    _check(arguments)
    table = open_jobs(workbench.settings)
    owner = _owner(workbench, arguments)
    paths: dict[int, Path] = {}
    for path in arguments.files:
        try:
            paths[_put(table, path, workbench, owner, arguments)] = path
        except SightlineError as error:
            yield Outcome(path, error=type(error).__name__, message=str(error))
    with console.progress(number_of(len(paths), "file")) as progress:
        for job in _ended(table, list(paths), arguments.cluster, console):
            if isinstance(job, ReadingJob):
                yield _outcome(job, paths[job.number])
                continue
            try:
                progress(*job)
            except Cancelled:
                console.notice("Workers go on. Give the same command again to wait for them.")
                raise


def cancel(workbench: Workbench, arguments: Namespace, console: Console) -> bool:
    """Takes files out of the table; whether all of them were there."""
    _check(arguments)
    table = open_jobs(workbench.settings)
    owner = _owner(workbench, arguments)
    active = [job for job in table.active() if job.owner == owner]
    cancelled: list[str] = []
    for path in arguments.files:
        content = read_file(path, path.name, workbench.settings.max_upload_mb)
        document = sha256(content).hexdigest()
        jobs = [job for job in active if job.document == document]
        for job in jobs:
            table.cancel(job)
        if jobs:
            cancelled.append(str(path))
        console.say(f"{path.name}: " + ("cancelled" if jobs else "it waits for no worker"))
    console.result({"cancelled": cancelled})
    return len(cancelled) == len(arguments.files)


def _check(arguments: Namespace) -> None:
    if not arguments.cluster:
        raise InvalidOption("--cancel and --owner go with --cluster. Give that, too.")
    for name in ("password", "native", "parsed_by", "workers"):
        if getattr(arguments, name):
            raise InvalidOption(
                f"--{name.replace('_', '-')} does not go with --cluster. Leave one of both out."
            )
    if arguments.cluster != LOCAL:
        head_answers(arguments.cluster)


def _owner(workbench: Workbench, arguments: Namespace) -> str:
    if not arguments.owner:
        return workbench.library.permissions.person
    if workbench.directory is None:
        raise InvalidOption("--owner needs people, and no database is set: SIGHTLINE_DATABASE.")
    return workbench.directory.people.find(arguments.owner).id


def _put(
    table: JobTable, path: Path, workbench: Workbench, owner: str, arguments: Namespace
) -> int:
    content = read_file(path, path.name, workbench.settings.max_upload_mb)
    values = (content, path.name, owner, arguments.route or "")
    by_model = arguments.by_model is not False
    job = table.put(*values, by_model=by_model)
    if job.state is Stage.DONE and not workbench.library.has(job.document):
        job = table.put(*values, by_model=by_model, anew=True)
    return job.number


def _ended(
    table: JobTable, numbers: list[int], cluster: str, console: Console
) -> Iterator[ReadingJob | tuple[int, int]]:
    told: set[int] = set()
    silence = _Silence(table, cluster, console)
    while True:
        jobs = table.get(numbers)
        for job in jobs:
            if job.state.ended and job.number not in told:
                told.add(job.number)
                yield job
        left = [job for job in jobs if not job.state.ended]
        if not left:
            return
        yield sum(job.done for job in jobs), sum(job.total for job in jobs)
        silence.look(left)
        # Asking about ten thousand files takes a while, which is the database's.
        time.sleep(_LOOK_SECONDS * (1 + len(numbers) / 1000))


class _Silence:
    """What people should know who wait: that nobody reads, or that something failed once."""

    def __init__(self, table: JobTable, cluster: str, console: Console) -> None:
        self._table, self._cluster, self._console = table, cluster, console
        self._answered = self._moved = time.monotonic()
        self._jobs: list[ReadingJob] = []
        self._told: set[tuple[int, int]] = set()

    def look(self, jobs: list[ReadingJob]) -> None:
        """Tells what is news. Raises `SetupError` where the head does not answer any more."""
        now = time.monotonic()
        if jobs != self._jobs:
            self._jobs, self._moved = jobs, now
        if self._cluster == LOCAL or head_answers(self._cluster):
            self._answered = now
        if now - self._answered > _SILENT_SECONDS:
            raise SetupError(
                f"The head of the cluster at {self._cluster} does not answer. {len(jobs)} files "
                "are not read yet; their jobs stay. Start Ray there again (ray start --head), then "
                "run the same command again to go on waiting for them."
            )
        for job in jobs:
            if job.message and (job.number, job.failures) not in self._told:
                self._told.add((job.number, job.failures))
                self._console.notice(f"{job.message} It is tried again.")
        idle = now - self._moved
        if idle > _SILENT_SECONDS and idle > self._patience():
            self._moved = float("inf")
            address = "" if self._cluster == LOCAL else f" --cluster {self._cluster}"
            self._console.notice(
                f"{len(jobs)} files wait, and no worker goes on with them. Start one: "
                f"python -m core worker{address}"
            )

    def _patience(self) -> float:
        """Seconds without news that are nothing special; a worker may be at a slow page."""
        running = any(job.state is Stage.RUNNING for job in self._table.active())
        return 2 * LEASE_SECONDS if running else _SILENT_SECONDS


def _outcome(job: ReadingJob, path: Path) -> Outcome:
    if job.state is Stage.DONE:
        return Outcome(path, job.document)
    message = job.message or f"{job.name}: the job was cancelled. Give the file again to read it."
    return Outcome(path, error=job.state.value, message=message)
