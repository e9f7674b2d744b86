"""Sweeps on disk, below `<home>/evaluation/sweeps`, so that whatever stops one loses nothing.

    <key>/plan.json                      the plan, and when it was made
    <key>/state                          what was last asked of it, a word
    <key>/lock                           held by the process that runs it
    <key>/scored/<setting>-<base>.json   a setting with its outcomes

`<base>` names all that the outcomes rest on beside the setting, so that another sweep over the
same questions and the same trees takes them over; "failed" for a setting without outcomes.
"""

from __future__ import annotations

import logging
import shutil
from datetime import UTC, datetime
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple

from filelock import FileLock, Timeout

from core.errors import InvalidOption, NotFound
from core.evaluation.outcome import Scored
from core.evaluation.sweeps.base import Plan, State, SweepStatus
from core.evaluation.sweeps.stored_plan import StoredPlan
from core.file_format import Form, decode_model, encode_model, unreadable
from core.files import write_atomic, writing
from core.lru_cache import LruCache

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path


SCORING_VERSION = 3
"""Counted up when the same setting gets other outcomes on the same questions and trees."""

_LOG = logging.getLogger("sightline")
_PLAN, _SCORED = Form("sightline.sweep"), Form("sightline.scored")
FAILED = "failed"
"""The base of settings that could not be scored."""

_PLANS = 16
"""Plans held in memory, with their questions."""
_SUMMARIES = 100_000
"""Summaries held in memory: all, for a list that is drawn each second reads every one of them."""


class _Summary(NamedTuple):
    """What lists say of a plan, without its questions and settings, which take memory."""

    status: SweepStatus
    keys: frozenset[str]


