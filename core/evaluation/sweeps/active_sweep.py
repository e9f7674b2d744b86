"""A sweep that runs in this process: its jobs, the threads that work on it, and its state."""

from __future__ import annotations

import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from statistics import fmean
from typing import TYPE_CHECKING, Any

from core.errors import InputError, SightlineError
from core.evaluation.outcome import Scored
from core.evaluation.sweeps.base import State, SweepStatus
from core.evaluation.sweeps.store import FAILED, SweepStore, base_of
from core.jobs.process import ChildProcess, Ended

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from threading import Condition

    from filelock import FileLock

    from core.evaluation.sweeps.job_queue import Job, JobQueue
    from core.evaluation.sweeps.stored_plan import StoredPlan


@dataclass
class ActiveSweep:
    """What the threads that work on a sweep share; `changed` guards it.

    `problem` is the error that ended it, in words for people.
    """

    stored: StoredPlan
    store: SweepStore
    lock: FileLock
    jobs: JobQueue
    changed: Condition
    hire: Callable[[], ChildProcess]
    threads: int = 0
    paused: bool = False
    cancelled: bool = False
    problem: str = ""
    _workers: list[ChildProcess] = field(default_factory=list)
    _earlier: set[str] = field(init=False)
    """Settings scored by an earlier run, of which is not known yet whether their trees still are
    the same."""
    _trees: dict[str, dict[str, str]] = field(default_factory=dict)
    """By parser the names of the trees of the documents that were read."""
    _seconds: dict[str, list[float]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._earlier = set(self.store.ended(self.key))

    @property
    def key(self) -> str:
        """The key of the sweep."""
        return self.stored.plan.key

    def cancel(self) -> None:
        """Ends the workers; their jobs wait."""
        self.cancelled = True
        for worker in self._workers:
            worker.stop()

    def break_off(self, problem: str) -> None:
        """Hands out no further job; the first of several errors is the one that is told."""
        self.cancelled = True
        self.problem = self.problem or problem

    @property
    def asks_model(self) -> bool:
        """Whether a language model writes answers.

        Each process keeps within the rate limit of its service by itself, so two would pass it.
        """
        return self.stored.plan.writer is not None

    def wants_thread(self) -> bool:
        """Whether one more worker would have something to do."""
        unfinished = len(self.jobs.waiting) + len(self.jobs.running)
        most = min(unfinished, 1) if self.asks_model else unfinished
        return not self._is_stopping and self.threads < most

    def work(self) -> None:
        """What a thread does: it returns when nothing is left to hand out, or nothing may be.

        A worker that ends before its jobs do is followed by another one.
        """
        while job := self._next():
            with self._worker() as worker:
                while job and self._do(worker, job):
                    job = self._next(job.shelf)

    def status(self, workers: int) -> SweepStatus:
        """How far it is, with so many workers at once."""
        running = tuple((job.words, share) for job, share in self.jobs.running.values())
        unfinished = [*self.jobs.waiting, *(job for job, _ in self.jobs.running.values())]
        left = [job for job in unfinished if job.setting and job.setting not in self._earlier]
        changes = {
            "state": self._state(),
            "done": len(self.stored.keys) - len(left),
            "running": running,
            "seconds_left": self._seconds_left(1 if self.asks_model else workers),
            "problem": self.problem,
        }
        return self.store.progress(self.key).model_copy(update=changes)

    @property
    def _is_stopping(self) -> bool:
        return self.paused or self.cancelled

    def _state(self) -> State:
        if self.problem:
            return State.BROKEN
        if self.cancelled:
            return State.CANCELLED
        if self.paused:
            return State.PAUSED
        return State.RUNNING if self.threads else State.WAITING

    def _seconds_left(self, workers: int) -> float | None:
        """From the mean time of the settings scored so far; None before the first."""
        every = [seconds for of_class in self._seconds.values() for seconds in of_class]
        if not every:
            return None
        means = {cost_class: fmean(seconds) for cost_class, seconds in self._seconds.items()}
        usual = fmean(every)
        waiting = [(job, 0.0) for job in self.jobs.waiting]
        left = [
            means.get(job.cost_class, usual) * (1 - share)
            for job, share in [*waiting, *self.jobs.running.values()]
            if job.setting
        ]
        return sum(left) / max(1, min(workers, len(left)))

    def _next(self, shelf: str = "") -> Job | None:
        """The next job, as soon as one can be done; None when there is none left to hand out."""
        with self.changed:
            while self.jobs.waiting and not self._is_stopping:
                if job := self.jobs.take(shelf):
                    return job
                self.changed.wait()
        return None

    @contextmanager
    def _worker(self) -> Iterator[ChildProcess]:
        with self.hire() as worker:
            with self.changed:
                self._workers.append(worker)
                if self.cancelled:
                    worker.stop()
            try:
                yield worker
            finally:
                with self.changed:
                    self._workers.remove(worker)

    def _do(self, worker: ChildProcess, job: Job) -> bool:
        """Whether the worker can go on after a job."""

        def report(done: int, total: int) -> None:
            with self.changed:
                self.jobs.report(job, done / max(total, 1))

        begun = time.monotonic()
        try:
            answer = worker.ask(job.request, report).result
        except Ended as end:
            self._lose(job, str(end))
            return False
        except SightlineError as error:
            self._fail(job, str(error))
        else:
            self._note(job, answer, time.monotonic() - begun)
        return True

    def _note(self, job: Job, answer: Any, seconds: float) -> None:
        if job.setting:
            self._save(job, answer)
        with self.changed:
            if job.setting:
                self._seconds.setdefault(job.cost_class, []).append(seconds)
            self.jobs.done(job)
            if job.request["job"] == "read":
                self._note_tree(job, answer)
            self.changed.notify_all()

    def _note_tree(self, job: Job, tree: str) -> None:
        """Notes the tree of a document; what was scored on the same trees before is taken over."""
        self._trees.setdefault(job.parser, {})[job.request["document"]] = tree
        for scoring in self.jobs.prepared(job.parser):
            self._earlier.discard(scoring.setting)
            if self.store.take_over(self.key, self._base(job.parser), scoring.setting):
                self.jobs.done(scoring)
        self.jobs.drop_needless()

    def _save(self, job: Job, answer: Mapping[str, Any]) -> None:
        """Keeps a setting, unless it rests on other trees than the rest of the sweep.

        Raises:
            InputError: it does; what was kept of it goes, so that the sweep can be resumed.
        """
        if self._trees.get(job.parser, {}) != answer["trees"]:
            self.store.forget(self.key, job.setting)
            raise InputError(
                "A document was corrected or read anew while the sweep ran. Resume it: settings "
                "that were scored on the document as it was before are scored again."
            )
        scored = Scored.model_validate(answer["scored"])
        self.store.save(self.key, self._base(job.parser), scored)

    def _base(self, parser: str) -> str:
        """See `base_of`; to be asked once the parser has read all documents."""
        return base_of(self.stored.plan, self._trees.get(parser, {}).items())

    def _lose(self, job: Job, why: str) -> None:
        """A job whose worker ended is done by another one, once; a cancelled one waits."""
        with self.changed:
            if self.cancelled:
                self.jobs.put_back(job)
            elif not self.jobs.lose(job):
                self._fail(job, f"Two processes ended over {job.words} ({why}).")
            self.changed.notify_all()

    def _fail(self, job: Job, words: str) -> None:
        with self.changed:
            for lost in self.jobs.fail(job):
                if lost.setting:
                    values = lost.request["setting"]
                    scored = Scored(key=lost.setting, setting=values, failed=words)
                    self.store.save(self.key, FAILED, scored)
            self.changed.notify_all()
