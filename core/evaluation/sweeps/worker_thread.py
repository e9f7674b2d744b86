"""One thread of a sweep: it keeps a worker, hands it jobs, and notes what comes of them."""

from __future__ import annotations

import time
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from core.errors import InputError, SightlineError
from core.evaluation.outcome import Scored
from core.evaluation.sweeps.store import FAILED
from core.jobs.process import Ended

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from threading import Condition

    from core.evaluation.sweeps.jobs import Job
    from core.evaluation.sweeps.running_sweep import ActiveSweep
    from core.evaluation.sweeps.worker_start import Hire, Hired
    from core.settings import Settings


@dataclass(frozen=True)
class Driver:
    """Works on a sweep as one of `workers` threads; `changed` guards what they share."""

    active: ActiveSweep
    changed: Condition
    settings: Settings
    workers: int
    hire: Hire

    def work(self) -> None:
        """Returns when there is nothing left to hand out, or nothing may be."""
        while self._attend():
            pass

    def _attend(self) -> bool:
        """Hands out jobs to one worker; whether it ended before them, and another has to go on."""
        job = self._next()
        if job is None:
            return False
        with self._worker() as worker:
            while job:
                if not self._do(worker, job):
                    return True
                job = self._next(job.shelf)
        return False

    def _next(self, shelf: str = "") -> Job | None:
        """The next job, as soon as one can be done; None when there is none left to hand out."""
        with self.changed:
            while self.active.board.waiting and not self.active.stopping:
                if job := self.active.board.take(shelf):
                    return job
                self.changed.wait()
        return None

    @contextmanager
    def _worker(self) -> Iterator[Hired]:
        with self.hire(self.active.kept.plan, self.settings, self.workers) as worker:
            with self.changed:
                self.active.workers.append(worker)
                if self.active.cancelled:
                    worker.stop()
            try:
                yield worker
            finally:
                with self.changed:
                    self.active.workers.remove(worker)

    def _do(self, worker: Hired, job: Job) -> bool:
        """Whether the worker can go on after a job."""

        def report(done: int, total: int) -> None:
            with self.changed:
                self.active.board.report(job, done / max(total, 1))

        begun = time.monotonic()
        try:
            reply = worker.ask(job.request, report)
        except Ended as end:
            self._lose(job, str(end))
            return False
        except SightlineError as error:
            self._fail(job, str(error))
        else:
            self._keep(job, reply.result, time.monotonic() - begun)
        return True

    def _keep(self, job: Job, answer: Any, seconds: float) -> None:
        if job.setting:
            self._save(job, answer)
        with self.changed:
            if job.setting:
                self.active.scored(job, seconds)
            elif job.request["job"] == "read":
                self.active.read(job, answer)
            else:
                self.active.board.done(job)
            self.changed.notify_all()

    def _save(self, job: Job, answer: Mapping[str, Any]) -> None:
        """Keeps a setting, unless it rests on other trees than the rest of the sweep.

        Raises:
            InputError: it does; what was kept of it goes, so that the sweep can be resumed.
        """
        active = self.active
        if not active.rests_on(job.parser, answer["trees"]):
            active.store.forget(active.key, job.setting)
            raise InputError(
                "A document was corrected or read anew while the sweep ran. Resume it: settings "
                "that were scored on the document as it was before are scored again."
            )
        scored = Scored.model_validate(answer["scored"])
        active.store.save(active.key, active.base(job.parser), scored)

    def _lose(self, job: Job, why: str) -> None:
        """A job whose worker ended is done by another one, once; a cancelled one waits."""
        with self.changed:
            if self.active.cancelled:
                self.active.board.put_back(job)
            elif not self.active.board.lose(job):
                self._fail(job, f"Two processes ended over {job.words} ({why}).")
            self.changed.notify_all()

    def _fail(self, job: Job, words: str) -> None:
        """Keeps why a setting, or all that need what was being prepared, could not be scored."""
        with self.changed:
            for lost in self.active.board.fail(job):
                if lost.setting:
                    values = lost.request["setting"]
                    scored = Scored(key=lost.setting, setting=values, failed=words)
                    self.active.store.save(self.active.key, FAILED, scored)
            self.changed.notify_all()