class SweepStore:
    """The sweeps of a data folder, shared by all processes that use it."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._root = home / "evaluation" / "sweeps"
        self._plans: LruCache[StoredPlan] = LruCache(_PLANS)
        self._summaries: LruCache[_Summary] = LruCache(_SUMMARIES)

    def keep(self, plan: Plan) -> StoredPlan:
        """The plan as it is kept, now if it was not before.

        Raises:
            InvalidOption: a setting of it cannot be used.
        """
        path = self._root / plan.key / "plan.json"
        if not path.exists():
            now = datetime.now(UTC).isoformat(timespec="seconds")
            content = encode_model(_PLAN, StoredPlan(created=now, plan=plan))
            write_atomic(self._home, path, content)
        return self.plan(plan.key)

    def plan(self, key: str) -> StoredPlan:
        """The plan of a sweep.

        Raises:
            NotFound: there is none, or it is of no use to this version.
        """
        path = self._present(key)
        return self._plans.get(key, lambda: _read_plan(path))

    def all_keys(self) -> list[str]:
        """The keys of all sweeps, in no order, also of those whose plans cannot be used."""
        return [path.parent.name for path in self._root.glob("*/plan.json")]

    def damaged(self) -> dict[Path, Exception]:
        """The files of plans and results that cannot be read, each with what is wrong."""
        plans = unreadable(self._root.glob("*/plan.json"), _read_plan)
        return plans | unreadable(self._root.glob("*/scored/*.json"), _read_scored)

    def progress(self, key: str) -> SweepStatus:
        """How many settings of a sweep have ended, whatever its state. Raises as `plan`."""
        status, keys = self._summary(key)
        ended = [failed for setting, failed in self.ended(key).items() if setting in keys]
        written = max(map(_written, self._results(key)), default=0)
        counts = {"done": len(ended), "failed": sum(ended), "written": written}
        return status.model_copy(update=counts)

    def status(self, key: str) -> SweepStatus:
        """How far a sweep is that does not run in this process. Raises as `plan`."""
        status = self.progress(key)
        state = State.DONE if status.done == status.total else self.state(key)
        if state is State.RUNNING and not self.is_locked(key):
            state = State.BROKEN
        return status.model_copy(update={"state": state})

    def state(self, key: str) -> State:
        """What was last asked of a sweep: `RUNNING`, `PAUSED` or `CANCELLED`."""
        try:
            return State((self._root / key / "state").read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return State.RUNNING

    def set_state(self, key: str, state: State) -> None:
        """Notes what was asked of a sweep."""
        write_atomic(self._home, self._root / key / "state", state.value.encode())

    def ended(self, key: str) -> dict[str, bool]:
        """The keys of the settings of a sweep that have ended, each with whether it failed."""
        names = (path.stem.partition("-") for path in self._results(key))
        return {setting: base == FAILED for setting, _, base in names}

    def save(self, key: str, base: str, scored: Scored) -> None:
        """Keeps a setting in a sweep; what was kept of it on another base goes."""
        path = self._root / key / "scored" / f"{scored.key}-{base}.json"
        write_atomic(self._home, path, encode_model(_SCORED, scored))
        self._drop(other for other in self._results(key, scored.key) if other != path)

    def load(self, key: str) -> tuple[Scored, ...]:
        """The settings of a sweep that have ended, in the order of the plan.

        A file that is damaged is removed, so that its setting is scored again.
        """
        every = {scored.key: scored for path in self._results(key) if (scored := _scored(path))}
        return tuple(every[name] for name in self.plan(key).keys if name in every)

    def take_over(self, key: str, base: str, setting: str) -> bool:
        """Whether any sweep scored a setting on the same base; then this one holds it, too."""
        name = f"{setting}-{base}.json"
        if _scored(self._root / key / "scored" / name):
            return True
        every = (_scored(path) for path in self._root.glob(f"*/scored/{name}"))
        scored = next(filter(None, every), None)
        if scored:
            self.save(key, base, scored)
        return scored is not None

    def forget(self, key: str, setting: str = "*", base: str = "*") -> None:
        """Lets a setting of a sweep be scored again, or all that rest on a base."""
        self._drop(self._results(key, setting, base))

    def delete(self, key: str) -> None:
        """Removes a sweep and its results; the caller holds its lock."""
        (self._root / key / "plan.json").unlink(missing_ok=True)
        shutil.rmtree(self._root / key, ignore_errors=True)

    def lock(self, key: str, seconds: float = 0.0) -> FileLock | None:
        """The lock of a sweep, taken; None where another holds it for so long.

        Any thread may release it.
        """
        with writing(self._home):
            (self._root / key).mkdir(parents=True, exist_ok=True)
            lock = FileLock(self._root / key / "lock", thread_local=False)
            try:
                lock.acquire(timeout=seconds)
            except Timeout:
                return None
        return lock

    def is_locked(self, key: str) -> bool:
        """Whether some process runs a sweep."""
        if not (self._root / key / "lock").exists():
            return False
        lock = self.lock(key)
        if lock:
            lock.release()
        return lock is None

    def _present(self, key: str) -> Path:
        """The file of a plan; of one that is gone nothing is remembered."""
        path = self._root / key / "plan.json"
        if not path.exists():
            for memory in (self._plans, self._summaries):
                memory.forget(key.__eq__)
        return path

    def _summary(self, key: str) -> _Summary:
        path = self._present(key)

        def read() -> _Summary:
            stored = _read_plan(path)
            return _Summary(stored.status, frozenset(stored.keys))

        return self._summaries.get(key, read)

    def _results(self, key: str, setting: str = "*", base: str = "*") -> list[Path]:
        return list((self._root / key / "scored").glob(f"{setting}-{base}.json"))

    def _drop(self, paths: Iterable[Path]) -> None:
        with writing(self._home):
            for path in paths:
                path.unlink(missing_ok=True)


def base_of(plan: Plan, trees: Iterable[tuple[str, str]]) -> str:
    """Names all that outcomes rest on beside the setting: questions, places, writer, and `trees`.

    `trees` are documents with the names of the trees that a parser gave.
    """
    asked = [question.id for question in plan.questions.questions]
    content = f"{SCORING_VERSION}:{asked}:{plan.within}:{plan.answers}:{sorted(trees)}"
    content += f":{plan.writer.model_dump_json()}" if plan.writer else ""
    return blake2b(content.encode(), digest_size=6).hexdigest()


def _read_plan(path: Path) -> StoredPlan:
    try:
        return decode_model(_PLAN, StoredPlan, path.read_bytes(), path)
    except (OSError, ValueError, InvalidOption) as error:
        raise NotFound(
            f"There is no sweep {path.parent.name}, or this version cannot read it. Start it again."
        ) from error


def _read_scored(path: Path) -> Scored:
    return decode_model(_SCORED, Scored, path.read_bytes(), path)


def _written(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except FileNotFoundError:
        return 0


def _scored(path: Path) -> Scored | None:
    """What a file holds; None, and the file is removed, where that is no longer whole."""
    try:
        return _read_scored(path)
    except FileNotFoundError:
        return None
    except ValueError:
        _LOG.warning("%s is damaged and removed; its setting is scored again", path)
        path.unlink(missing_ok=True)
        return None
