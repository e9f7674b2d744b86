"""Documents that are indexed one after the other in the background, for all sessions of the app.

What is in use is a configuration or a few: every document of the library is indexed by each of
them, and again when it is read or changed. A question that comes before goes first. Nothing is done
ahead that a service is paid for: such documents are indexed when somebody asks about them.
"""

from __future__ import annotations

import traceback
from dataclasses import dataclass, replace
from enum import StrEnum
from threading import Condition, Thread
from typing import TYPE_CHECKING

from core.errors import Cancelled, NotFound, SetupError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from core.configuration import Configuration
    from core.workbench import Workbench

_MOST_CONFIGURATIONS = 3
"""Configurations that are in use at once: that of the library, and those that people ask by."""


class IndexStage(StrEnum):
    """How far a document is."""

    UNKNOWN = "unknown"
    """Whether it is indexed is still to be looked at."""
    WAITING = "waiting"
    INDEXING = "indexing"
    READY = "ready"
    FAILED = "failed"
    CANCELLED = "cancelled"


_ACTIVE = (IndexStage.WAITING, IndexStage.INDEXING)


@dataclass(frozen=True, slots=True)
class IndexJob:
    """A document and the configuration it is indexed by: `done` of `total` chunks are embedded.

    `total` is 0 while it is cut into chunks. `error` is why it could not be indexed.
    """

    document: str
    name: str
    config: Configuration
    stage: IndexStage = IndexStage.UNKNOWN
    done: int = 0
    total: int = 0
    error: Exception | None = None

    @property
    def active(self) -> bool:
        """Whether it is indexed, or will be without anybody's help."""
        return self.stage in _ACTIVE


_Key = tuple[str, str]
"""The variant of a configuration, and a document."""


