"""What reads jobs, one after the other; the same in a thread of this process and in an actor."""

from __future__ import annotations

import logging
import os
import platform
import time
from functools import partial
from typing import TYPE_CHECKING

from core.cluster.range_reader import RangeReader
from core.errors import (
    AccessRefused,
    Cancelled,
    InputError,
    LimitReached,
    PasswordNeeded,
    SightlineError,
)
from core.jobs.background import Stage
from core.parsing.page_ranges import can_be_divided
from core.rights import OPERATOR, Actor, acting_as

if TYPE_CHECKING:
    from collections.abc import Callable

    from core.cluster.base import ReadingJob
    from core.cluster.job_table import JobTable
    from core.library import DocumentRecord
    from core.parsing.page_store import PageStore
    from core.parsing.parser_choice import ParserChoice
    from core.progress import Progress
    from core.workbench import Workbench

_LOG = logging.getLogger("sightline")
_LASTING = (InputError, LimitReached, AccessRefused)
"""What another attempt would not change."""
IDLE_SECONDS = 1.0
"""So long a worker waits that found nothing to do."""
_LOOK_SECONDS = 0.2
"""So long a worker waits that has read its share of a file, before it looks for more."""
_REPORTS = 10
"""Reports in the time of a lease."""


class JobReader:
    """Reads jobs of a table into the library of a workbench.

    `worker` names who holds the leases: machine, process, and a number in it. `processes` read
    the pages of a file. `stopping` is asked several times a second; then the job is put back.
    """

    def __init__(
        self,
        table: JobTable,
        workbench: Workbench,
        *,
        number: int = 0,
        processes: int = 1,
        stopping: Callable[[], bool] = lambda: False,
    ) -> None:
        self.worker = f"{platform.node()}:{os.getpid()}:{number}"
        self._table, self._workbench = table, workbench
        self._processes, self._stopping = processes, stopping
        settings = workbench.settings.model_copy(update={"parse_workers": processes})
        self._ranges = RangeReader(settings)

    def read_next(self) -> bool:
        """Whether a job was taken; it was read, has failed or waits again.

        Raises:
            SetupError: the database cannot be reached. Then the lease runs out by itself.
        """
        job = self._table.take(self.worker)
        if job and job.part_of:
            self._try(job, self._reporter(job), self._read_range)
            return True
        self._ranges.close()
        if job:
            self._try(job, self._reporter(job), self._add)
        return job is not None

    def close(self) -> None:
        """Ends its processes."""
        self._ranges.close()

    def _try(
        self, job: ReadingJob, report: Progress, read: Callable[[ReadingJob, Progress], None]
    ) -> None:
        try:
            read(job, report)
        except Cancelled:
            self._table.put_back(job)
        except PasswordNeeded:
            self._table.give_up(
                job,
                f"{job.name}: the file is encrypted, and passwords are not kept. Add it without "
                "--cluster, with --password.",
            )
        except _LASTING as error:
            self._table.give_up(job, str(error))
        except SightlineError as error:
            self._table.put_back(job, str(error))
        except Exception:  # noqa: BLE001 (one file must not end a worker that others wait for)
            _LOG.exception("reading job %d failed", job.number)
            self._table.put_back(
                job,
                f"{job.name}: reading it failed in a way that is not foreseen. The log of the "
                "worker says more; put it again, or read it without --cluster.",
            )

    def _add(self, job: ReadingJob, report: Progress) -> None:
        with acting_as(self._owner(job)):
            record = self._workbench.documents.add(
                self._table.file(job),
                job.name,
                progress=report,
                parser=job.parser or None,
                workers=self._processes,
                by_model=job.by_model,
                ahead=partial(self._read_ahead, job, report),
            )
        self._table.finish(job, record.page_count)

    def _read_ahead(
        self,
        job: ReadingJob,
        report: Progress,
        record: DocumentRecord,
        choice: ParserChoice,
        store: PageStore,
    ) -> None:
        """Has all workers read the pages of a long file, in ranges; reads some of them itself."""
        if not can_be_divided(record, choice):
            return
        options = choice.options.model_dump_json()
        self._table.split(job, choice.parser, options, record.page_count)
        ranges = self._table.ranges(job)
        while any(each.state.active for each in ranges):
            whole = partial(report, sum(each.done for each in ranges), record.page_count)
            whole()
            if taken := self._table.take(self.worker, part_of=job.number):
                self._try(taken, _both(whole, self._reporter(taken)), self._read_range)
            else:
                time.sleep(_LOOK_SECONDS)
            ranges = self._table.ranges(job)
            for each in ranges:
                if each.state is Stage.FAILED:
                    raise LimitReached(each.message)
        self._ranges.close()
        for each in ranges:
            store.unpack(self._table.result(each), range(each.first_page, each.last_page + 1))

    def _read_range(self, job: ReadingJob, report: Progress) -> None:
        content = self._ranges.read(job, self._table.file(job), report)
        self._table.finish_range(job, content)

    def _owner(self, job: ReadingJob) -> Actor:
        directory = self._workbench.directory
        if not job.owner or directory is None:
            return OPERATOR
        person = directory.people.get(job.owner)
        if not person.active:
            raise AccessRefused(f"{job.name}: who put this file may not sign in any more.")
        return person.actor

    def _reporter(self, job: ReadingJob) -> Progress:
        """Renews the lease now and then; ends the reading where it was lost, or must stop."""
        reported = time.monotonic()

        def report(done: int, total: int) -> None:
            nonlocal reported
            if self._stopping():
                raise Cancelled("The worker was stopped.")
            now = time.monotonic()
            if now - reported < min(self._table.lease_seconds / _REPORTS, 1.0):
                return
            reported = now
            if not self._table.report(job, done, total):
                raise Cancelled("The job was cancelled, or another worker took it.")

        return report


def _both(beside: Callable[[], None], report: Progress) -> Progress:
    def both(done: int, total: int) -> None:
        beside()
        report(done, total)

    return both


def read_or_tell(reader: JobReader) -> bool:
    """Whether a job was read; that the database cannot be reached goes into the log."""
    try:
        return reader.read_next()
    except SightlineError as error:
        _LOG.warning("%s takes no job: %s", reader.worker, error)
        return False
