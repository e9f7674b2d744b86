"""Tasks that threads of this process do in the background, and how far each of them is."""

from __future__ import annotations

import traceback
from copy import copy
from dataclasses import dataclass, field
from enum import StrEnum
from threading import Condition, Thread
from typing import TYPE_CHECKING, Generic, TypeVar

from core.errors import Cancelled

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping

    from core.progress import Progress


class Stage(StrEnum):
    """How far a task is."""

    UNKNOWN = "unknown"
    """Whether there is anything to do is still to be looked at."""
    WAITING = "waiting"
    RUNNING = "running"
    PAUSED = "paused"
    """Waits for a person, such as for the password of a file."""
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"

    @property
    def active(self) -> bool:
        """Whether it is done now, or will be without anybody's help."""
        return self in ACTIVE

    @property
    def ended(self) -> bool:
        """Whether nothing will happen to it any more."""
        return self in (Stage.DONE, Stage.FAILED, Stage.CANCELLED)


ACTIVE = (Stage.WAITING, Stage.RUNNING)


@dataclass
class Task:
    """Something to do: `done` of `total` steps of it are done; 0 steps while that is not known.

    `error` is why it failed, or is paused. `stopping` says that it was cancelled while it runs.
    """

    stage: Stage = field(default=Stage.WAITING, kw_only=True)
    done: int = field(default=0, kw_only=True)
    total: int = field(default=0, kw_only=True)
    error: Exception | None = field(default=None, kw_only=True)
    stopping: bool = field(default=False, kw_only=True, repr=False)

    @property
    def active(self) -> bool:
        """See `Stage.active`."""
        return self.stage.active

    @property
    def ended(self) -> bool:
        """See `Stage.ended`."""
        return self.stage.ended


K = TypeVar("K", bound="Hashable")
T = TypeVar("T", bound=Task)


class BackgroundQueue(Generic[K, T]):
    """Tasks by their keys, done by daemon threads in the order in which they were put.

    `tasks` may be looked at and changed by whoever holds the lock of `changed`, which tells of the
    end of each task and may be shared between queues.
    """

    def __init__(
        self,
        work: Callable[[T, Progress], None],
        *,
        threads: Callable[[], int] = lambda: 1,
        stages: Mapping[type[Exception], Stage] | None = None,
        on_end: Callable[[T], None] = lambda _: None,
        changed: Condition | None = None,
    ) -> None:
        """`work` does a task and reports how far it is, which raises `Cancelled` if it must end.

        So many `threads` work at once. `stages` says what a task becomes by an error other than
        failed. `on_end` is called with each task that ended or paused, with the lock held.
        """
        self.tasks: dict[K, T] = {}
        self.changed = changed or Condition()
        self.running = 0
        """Tasks that threads are at, also those that were dropped since."""
        self._work, self._threads, self._on_end = work, threads, on_end
        self._stages = {Cancelled: Stage.CANCELLED, **(stages or {})}
        self._closed = False

    def put(self, key: K, task: T) -> None:
        """Takes a task up in place of the one with its key, which ends at its next report."""
        with self.changed:
            self.tasks[key] = task
            self.start()

    def start(self) -> None:
        """Begins what is waiting, as far as there are threads; after tasks were changed."""
        with self.changed:
            while self.running < self._threads() and (task := self._next()):
                task.stage, task.done, task.total = Stage.RUNNING, 0, 0
                self.running += 1
                Thread(target=self._run, args=(task,), name="background", daemon=True).start()

    def cancel(self, key: K) -> None:
        """Ends a task that waits or is paused, and one that is running at its next report."""
        with self.changed:
            task = self.tasks.get(key)
            if task and task.stage is Stage.RUNNING:
                task.stopping = True
            elif task and not task.ended:
                task.stage, task.error = Stage.CANCELLED, None
                self._on_end(task)

    def drop(self, concerns: Callable[[K, T], bool]) -> None:
        """Forgets tasks; those that are running end at their next report."""
        with self.changed:
            for key in [key for key, task in self.tasks.items() if concerns(key, task)]:
                del self.tasks[key]

    def snapshot(self) -> dict[K, T]:
        """All tasks as they are now, in the order in which they were put."""
        with self.changed:
            return {key: copy(task) for key, task in self.tasks.items()}

    def wait(self, seconds: float) -> bool:
        """Whether nothing is running, at the latest after so many seconds."""
        with self.changed:
            return self.changed.wait_for(lambda: not self.running, seconds)

    def close(self) -> None:
        """Begins nothing more, and ends what is running at its next report."""
        with self.changed:
            self._closed = True

    def _next(self) -> T | None:
        tasks = () if self._closed else self.tasks.values()
        return next((task for task in tasks if task.stage is Stage.WAITING), None)

    def _run(self, task: T) -> None:
        def report(done: int, total: int) -> None:
            with self.changed:
                if self._closed or task.stopping or not self._holds(task):
                    raise Cancelled("The task was cancelled.")
                task.done, task.total = done, total

        error: Exception | None = None
        try:
            self._work(task, report)
        except BaseException as problem:  # noqa: BLE001 (whoever shows the task words it)
            traceback.clear_frames(problem.__traceback__)  # they may hold the bytes of a file
            # A panic of a library in Rust is no `Exception`.
            error = problem if isinstance(problem, Exception) else RuntimeError(repr(problem))
        finally:
            with self.changed:
                self._end(task, error)

    def _holds(self, task: T) -> bool:
        return any(other is task for other in self.tasks.values())

    def _end(self, task: T, error: Exception | None) -> None:
        stages = (stage for kind, stage in self._stages.items() if isinstance(error, kind))
        task.stage = next(stages, Stage.FAILED) if error else Stage.DONE
        if task.stage is Stage.PAUSED and task.stopping:
            task.stage = Stage.CANCELLED
        task.error = None if task.stage is Stage.CANCELLED else error
        self.running -= 1
        try:
            self._on_end(task)
        finally:
            self.start()
            self.changed.notify_all()