class IndexQueue:
    """A queue over a workbench. It may be shared between threads.

    `workbench` may be replaced by one with other settings: what is done is looked at again.
    """

    def __init__(self, workbench: Workbench) -> None:
        """Starts nothing."""
        self._jobs: dict[_Key, IndexJob] = {}
        self._configs: dict[str, Configuration] = {}
        self._running: set[IndexStage] = set()
        self._closed = False
        self._changed = Condition()
        self.workbench = workbench

    @property
    def workbench(self) -> Workbench:
        """The library and its indexes, with the settings in force."""
        return self._workbench

    @workbench.setter
    def workbench(self, workbench: Workbench) -> None:
        with self._changed:
            if getattr(self, "_workbench", None) is workbench:
                return
            self._workbench = workbench
            workbench.on_change = self.look_again
            self._jobs.clear()
            self._configs.clear()

    def use(self, config: Configuration) -> None:
        """Indexes by a configuration what the library holds, and from now on what comes into it.

        What was cancelled or failed before stays so. Of too many configurations the
        one that was used the longest ago is left.
        """
        if self.workbench.index.is_paid_for(config):
            return
        records = [record for record in self.workbench.library.list() if record.parse]
        parsed = {(config.variant, record.sha) for record in records}
        with self._changed:
            self._configs.pop(config.variant, None)
            self._configs[config.variant] = config
            for variant in list(self._configs)[:-_MOST_CONFIGURATIONS]:
                self._drop(lambda key, old=variant: key[0] == old)
                del self._configs[variant]
            self._drop(lambda key: key[0] == config.variant and key not in parsed)
            for record in records:
                self._put(config, record.sha, record.name)
            self._start()

    def leave(self, config: Configuration) -> None:
        """Indexes nothing more by a configuration; what is indexed stays."""
        with self._changed:
            self._configs.pop(config.variant, None)
            self._drop(lambda key: key[0] == config.variant)

    def look_again(self, document: str) -> None:
        """Indexes a document that was read, or has changed, by all configurations in use."""
        try:
            record = self.workbench.library.get(document)
        except NotFound:
            record = None
        with self._changed:
            self._drop(lambda key: key[1] == document)
            if record and record.parse:
                for config in self._configs.values():
                    self._set(IndexJob(document, record.name, config, IndexStage.WAITING))
            self._start()

    def note_ready(self, documents: Sequence[str], config: Configuration) -> None:
        """Takes note of documents that were indexed for a question, also of cancelled ones."""
        with self._changed:
            for document in documents:
                job = self._jobs.get((config.variant, document))
                if job and job.stage is not IndexStage.INDEXING:
                    self._set(replace(job, stage=IndexStage.READY, error=None))

    def cancel(self, config: Configuration) -> None:
        """Indexes what is waiting or at work by a configuration no more until `retry`."""
        self._move(config, (IndexStage.UNKNOWN, *_ACTIVE), IndexStage.CANCELLED)

    def retry(self, config: Configuration) -> None:
        """Takes up again what failed or was cancelled."""
        self._move(config, (IndexStage.FAILED, IndexStage.CANCELLED), IndexStage.UNKNOWN)

    def jobs(self, config: Configuration) -> Mapping[str, IndexJob]:
        """What is known of documents by their ids; empty for a configuration that is not in use."""
        with self._changed:
            return {key[1]: job for key, job in self._jobs.items() if key[0] == config.variant}

    def is_ready(self, documents: Sequence[str], config: Configuration) -> bool:
        """Whether all of the documents are known to be indexed by a configuration."""
        jobs = self.jobs(config)
        return all(name in jobs and jobs[name].stage is IndexStage.READY for name in documents)

    def look(self, config: Configuration, seconds: float) -> None:
        """Waits until it is known what is indexed, but no longer than so many seconds."""
        with self._changed:
            self._changed.wait_for(
                lambda: all(
                    job.stage is not IndexStage.UNKNOWN for job in self.jobs(config).values()
                ),
                seconds,
            )

    def wait(self, seconds: float) -> bool:
        """Whether nothing is left to do, at the latest after so many seconds."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._running, seconds)

    def close(self, seconds: float = 5.0) -> None:
        """Stops for good; waits so long for the batch in hand."""
        with self._changed:
            self._closed = True
        self.wait(seconds)

    def _put(self, config: Configuration, document: str, name: str) -> None:
        self._jobs.setdefault((config.variant, document), IndexJob(document, name, config))

    def _drop(self, concerns: Callable[[_Key], bool]) -> None:
        for key in [key for key in self._jobs if concerns(key)]:
            del self._jobs[key]

    def _set(self, job: IndexJob) -> None:
        self._jobs[job.config.variant, job.document] = job

    def _move(self, config: Configuration, of: Sequence[IndexStage], to: IndexStage) -> None:
        with self._changed:
            for document, job in self.jobs(config).items():
                if job.stage in of:
                    self._set(IndexJob(document, job.name, config, to))
            self._start()

    def _start(self) -> None:
        """A thread that looks and one that indexes, if there is work for them. The lock is held."""
        for stage, work in ((IndexStage.UNKNOWN, self._look), (IndexStage.WAITING, self._work)):
            if stage not in self._running and self._next(stage):
                self._running.add(stage)
                Thread(
                    target=self._run, args=(stage, work), name="index-queue", daemon=True
                ).start()

    def _next(self, stage: IndexStage) -> IndexJob | None:
        jobs = () if self._closed else self._jobs.values()
        return next((job for job in jobs if job.stage is stage), None)

    def _run(self, stage: IndexStage, work: Callable[[IndexJob, Workbench], None]) -> None:
        while True:
            with self._changed:
                job, bench = self._next(stage), self._workbench
                if job is None:
                    self._running.discard(stage)
                    self._changed.notify_all()
                    return
            work(job, bench)

    def _look(self, job: IndexJob, bench: Workbench) -> None:
        """Tells the documents that are indexed as a job says from those that wait."""
        jobs = self.jobs(job.config).values()
        looked = [each for each in jobs if each.stage is IndexStage.UNKNOWN]
        error, absent = None, set[str]()
        try:
            absent = set(bench.index.missing([each.document for each in looked], job.config))
        except Exception as problem:  # noqa: BLE001 (whoever shows the job words it)
            traceback.clear_frames(problem.__traceback__)
            error = problem
        with self._changed:
            for each in looked:
                stage = IndexStage.WAITING if each.document in absent else IndexStage.READY
                self._end(each, IndexStage.FAILED if error else stage, error)
            self._start()

    def _work(self, job: IndexJob, bench: Workbench) -> None:
        working = replace(job, stage=IndexStage.INDEXING)

        def report(done: int, total: int) -> None:
            nonlocal working
            with self._changed:
                if self._closed or not self._swap(
                    working, now := replace(working, done=done, total=total)
                ):
                    raise Cancelled(f"{job.name}: cancelled.")
                working = now

        with self._changed:
            if not self._swap(job, working):
                return
        try:
            bench.index.add_ahead(job.document, job.config, report)
        except (Cancelled, NotFound):
            self._end(working, IndexStage.CANCELLED)
        except Exception as error:  # noqa: BLE001 (whoever shows the job words it)
            traceback.clear_frames(error.__traceback__)
            self._end(working, IndexStage.FAILED, error)
            if isinstance(error, SetupError):
                self._give_up(job.config, error)
        else:
            self._end(working, IndexStage.READY)

    def _swap(self, before: IndexJob, after: IndexJob) -> bool:
        """Whether the job is still as it was left here, and so could be changed."""
        key = (before.config.variant, before.document)
        if self._jobs.get(key) is not before:
            return False
        self._jobs[key] = after
        return True

    def _end(self, job: IndexJob, stage: IndexStage, error: Exception | None = None) -> None:
        with self._changed:
            self._swap(job, replace(job, stage=stage, error=error))
            self._changed.notify_all()

    def _give_up(self, config: Configuration, error: SetupError) -> None:
        """What keeps one document from being indexed by the installation keeps all of them."""
        with self._changed:
            for job in self.jobs(config).values():
                if job.active:
                    self._end(job, IndexStage.FAILED, error)
