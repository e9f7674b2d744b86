"""Documents that are indexed one after the other in the background, for all sessions of the app.

What is in use is a configuration or a few: every document of the library is indexed by each of
them, and again when it is read or changed. A question that comes before goes first. Nothing is done
ahead that a service is paid for: such documents are indexed when somebody asks about them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from threading import Condition
from typing import TYPE_CHECKING

from core.errors import OF_ONE_DOCUMENT, NotFound, SetupError, SightlineError
from core.jobs.background import BackgroundQueue, Stage, Task
from core.rights import OPERATOR, acting_as

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from core.configuration import Configuration
    from core.progress import Progress
    from core.workbench import Workbench

_MOST_CONFIGURATIONS = 3
"""Configurations that are in use at once: that of the library, and those that people ask by."""


@dataclass
class IndexJob(Task):
    """A document and the configuration it is indexed by: `done` of `total` chunks are embedded.

    `total` is 0 while it is cut into chunks. Its stage is unknown until it was looked at whether it
    is indexed.
    """

    document: str
    name: str
    config: Configuration


@dataclass
class _Look(Task):
    """Looks which documents are indexed: `absent` are those of `jobs` that are not, or were read by
    an earlier version."""

    config: Configuration
    jobs: list[IndexJob] = field(default_factory=list)
    absent: set[str] = field(default_factory=set)


class IndexQueue:
    """A queue over a workbench. It may be shared between threads.

    `workbench` may be replaced by one with other settings: what is done is looked at again.
    """

    def __init__(self, workbench: Workbench) -> None:
        self._configs: dict[str, Configuration] = {}
        self._changed = Condition()
        self._looks = BackgroundQueue[str, _Look](
            self._look, on_end=self._settle, changed=self._changed
        )
        self._jobs = BackgroundQueue[tuple[str, str], IndexJob](
            self._index,
            stages={NotFound: Stage.CANCELLED},
            on_end=self._give_up,
            changed=self._changed,
        )
        """By the variant of a configuration, and a document."""
        self._workbench: Workbench | None = None
        self.workbench = workbench

    @property
    def workbench(self) -> Workbench:
        """The library and its indexes, with the settings in force."""
        assert self._workbench is not None
        return self._workbench

    @workbench.setter
    def workbench(self, workbench: Workbench) -> None:
        with self._changed:
            if self._workbench is not workbench:
                self._workbench = workbench
                workbench.on_change = self.look_again
                self._jobs.tasks.clear()
                self._configs.clear()

    def use(self, config: Configuration) -> None:
        """Indexes by a configuration what the library holds, and from now on what comes into it.

        What was cancelled or failed before stays so. Of too many configurations the
        one that was used the longest ago is left.
        """
        if self.workbench.index.is_paid_for(config):
            return
        with acting_as(OPERATOR):
            records = [record for record in self.workbench.library.list() if record.parse]
        parsed = {record.sha for record in records}
        with self._changed:
            self._configs.pop(config.variant, None)
            self._configs[config.variant] = config
            for old in list(self._configs.values())[:-_MOST_CONFIGURATIONS]:
                self.leave(old)
            self._jobs.drop(
                lambda _, job: job.config.variant == config.variant and job.document not in parsed
            )
            for record in records:
                job = IndexJob(record.sha, record.name, config, stage=Stage.UNKNOWN)
                self._jobs.tasks.setdefault((config.variant, record.sha), job)
            self._start()

    def leave(self, config: Configuration) -> None:
        """Indexes nothing more by a configuration; what is indexed stays."""
        with self._changed:
            self._configs.pop(config.variant, None)
            self._jobs.drop(lambda key, _: key[0] == config.variant)

    def look_again(self, document: str) -> None:
        """Indexes a document that was read, or has changed, by all configurations in use."""
        try:
            with acting_as(OPERATOR):
                record = self.workbench.library.get(document)
        except NotFound:
            record = None
        with self._changed:
            self._jobs.drop(lambda key, _: key[1] == document)
            if record and record.parse:
                for variant, config in self._configs.items():
                    job = IndexJob(document, record.name, config)
                    self._jobs.tasks[variant, document] = job
            self._start()

    def note_ready(self, documents: Sequence[str], config: Configuration) -> None:
        """Takes note of documents that were indexed for a question, also of cancelled ones."""
        with self._changed:
            for document in documents:
                job = self._jobs.tasks.get((config.variant, document))
                if job and job.stage is not Stage.RUNNING:
                    job.stage, job.error = Stage.DONE, None

    def cancel(self, config: Configuration) -> None:
        """Indexes what is waiting or at work by a configuration no more until `retry`."""
        self._renew(config, (Stage.UNKNOWN, Stage.WAITING, Stage.RUNNING), Stage.CANCELLED)

    def retry(self, config: Configuration) -> None:
        """Takes up again what failed or was cancelled."""
        self._renew(config, (Stage.FAILED, Stage.CANCELLED), Stage.UNKNOWN)

    def jobs(self, config: Configuration) -> Mapping[str, IndexJob]:
        """What is known of documents that who acts sees, by their ids.

        Empty for a configuration that is not in use.
        """
        permissions = self.workbench.library.permissions
        shown: dict[str, IndexJob] = {}
        with permissions.held():
            for (variant, document), job in self._jobs.snapshot().items():
                if variant == config.variant and permissions.sees(document):
                    job.name = permissions.shown_name(document, job.name)
                    shown[document] = job
        return shown

    def is_ready(self, documents: Sequence[str], config: Configuration) -> bool:
        """Whether all of the documents are known to be indexed by a configuration."""
        jobs = self.jobs(config)
        return all(name in jobs and jobs[name].stage is Stage.DONE for name in documents)

    def look(self, config: Configuration, seconds: float) -> None:
        """Waits until it is known what is indexed, but no longer than so many seconds."""
        with self._changed:
            self._changed.wait_for(lambda: not self._unknown(config), seconds)

    def wait(self, seconds: float) -> bool:
        """Whether nothing is left to do, at the latest after so many seconds."""
        with self._changed:
            return self._changed.wait_for(
                lambda: not (self._looks.running or self._jobs.running), seconds
            )

    def close(self, seconds: float = 5.0) -> None:
        """Stops for good; waits so long for the batch in hand."""
        self._looks.close()
        self._jobs.close()
        self.wait(seconds)

    def _unknown(self, config: Configuration) -> list[IndexJob]:
        return [
            job
            for key, job in self._jobs.tasks.items()
            if key[0] == config.variant and job.stage is Stage.UNKNOWN
        ]

    def _renew(self, config: Configuration, stages: Sequence[Stage], stage: Stage) -> None:
        """Puts new jobs in place of those in `stages`."""
        with self._changed:
            for document, job in self.jobs(config).items():
                if job.stage in stages:
                    renewed = IndexJob(document, job.name, config, stage=stage)
                    self._jobs.tasks[config.variant, document] = renewed
            self._start()

    def _start(self) -> None:
        """Looks at what is unknown, and indexes what waits. The lock is held."""
        for variant, config in self._configs.items():
            look = self._looks.tasks.get(variant)
            if self._unknown(config) and not (look and look.active):
                self._looks.put(variant, _Look(config))
        self._jobs.start()

    def _look(self, look: _Look, _: Progress) -> None:
        with self._changed:
            look.jobs = self._unknown(look.config)
        documents = [job.document for job in look.jobs]
        with acting_as(OPERATOR):
            absent = self.workbench.index.missing(documents, look.config)
            look.absent = {*absent, *filter(self._is_outdated, documents)}

    def _is_outdated(self, document: str) -> bool:
        """Whether a document is to be read anew; one that cannot be looked at fails by itself."""
        try:
            return self.workbench.documents.renewals.is_outdated(document)
        except (SightlineError, ValueError):  # a later version may write what this one cannot take
            return True

    def _settle(self, look: _Look) -> None:
        for job in look.jobs:
            if job.stage is Stage.UNKNOWN:
                ready = Stage.WAITING if job.document in look.absent else Stage.DONE
                job.stage = Stage.FAILED if look.error else ready
                job.error = look.error
        self._start()

    def _index(self, job: IndexJob, report: Progress) -> None:
        with acting_as(OPERATOR):
            renewals = self.workbench.documents.renewals
            renewals.renew(job.document, lambda *_: report(0, 0))
            report(0, 0)  # What was read anew is in the queue once more, and ends here.
            self.workbench.index.add_ahead(job.document, job.config, report)

    def _give_up(self, ended: IndexJob) -> None:
        """What keeps one document from being indexed by the installation keeps all of them."""
        if isinstance(ended.error, SetupError) and not isinstance(ended.error, OF_ONE_DOCUMENT):
            for job in self._jobs.tasks.values():
                if job.config.variant == ended.config.variant and job.active:
                    job.stage, job.error = Stage.FAILED, ended.error
