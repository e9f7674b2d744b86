"""The jobs in a database: put, taken on a lease, reported on, ended.

A lease is a number of a job and of an attempt: who reports on an attempt that is no longer the
running one learns that it lost it. The bytes of each file are kept (`JobFiles`) before its job can
be taken, and as long as one waits.
"""

from __future__ import annotations

from contextlib import contextmanager
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Engine, and_, case, insert, or_, select, update

from core.cluster.base import LEASE_SECONDS, ReadingJob
from core.cluster.job_files import JobFiles
from core.cluster.job_queries import (
    COLUMNS,
    JOBS,
    forget_ended,
    job_of,
    lease_holds,
    newest,
    next_number,
    seconds_now,
)
from core.cluster.range_jobs import drop_orphans, put_ranges, range_rows, ranges_of
from core.database.engine import lock_until_end, reading, transaction
from core.database.tables import READING_JOBS
from core.jobs.background import ACTIVE, Stage
from core.library.file_checks import clean_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from core.library.file_stores.bucket import Bucket

MOST_FAILURES = 3
"""A job is given up after so many attempts that ended badly."""
_RETRY_SECONDS = 20.0
"""So long a job waits after a failure that may pass, such as a full disk; times the failures."""
_KEPT_SECONDS = 30 * 86_400.0
"""Jobs that ended are remembered for so long."""
_AT_ONCE = 5000
"""Numbers in one query; databases take no more than some ten thousand."""
_ABANDONED_SECONDS = 86_400.0
_LOCK = 7_301_949
"""Names the lock under which one transaction at a time puts, takes or ends jobs."""
_LOST = (
    "reading it ended its worker {} times, so it is given up. Its pages may need more memory than "
    "the machine has: read it alone (python -m core ingest without --cluster), or split the file."
)


