"""Sweeps in the background: threads of this process hand out settings to workers of their own.

The runner lives as long as the process. Whatever ends it, each setting that was scored is kept,
and another runner goes on with the rest.
"""

from __future__ import annotations

import os
from contextlib import suppress
from threading import Condition, Event, Thread
from typing import TYPE_CHECKING

from core.errors import (
    Cancelled,
    DataTooNew,
    InputError,
    InvalidOption,
    NotFound,
    SetupError,
    SightlineError,
)
from core.evaluation.sweeps.active_sweep import ActiveSweep
from core.evaluation.sweeps.base import Plan, State, SweepResult, SweepStatus
from core.evaluation.sweeps.job_queue import JobQueue, jobs_of
from core.evaluation.sweeps.store import FAILED, SweepStore
from core.evaluation.sweeps.worker_start import Hire, hire
from core.rights import carried

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from filelock import FileLock

    from core.evaluation.sweeps.stored_plan import StoredPlan
    from core.jobs.process import ChildProcess
    from core.workbench import Workbench

_MOST_WORKERS = 8
"""Each holds its own copy of trees and models, some hundreds of MB."""
_PATIENCE_SECONDS = 0.5
"""A sweep is locked for a moment by whoever asks whether it is."""
_LOOK_SECONDS = 0.2
_UNEXPECTED = "An error that was not expected ended the sweep; the log of the app tells more."


