"""Sweeps in the background: threads of this process hand out settings to workers of their own.

The runner lives as long as the process. Whatever ends it, each setting that was scored is kept,
and another runner goes on with the rest.
"""

from __future__ import annotations

import os
from threading import Condition, Thread
from typing import TYPE_CHECKING

from core.errors import InputError, InvalidOption, NotFound, SightlineError
from core.evaluation.sweeps.base import State, SweepResult, SweepStatus
from core.evaluation.sweeps.running_sweep import ActiveSweep
from core.evaluation.sweeps.store import SweepStore
from core.evaluation.sweeps.worker_start import hire
from core.evaluation.sweeps.worker_thread import Driver

if TYPE_CHECKING:
    from collections.abc import Sequence

    from filelock import FileLock

    from core.evaluation.sweeps.base import Plan
    from core.evaluation.sweeps.store import Head, KeptPlan
    from core.evaluation.sweeps.worker_start import Hire
    from core.workbench import Workbench

_MOST_WORKERS = 8
"""Each holds its own copy of trees and models, some hundreds of MB."""
_PATIENCE_SECONDS = 0.5
"""A sweep is locked for a moment by whoever asks whether it is."""
_UNEXPECTED = "An error that was not expected ended the sweep; the log of the app tells more."


class SweepRunner:
    """`Sweeps` over a workbench. It may be shared between threads.

    `workbench` may be replaced by one with other settings, which hold from the next worker on.
    """

    def __init__(self, workbench: Workbench, workers: int | None = None, hire: Hire = hire) -> None:
        """`workers` processes at most work at once, for all sweeps together; None: one a core.

        `hire` starts each of them.
        """
        self.workbench = workbench
        self._hire_one = hire
        self._most = workers or min(os.cpu_count() or 1, _MOST_WORKERS)
        self._store = SweepStore(workbench.settings.home)
        self._active: dict[str, ActiveSweep] = {}
        self._problems: dict[str, str] = {}
        self._threads = 0
        self._changed = Condition()

    def start(self, plan: Plan) -> str:
        """See `Sweeps.start`. Settings whose trees have changed since are scored anew.

        Raises:
            InvalidOption: a setting cannot be used, or no question names a document.
            NotFound: a document of the questions is not in the library.
            InputError: another process runs this sweep.
        """
        self._names(plan)
        self._go_on(self._store.keep(plan))
        return plan.key

    def resume(self, key: str) -> None:
        """See `Sweeps.resume`. Settings that could not be scored are tried again.

        Raises as `start`, and `NotFound` where there is no such sweep.
        """
        kept = self._store.plan(key)
        if not self._store.is_whole(key):
            self._go_on(kept)

    def pause(self, key: str) -> None:
        """See `Sweeps.pause`. Raises `InputError` if another process runs the sweep."""
        with self._changed:
            self._ask(key, State.PAUSED)
            if active := self._active.get(key):
                active.paused = True
                self._settle(active)
            self._changed.notify_all()

    def cancel(self, key: str) -> None:
        """See `Sweeps.cancel`. Raises `InputError` if another process runs the sweep."""
        with self._changed:
            self._ask(key, State.CANCELLED)
            if active := self._active.get(key):
                active.cancel()
                self._settle(active)
            self._changed.notify_all()

    def delete(self, key: str) -> None:
        """See `Sweeps.delete`. Raises `InputError` if another process runs the sweep."""
        self.cancel(key)
        with self._changed:
            self._changed.wait_for(lambda: key not in self._active)
            lock = self._locked(key)
            try:
                self._store.delete(key)
            finally:
                lock.release()

    def delete_parts(self, key: str) -> None:
        """See `Sweeps.delete_parts`. Raises `InputError` if another process runs one of them."""
        for head in self._store.heads():
            if head.part_of == key:
                self.delete(head.key)

    def list(self) -> Sequence[SweepStatus]:
        """See `Sweeps.list`."""
        found = [self._status(head) for head in self._store.heads()]
        return sorted(found, key=lambda one: (one.created, one.key), reverse=True)

    def status(self, key: str) -> SweepStatus:
        """See `Sweeps.status`."""
        return self._status(self._store.head(key))

    def result(self, key: str) -> SweepResult:
        """See `Sweeps.result`."""
        kept = self._store.plan(key)
        return SweepResult(plan=kept.plan, created=kept.created, scored=self._store.load(key))

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
        """The documents of a plan with their names."""
        if not plan.questions.documents:
            raise InvalidOption(
                "None of the questions names a document or has evidence in one. Add a question "
                "whose lines are marked."
            )
        library = self.workbench.library
        known = {record.sha: record.name for record in library.list()}
        if missing := [name for name in plan.questions.documents if name not in known]:
            raise NotFound(
                f"{len(missing)} of the {len(plan.questions.documents)} documents that the "
                f"questions speak of are not in the library, such as {missing[0][:12]}. Add them."
            )
        return {name: known[name] for name in plan.questions.documents}

    def _go_on(self, kept: KeptPlan) -> None:
        key = kept.plan.key
        with self._changed:
            self._changed.wait_for(lambda: not self._is_ending(key))
            if key not in self._active:
                self._active[key] = self._begun(kept)
            self._active[key].paused = False
            self._store.set_state(key, State.RUNNING)
            self._hire()
            self._changed.notify_all()

    def _begun(self, kept: KeptPlan) -> ActiveSweep:
        names = self._names(kept.plan)
        lock = self._locked(kept.plan.key)
        self._store.forget_failed(kept.plan.key)
        return ActiveSweep(kept, self._store, lock, names)

    def _locked(self, key: str) -> FileLock:
        lock = self._store.lock(key, _PATIENCE_SECONDS)
        if lock is None:
            raise InputError(
                "This sweep runs in another process, such as another app or a command line. Stop "
                "it there."
            )
        return lock

    def _ask(self, key: str, state: State) -> None:
        """Notes what was asked of a sweep that runs here or nowhere."""
        self._store.plan(key)
        if key not in self._active:
            self._locked(key).release()
        self._store.set_state(key, state)

    def _is_ending(self, key: str) -> bool:
        return key in self._active and self._active[key].cancelled

    def _status(self, head: Head) -> SweepStatus:
        with self._changed:
            if active := self._active.get(head.key):
                return active.status(self._most)
        return self._kept_status(head)

    def _kept_status(self, head: Head) -> SweepStatus:
        """The status of a sweep that does not run in this process."""
        done, total = len(self._store.done(head.key) & head.keys), len(head.keys)
        state = State.DONE if done == total else self._rest(head.key)
        return SweepStatus(
            key=head.key,
            name=head.name,
            state=state,
            done=done,
            total=total,
            created=head.created,
            question_set=head.question_set,
            question_key=head.question_key,
            questions=head.questions,
            answerable=head.answerable,
            part_of=head.part_of,
            problem=self._problems.get(head.key, "") if state is State.BROKEN else "",
            failed=len(self._store.failed(head.key) & head.keys),
            written=self._store.written(head.key),
        )

    def _rest(self, key: str) -> State:
        asked = self._store.state(key)
        if asked is not State.RUNNING:
            return asked
        return State.RUNNING if self._store.is_locked(key) else State.BROKEN

    def _hire(self) -> None:
        """More threads, as far as there is work and room for them. The lock is held."""
        for active in self._active.values():
            while self._threads < self._most and active.wants_thread():
                self._threads += 1
                active.threads += 1
                Thread(target=self._run, args=(active,), name="sweep", daemon=True).start()

    def _run(self, active: ActiveSweep) -> None:
        """What a thread does; an error is told in the status of the sweep, to be resumed."""
        problem = _UNEXPECTED
        try:
            Driver(
                active, self._changed, self.workbench.settings, self._most, self._hire_one
            ).work()
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
                self._hire()
                self._changed.notify_all()

    def _settle(self, active: ActiveSweep) -> None:
        """Lets go of a sweep that nobody works on and that has nothing to do. The lock is held."""
        if not active.threads and not active.wants_thread():
            self._active.pop(active.key).lock.release()
            self._problems[active.key] = active.problem