class JobTable:
    """Jobs of all owners; processes and threads may share it. Raises `SetupError` from every
    method where the database cannot be reached.
    """

    def __init__(
        self,
        engine: Engine,
        home: Path,
        lease_seconds: float = LEASE_SECONDS,
        bucket: Bucket | None = None,
    ) -> None:
        """`home` is the data folder; a `bucket` keeps files in its place."""
        self._engine, self._files = engine, JobFiles(home, bucket)
        self.lease_seconds = lease_seconds

    @property
    def place(self) -> str:
        """Which database it is, without what of its address may be secret."""
        url = self._engine.url
        return f"{url.get_backend_name()}://{url.host or ''}:{url.port or ''}/{url.database}"

    def put(
        self,
        content: bytes,
        name: str,
        owner: str = "",
        parser: str = "",
        *,
        by_model: bool = True,
        anew: bool = False,
    ) -> ReadingJob:
        """The job of a file, which waits, runs or is done already where the same was put before
        under the same name.

        One that failed or was cancelled is put again; with `anew` also one that is done, as where
        its document was deleted since.

        Raises:
            DiskFull: there is no room for the file.
            SetupError: the data folder or the database cannot be written.
        """
        document = sha256(content).hexdigest()
        self._files.keep(document, content)
        shown = clean_name(name)
        same = and_(JOBS.document == document, JOBS.owner == owner, JOBS.parser == parser)
        same = and_(same, JOBS.name == shown, JOBS.part_of == 0)
        with self._changing() as (connection, now):
            forget_ended(connection, now - _KEPT_SECONDS)
            states = ACTIVE if anew else (*ACTIVE, Stage.DONE)
            known = newest(connection, same, JOBS.state.in_(states))
            if known:
                self._drop_unless_needed(connection, document)
                return known
            # Its last job may have ended since, and taken the file along.
            self._files.keep(document, content)
            values = {"owner": owner, "document": document, "name": shown}
            values |= {"parser": parser, "by_model": by_model, "put_at": now}
            zeros = ("attempts", "failures", "done", "total", "due_at", "taken_at", "lease_until")
            row = dict.fromkeys((*zeros, "ended_at"), 0) | dict.fromkeys(("worker", "message"), "")
            connection.execute(insert(READING_JOBS).values(**row, **values, state=Stage.WAITING))
            job = newest(connection, same, JOBS.state == Stage.WAITING)
            assert job
            return job

    def get(self, numbers: Sequence[int]) -> list[ReadingJob]:
        """The jobs with these numbers that there are, in their order."""
        jobs: list[ReadingJob] = []
        with reading(self._engine) as connection:
            for start in range(0, len(numbers), _AT_ONCE):
                some = JOBS.number.in_(numbers[start : start + _AT_ONCE])
                jobs += map(job_of, connection.execute(select(*COLUMNS).where(some)))
        return sorted(jobs, key=lambda job: job.number)

    def active(self) -> list[ReadingJob]:
        """All jobs of files that wait or run, in the order in which they were put."""
        with reading(self._engine) as connection:
            rows = connection.execute(
                select(*COLUMNS)
                .where(JOBS.state.in_(ACTIVE), JOBS.part_of == 0)
                .order_by(JOBS.number)
            )
            return [job_of(row) for row in rows]

    def take(self, worker: str, part_of: int = 0) -> ReadingJob | None:
        """The job that is next, now on a lease of `worker`; None while none is due.

        Owners take turns: the one who was served least recently is next, with a range of pages if
        there is one, else with the oldest file. Only its ranges are read by several at once. With
        `part_of` it is a range of the file of that job.
        """
        with self._changing() as (connection, now):
            self._expire(connection, now)
            number = connection.execute(next_number(now, part_of)).scalar()
            if number is None:
                return None
            connection.execute(
                update(READING_JOBS)
                .where(JOBS.number == number)
                .values(
                    state=Stage.RUNNING,
                    attempts=JOBS.attempts + 1,
                    worker=worker,
                    taken_at=now,
                    lease_until=now + self.lease_seconds,
                )
            )
            return newest(connection, JOBS.number == number)

    def report(self, job: ReadingJob, done: int, total: int) -> bool:
        """Whether the lease still holds, which is renewed; notes the pages that are read."""
        with transaction(self._engine) as connection:
            now = seconds_now(connection)
            changed = connection.execute(
                update(READING_JOBS)
                .where(lease_holds(job))
                .values(
                    done=case((JOBS.done < done, done), else_=JOBS.done),
                    total=case((JOBS.total < total, total), else_=JOBS.total),
                    lease_until=now + self.lease_seconds,
                )
            )
            return changed.rowcount == 1

    def split(self, job: ReadingJob, parser: str, options: str, pages: int) -> None:
        """Puts ranges of the pages of a file, to be read by a parser with options (in JSON).

        Those that there are already stay. Nothing is put where the file is too short for more than
        one, or its lease was lost.
        """
        with self._changing() as (connection, now):
            rows = range_rows(job, parser, options, pages, now)
            if len(rows) > 1 and newest(connection, lease_holds(job)):
                put_ranges(connection, rows)

    def ranges(self, job: ReadingJob) -> list[ReadingJob]:
        """The ranges of the file of a job, in the order of their pages."""
        with reading(self._engine) as connection:
            return ranges_of(connection, job.number)

    def finish(self, job: ReadingJob, pages: int) -> None:
        """Ends a job whose `pages` were read; nothing where its lease was lost."""
        self._end(job, Stage.DONE, done=pages, total=pages, message="")

    def finish_range(self, job: ReadingJob, content: bytes) -> None:
        """Ends a range, and keeps what came of it until the job of its file ends; likewise."""
        result = sha256(content).hexdigest()
        self._files.keep(result, content)
        self._end(job, Stage.DONE, done=job.total, result=result, message="")
        with self._changing() as (connection, _):
            self._drop_unless_needed(connection, result)

    def give_up(self, job: ReadingJob, message: str) -> None:
        """Ends a job that would fail whenever it was tried; likewise."""
        self._end(job, Stage.FAILED, message=message, failures=JOBS.failures + 1)

    def put_back(self, job: ReadingJob, message: str = "") -> None:
        """Lets a job wait again. With a `message` that is a failure, and it waits for a while.

        The last of `MOST_FAILURES` ends it.
        """
        failures = job.failures + bool(message)
        if failures >= MOST_FAILURES:
            self.give_up(job, message)
            return
        with self._changing() as (connection, now):
            due = now + _RETRY_SECONDS * failures if message else now
            values = {"state": Stage.WAITING, "failures": failures, "due_at": due}
            connection.execute(
                update(READING_JOBS).where(lease_holds(job)).values(**values, message=message)
            )

    def lose(self, worker: str, *, failed: bool = True) -> None:
        """Lets others take what a worker holds, which has ended; `failed` unless it was told to."""
        held = and_(JOBS.worker == worker, JOBS.state == Stage.RUNNING)
        values: dict[str, Any] = {"lease_until": 0} if failed else {"state": Stage.WAITING}
        with self._changing() as (connection, _):
            connection.execute(update(READING_JOBS).where(held).values(**values))

    def cancel(self, job: ReadingJob) -> None:
        """Takes a job out; who reads it learns so at the next report, and keeps nothing of it.

        What is just being finished may be in the library nevertheless.
        """
        with self._changing() as (connection, now):
            connection.execute(
                update(READING_JOBS)
                .where(JOBS.number == job.number, JOBS.state.in_(ACTIVE))
                .values(state=Stage.CANCELLED, ended_at=now)
            )
            self._forget(connection, job.document)

    def sweep(self) -> None:
        """Removes bytes of files that were to be put a day ago, and whose jobs never came."""
        with self._changing() as (connection, _):
            for sha in self._files.older_than(_ABANDONED_SECONDS):
                self._drop_unless_needed(connection, sha)

    def file(self, job: ReadingJob) -> Path:
        """Where the bytes of its file lie. Raises as `JobFiles.path`."""
        return self._files.path(job.document)

    def result(self, job: ReadingJob) -> Path:
        """Where what came of a range lies. Raises as `JobFiles.path`."""
        return self._files.path(job.result)

    def _end(self, job: ReadingJob, state: Stage, **values: Any) -> None:
        with self._changing() as (connection, now):
            connection.execute(
                update(READING_JOBS)
                .where(lease_holds(job))
                .values(state=state, ended_at=now, **values)
            )
            self._forget(connection, job.document)

    def _forget(self, connection: Connection, *documents: str) -> None:
        """Removes what no job waits for any more, of files whose jobs ended. The lock is held."""
        for sha in (*documents, *drop_orphans(connection)):
            self._drop_unless_needed(connection, sha)

    def _drop_unless_needed(self, connection: Connection, sha: str) -> None:
        waited_for = and_(JOBS.document == sha, JOBS.state.in_(ACTIVE))
        if not newest(connection, or_(waited_for, JOBS.result == sha)):
            self._files.drop(sha)

    def _expire(self, connection: Connection, now: float) -> None:
        """Lets jobs wait again whose lease is over, or gives them up. The lock is held."""
        over = and_(JOBS.state == Stage.RUNNING, JOBS.lease_until < now)
        last = and_(over, JOBS.failures + 1 >= MOST_FAILURES)
        lost = connection.execute(select(JOBS.document).where(last)).scalars().all()
        connection.execute(
            update(READING_JOBS)
            .where(last)
            .values(
                state=Stage.FAILED,
                failures=JOBS.failures + 1,
                ended_at=now,
                message=JOBS.name + f": {_LOST.format(MOST_FAILURES)}",
            )
        )
        connection.execute(
            update(READING_JOBS).where(over).values(state=Stage.WAITING, failures=JOBS.failures + 1)
        )
        if lost:
            self._forget(connection, *lost)

    @contextmanager
    def _changing(self) -> Iterator[tuple[Connection, float]]:
        with transaction(self._engine) as connection:
            lock_until_end(connection, _LOCK)
            yield connection, seconds_now(connection)