class SweepRunner:
    """The sweeps of a data folder: those that run, and those that are kept.

    It may be shared between threads. `workbench` may be replaced by one with other settings, which
    hold from the next worker on.
    """

    def __init__(self, workbench: Workbench, workers: int | None = None, hire: Hire = hire) -> None:
        """`workers` processes at most work at once, for all sweeps together; None: one a core.

        `hire` starts each of them.
        """
        self.workbench = workbench
        self._hire = hire
        self._most = workers or min(os.cpu_count() or 1, _MOST_WORKERS)
        self._store = SweepStore(workbench.library.home)
        self._active: dict[str, ActiveSweep] = {}
        self._problems: dict[str, str] = {}
        self._threads = 0
        self._changed = Condition()

    def start(self, plan: Plan) -> str:
        """The key of the sweep, begun or gone on with in the background; what is scored stays.

        Settings whose trees have changed since are scored anew.

        Raises:
            InvalidOption: a setting cannot be used, or no question names a document.
            NotFound: a document of the questions is not in the library.
            InputError: another process runs this sweep.
            ModelUnavailable: the language model of the settings is not the writer of the plan.
        """
        self._names(plan)
        self._require_writer(plan)
        self._go_on(self._store.keep(plan))
        return plan.key

    def resume(self, key: str) -> None:
        """Goes on where the sweep stopped, whatever stopped it; what failed is tried again.

        Raises as `start`, and `NotFound` where there is no such sweep.
        """
        stored, ended = self._store.plan(key), self._store.ended(key)
        if not all(ended.get(setting) is False for setting in stored.keys):
            self._go_on(stored)

    def pause(self, key: str) -> None:
        """Begins no further setting. Raises `InputError` if another process runs the sweep."""
        self._stop(key, State.PAUSED)

    def cancel(self, key: str) -> None:
        """Stops what is under way; what is scored stays and can be looked at. Raises as `pause`."""
        self._stop(key, State.CANCELLED)

    def delete(self, key: str) -> None:
        """Removes a sweep and its results. Raises as `pause`."""
        self.cancel(key)
        with self._changed:
            self._changed.wait_for(lambda: key not in self._active)
            lock = self._locked(key)
            try:
                self._store.delete(key)
            finally:
                lock.release()

    def delete_parts(self, key: str) -> None:
        """Removes all sweeps that are rounds of a search (`Plan.part_of`) with their results.

        Raises as `pause`.
        """
        for status in self.list():
            if status.part_of == key:
                self.delete(status.key)

    def list(self) -> Sequence[SweepStatus]:
        """All sweeps, the newest first."""
        statuses: list[SweepStatus] = []
        for key in self._store.all_keys():
            with suppress(NotFound, DataTooNew):
                statuses.append(self.status(key))
        return sorted(statuses, key=lambda status: (status.created, status.key), reverse=True)

    def status(self, key: str) -> SweepStatus:
        """How far a sweep is. Raises `NotFound`."""
        with self._changed:
            if active := self._active.get(key):
                return active.status(self._most)
        status = self._store.status(key)
        problem = self._problems.get(key, "") if status.state is State.BROKEN else ""
        return status.model_copy(update={"problem": problem})

    def result(self, key: str) -> SweepResult:
        """What is known of a sweep so far. Raises `NotFound`."""
        stored = self._store.plan(key)
        return SweepResult(plan=stored.plan, created=stored.created, scored=self._store.load(key))

    def run(self, plan: Plan, stop: Event, report: Callable[[SweepStatus], None]) -> SweepResult:
        """The result of a sweep that is run to its end, cancelled as soon as `stop` is set.

        Raises as `start`, and:
            Cancelled: it was stopped or cancelled.
            SetupError: an error ended it.
        """
        key = self.start(plan)
        while not (status := self.status(key)).state.has_ended:
            report(status)
            if stop.wait(_LOOK_SECONDS):
                self.cancel(key)
                raise Cancelled("The search was stopped.")
        if status.problem:
            raise SetupError(f"A round of the search ended early. {status.problem}")
        if status.state is not State.DONE:
            raise Cancelled("A round of the search was stopped.")
        return self.result(key)

    def wait(self, seconds: float | None = None) -> bool:
        """Whether no sweep runs in this process, at the latest after so many seconds."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._active, seconds)

    def close(self) -> None:
        """Ends all workers at once; the sweeps can be resumed."""
        with self._changed:
            for active in list(self._active.values()):
                active.cancel()
                self._settle(active)
            self._changed.notify_all()
        self.wait()

    def _names(self, plan: Plan) -> dict[str, str]:
        documents = plan.questions.documents
        if not documents:
            raise InvalidOption(
                "None of the questions names a document or has evidence in one. Add a question "
                "whose lines are marked."
            )
        names = {record.sha: record.name for record in self.workbench.library.list()}
        if missing := [document for document in documents if document not in names]:
            raise NotFound(
                f"{len(missing)} of the {len(documents)} documents that the "
                f"questions speak of are not in the library, such as {missing[0][:12]}. Add them."
            )
        return {document: names[document] for document in documents}

    def _require_writer(self, plan: Plan) -> None:
        if plan.writer:
            plan.writer.require(self.workbench.settings)

    def _go_on(self, stored: StoredPlan) -> None:
        key = stored.plan.key
        with self._changed:
            self._changed.wait_for(lambda: not self._is_ending(key))
            if key in self._active:
                self._store.set_state(key, State.RUNNING)
            else:
                self._active[key] = self._activated(stored)
            self._active[key].paused = False
            self._add_threads()
            self._changed.notify_all()

    def _activated(self, stored: StoredPlan) -> ActiveSweep:
        plan = stored.plan
        self._require_writer(plan)
        jobs = JobQueue(jobs_of(plan, self._names(plan)))
        workers = 1 if plan.writer else self._most
        lock = self._locked(plan.key)
        try:
            self._store.forget(plan.key, base=FAILED)
            self._store.set_state(plan.key, State.RUNNING)
        except SightlineError:
            lock.release()
            raise

        def hire() -> ChildProcess:
            return self._hire(plan, self.workbench.settings, workers)

        return ActiveSweep(stored, self._store, lock, jobs, self._changed, hire)

    def _locked(self, key: str) -> FileLock:
        lock = self._store.lock(key, _PATIENCE_SECONDS)
        if lock is None:
            raise InputError(
                "This sweep runs in another process, such as another app or a command line. Stop "
                "it there."
            )
        return lock

    def _stop(self, key: str, state: State) -> None:
        with self._changed:
            self._store.plan(key)
            active = self._active.get(key)
            if not active:
                self._locked(key).release()
            if active and state is State.PAUSED:
                active.paused = True
            elif active:
                active.cancel()
            try:
                self._store.set_state(key, state)
            finally:  # on a full disk, too; the state is written while the lock is held
                if active:
                    self._settle(active)
                self._changed.notify_all()

    def _is_ending(self, key: str) -> bool:
        return key in self._active and self._active[key].cancelled

    def _add_threads(self) -> None:
        """More threads, as far as there is work and room for them. The lock is held.

        Of the sweeps that ask a language model, one is worked on at a time, by one thread.
        """
        for active in self._active.values():
            while self._threads < self._most and active.wants_thread():
                if active.asks_model and self._asks_model():
                    break
                self._threads += 1
                active.threads += 1
                work = carried(self._work)
                Thread(target=work, args=(active,), name="sweep", daemon=True).start()

    def _asks_model(self) -> bool:
        return any(active.asks_model and active.threads for active in self._active.values())

    def _work(self, active: ActiveSweep) -> None:
        """What a thread does; an error is told in the status of the sweep, to be resumed."""
        problem = _UNEXPECTED
        try:
            active.work()
            problem = ""
        except SightlineError as error:
            problem = str(error)
        finally:
            with self._changed:
                self._threads -= 1
                active.threads -= 1
                if problem:
                    active.break_off(problem)
                self._settle(active)
                self._add_threads()
                self._changed.notify_all()

    def _settle(self, active: ActiveSweep) -> None:
        """Lets go of a sweep that nobody works on and that has nothing to do. The lock is held."""
        if not active.threads and not active.wants_thread():
            self._active.pop(active.key).lock.release()
            self._problems[active.key] = active.problem
