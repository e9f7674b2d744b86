"""Many pieces of one job over several processes; a piece that kills its process costs only itself.

To be used inside the child of `core.jobs`: its limits hold for each process, and it ends
all of them when it ends.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import sys
import time
import traceback
from collections import deque
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from types import ModuleType
from typing import TYPE_CHECKING, Any

from core.errors import SightlineError
from core.jobs.failure_causes import Cause, cause_of_error
from core.jobs.model_loading import import_lean
from core.jobs.sandbox.parent_death import end_with
from core.jobs.time_limit import TimeLimit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from multiprocessing.process import BaseProcess

    Work = Callable[[int], Any]

_ALONE_SECONDS = 0.3
"""So long one process works alone: what is done by then would not be done sooner by several."""
_TICK_SECONDS = 0.2
OUT_OF_TIME = "not read before the time limit of the document"
"""Why a piece is lost that was not done when the limit for all was over."""


@dataclass(frozen=True, slots=True)
class Lost:
    """A piece of work that failed: why, in a few words, and whether it only ran out of time."""

    reason: str
    late: bool = False


def divide(
    start: Callable[[], Work],
    items: Iterable[int],
    workers: int,
    seconds: float,
    limit: TimeLimit | None = None,
) -> Iterator[tuple[int, Any]]:
    """Each item with the result of the work on it, or a `Lost`, in the order of their ends.

    `start` is called once in each process and gives the function that does the work; it must
    be picklable, as must results. A piece may take so many seconds, as `TimeLimit` counts
    them. What is not done when the `limit` for all of them is over is lost.

    Raises:
        SightlineError: what the work raised of this kind; the rest of the work is stopped.
    """
    pool = _Pool(start, workers, seconds, limit or TimeLimit(), deque(items))
    try:
        yield from pool.results()
    finally:
        pool.stop()


@dataclass
class _Worker:
    """A process, and what it was told to do: the piece it is at, and the one after it."""

    process: BaseProcess
    pipe: Connection
    items: deque[int] = field(default_factory=deque)
    limit: TimeLimit = field(default_factory=TimeLimit)

    def assign(self, item: int, seconds: float) -> None:
        self.pipe.send(item)
        if not self.items:
            self.limit = TimeLimit(seconds)
        self.items.append(item)

    def is_late(self) -> bool:
        return bool(self.items) and self.limit.is_over(lambda: _ids([self]))


@dataclass
class _Pool:
    start: Callable[[], Work]
    size: int
    seconds: float
    limit: TimeLimit
    waiting: deque[int]
    workers: list[_Worker] = field(default_factory=list)
    began: float = field(default_factory=time.monotonic)

    def results(self) -> Iterator[tuple[int, Any]]:
        while self.waiting or any(worker.items for worker in self.workers):
            if self.limit.is_over(lambda: _ids(self.workers)):
                yield from self._give_up()
                return
            self._grow()
            self._assign()
            readable = wait([worker.pipe for worker in self.workers], _TICK_SECONDS)
            for worker in [worker for worker in self.workers if worker.pipe in readable]:
                yield from self._result(worker)
            for worker in [worker for worker in self.workers if worker.is_late()]:
                yield from self._lose(worker, Lost(f"not read after {self.seconds:g} s", True))

    def stop(self) -> None:
        for worker in list(self.workers):
            self._end(worker)

    def _grow(self) -> None:
        alone = time.monotonic() - self.began < _ALONE_SECONDS
        if self.waiting and len(self.workers) < (1 if alone else self.size):
            self.workers.append(_started(self.start, [worker.pipe for worker in self.workers]))

    def _assign(self) -> None:
        """Gives each what it can do; one piece ahead, while there is plenty, so that none waits."""
        ahead = 2 if len(self.waiting) > 2 * self.size else 1
        for worker in list(self.workers):
            while self.waiting and len(worker.items) < ahead:
                try:
                    worker.assign(self.waiting[0], self.seconds)
                except BrokenPipeError:
                    break  # Found to have ended when its pipe is read.
                self.waiting.popleft()

    def _result(self, worker: _Worker) -> Iterator[tuple[int, Any]]:
        try:
            result = worker.pipe.recv()
        except (EOFError, ConnectionResetError):
            worker.process.join()
            yield from self._lose(worker, Lost(ended_by(worker.process.exitcode or 0)))
            return
        if isinstance(result, SightlineError):
            raise result
        if isinstance(result, Lost):
            yield from self._lose(worker, result)
            return
        worker.limit = TimeLimit(self.seconds)
        yield worker.items.popleft(), result

    def _give_up(self) -> Iterator[tuple[int, Any]]:
        items = [item for worker in self.workers for item in worker.items]
        self.stop()
        for item in [*items, *self.waiting]:
            yield item, Lost(OUT_OF_TIME, True)

    def _lose(self, worker: _Worker, lost: Lost) -> Iterator[tuple[int, Any]]:
        """The piece that the process was at; what it had not begun waits for another one."""
        self._end(worker)
        if worker.items:
            yield worker.items.popleft(), lost
        self.waiting.extendleft(reversed(worker.items))

    def _end(self, worker: _Worker) -> None:
        self.workers.remove(worker)
        worker.process.kill()
        worker.process.join()
        worker.pipe.close()


def _ids(workers: Iterable[_Worker]) -> list[int]:
    return [worker.process.pid for worker in workers if worker.process.pid]


def _started(start: Callable[[], Work], others: list[Connection]) -> _Worker:
    forked = _may_fork()
    context = (
        multiprocessing.get_context("fork") if forked else multiprocessing.get_context("spawn")
    )
    ours, theirs = context.Pipe()
    inherited = [*others, ours] if forked else []
    # Packed, so that a spawned process can prepare itself before it imports what `start` needs.
    arguments = (pickle.dumps(start), theirs, inherited, os.getpid())
    process = context.Process(target=_work, args=arguments, daemon=True)
    with nullcontext() if forked else _without_script():
        process.start()
    theirs.close()
    return _Worker(process, ours)


@contextmanager
def _without_script() -> Iterator[None]:
    """Keeps a spawned process from running the script of this one, such as an app, again."""
    script = sys.modules.pop("__main__")
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = script


def _may_fork() -> bool:
    """Forks are cheap, but a model that was loaded before has lost its threads in them."""
    return sys.platform == "linux" and "pymupdf.layout" not in sys.modules


def _work(start: bytes, pipe: Connection, inherited: list[Connection], parent: int) -> None:
    end_with(parent)
    for other in inherited:  # Held open here, they would hide the end of another process.
        other.close()
    import_lean()
    work: Work | None = None
    while True:
        try:
            item = pipe.recv()
        except EOFError:
            return
        work = _answer(pipe, start, work, item)


def _answer(pipe: Connection, start: bytes, work: Work | None, item: int) -> Work:
    """Sends the result for one item. An unexpected error ends the process: it may be damaged."""
    try:
        ready: Work = work or pickle.loads(start)()
        pipe.send(ready(item))
    except SightlineError as error:
        pipe.send(error)
        raise SystemExit(1) from error
    except MemoryError as error:
        traceback.print_exc()
        pipe.send(Lost(Cause.MEMORY))
        raise SystemExit(1) from error
    except Exception as error:
        cause = cause_of_error(error)
        pipe.send(Lost("its reader failed" if cause is Cause.DAMAGE else cause))
        raise
    return ready


def ended_by(code: int) -> str:
    """Why a process ended, from its exit code."""
    if code == -9:
        return "stopped by the system, probably out of memory"
    return "it crashed its reader" if code < 0 else "its reader ended"
