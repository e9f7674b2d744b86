"""A sweep that runs in this process: its board, its workers, and what they found so far."""

from __future__ import annotations

from dataclasses import dataclass, field
from statistics import fmean
from typing import TYPE_CHECKING

from core.evaluation.sweeps.base import State, SweepStatus
from core.evaluation.sweeps.jobs import Board, jobs_of
from core.evaluation.sweeps.store import base_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from filelock import FileLock

    from core.evaluation.sweeps.jobs import Job
    from core.evaluation.sweeps.store import KeptPlan, SweepStore
    from core.evaluation.sweeps.worker_start import Hired


@dataclass
class ActiveSweep:
    """What is shared by the threads that drive the workers of a sweep, under a lock of theirs."""

    kept: KeptPlan
    store: SweepStore
    lock: FileLock
    names: dict[str, str]
    """What people call the documents."""
    board: Board = field(init=False)
    threads: int = 0
    paused: bool = False
    cancelled: bool = False
    problem: str = ""
    """The error that ended it, in words for people."""
    workers: list[Hired] = field(default_factory=list)
    _earlier: set[str] = field(init=False)
    """Settings scored by an earlier run, of which is not known yet whether their trees still are
    the same."""
    _trees: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    _seconds: dict[str, list[float]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.board = Board(jobs_of(self.kept.plan, self.names))
        self._earlier = self.store.done(self.key)

    @property
    def key(self) -> str:
        """The key of the sweep."""
        return self.kept.plan.key

    @property
    def stopping(self) -> bool:
        """Whether no further job is handed out."""
        return self.paused or self.cancelled

    def cancel(self) -> None:
        """Ends the workers; their jobs wait."""
        self.cancelled = True
        for worker in self.workers:
            worker.stop()

    def break_off(self, problem: str) -> None:
        """Hands out no further job; the first of several errors is the one that is told."""
        self.cancelled = True
        self.problem = self.problem or problem

    def wants_thread(self) -> bool:
        """Whether one more worker would have something to do."""
        open_ = len(self.board.waiting) + len(self.board.running)
        return not self.stopping and self.threads < open_

    def read(self, job: Job, tree: str) -> None:
        """Notes the tree of a document; what was scored on the same trees before is taken over."""
        self._trees.setdefault(job.parser, []).append((job.request["document"], tree))
        self.board.done(job)
        for waiting in self.board.prepared(job.parser):
            self._earlier.discard(waiting.setting)
            if self.store.take_over(self.key, self.base(job.parser), waiting.setting):
                self.board.done(waiting)
        self.board.drop_needless()

    def base(self, parser: str) -> str:
        """See `base_of`; to be asked once the parser has read all documents."""
        return base_of(self.kept.plan, self._trees.get(parser, ()))

    def rests_on(self, parser: str, trees: Mapping[str, str]) -> bool:
        """Whether these are the trees that the parser gave when it read the documents."""
        return dict(self._trees.get(parser, ())) == trees

    def scored(self, job: Job, seconds: float) -> None:
        """Notes that a setting was scored, and the time it took."""
        self._seconds.setdefault(job.cost_class, []).append(seconds)
        self.board.done(job)

    def status(self, workers: int) -> SweepStatus:
        """How far it is, with so many workers at once."""
        plan, board = self.kept.plan, self.board
        held = [*board.waiting, *(job for job, _ in board.running.values())]
        left = [job for job in held if job.setting and job.setting not in self._earlier]
        return SweepStatus(
            key=self.key,
            name=plan.name,
            state=self._state(),
            done=len(self.kept.keys) - len(left),
            total=len(self.kept.keys),
            running=tuple((job.words, share) for job, share in board.running.values()),
            seconds_left=self._seconds_left(workers),
            created=self.kept.created,
            question_set=plan.questions.name,
            question_key=plan.questions.key,
            questions=len(plan.questions.questions),
            answerable=sum(one.answerable for one in plan.questions.questions),
            part_of=plan.part_of,
            problem=self.problem,
            failed=len(self.store.failed(self.key) & {*self.kept.keys}),
            written=self.store.written(self.key),
        )

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
        every = [seconds for found in self._seconds.values() for seconds in found]
        if not every:
            return None
        mean = {kind: fmean(found) for kind, found in self._seconds.items()}
        usual = fmean(every)
        waiting = [(job, 0.0) for job in self.board.waiting]
        left = [
            mean.get(job.cost_class, usual) * (1 - share)
            for job, share in [*waiting, *self.board.running.values()]
            if job.setting
        ]
        return sum(left) / max(1, min(workers, len(left)))
