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
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import blake2b
from typing import TYPE_CHECKING

from filelock import FileLock, Timeout
from pydantic import BaseModel

from core.configuration import Configuration
from core.errors import DataTooNew, InvalidOption, NotFound
from core.evaluation.outcome import Scored
from core.evaluation.sweeps.base import Plan, State
from core.file_format import Form, decode_model, encode_model
from core.files import write_atomic, writing
from core.lru_cache import Memory

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
_HEADS = 100_000
"""Heads held in memory: all, for a list that is drawn each second reads every one of them."""


class _Kept(BaseModel):
    created: str
    plan: Plan


@dataclass(frozen=True)
class KeptPlan:
    """A plan, when it was first started (ISO 8601, UTC), and the keys of its settings."""

    plan: Plan
    created: str
    keys: tuple[str, ...]


@dataclass(frozen=True)
class Head:
    """What lists say of a plan, without its questions and settings, which take memory."""

    key: str
    name: str
    created: str
    keys: frozenset[str]
    question_set: str
    question_key: str
    questions: int
    answerable: int
    part_of: str


class SweepStore:
    """The sweeps of a data folder, shared by all processes that use it."""

    def __init__(self, home: Path) -> None:
        """Makes no folder."""
        self._home = home
        self._root = home / "evaluation" / "sweeps"
        self._plans: Memory[KeptPlan] = Memory(_PLANS)
        self._heads: Memory[Head] = Memory(_HEADS)

    def keep(self, plan: Plan) -> KeptPlan:
        """The plan as it is kept, now if it was not before.

        Raises:
            InvalidOption: a setting of it cannot be used.
        """
        path = self._root / plan.key / "plan.json"
        if not path.exists():
            _keys(plan)
            kept = _Kept(created=datetime.now(UTC).isoformat(timespec="seconds"), plan=plan)
            write_atomic(self._home, path, encode_model(_PLAN, kept))
        return self.plan(plan.key)

    def plan(self, key: str) -> KeptPlan:
        """The plan of a sweep.

        Raises:
            NotFound: there is none, or it is of no use to this version.
        """
        path = self._present(key)
        return self._plans.get(key, lambda: _read(path, key))

    def head(self, key: str) -> Head:
        """What lists say of a sweep. Raises as `plan`."""
        path = self._present(key)
        return self._heads.get(key, lambda: _head(_read(path, key)))

    def heads(self) -> list[Head]:
        """The sweeps whose plans can be used, in no order."""
        found: list[Head] = []
        for path in self._root.glob("*/plan.json"):
            with suppress(NotFound, DataTooNew):
                found.append(self.head(path.parent.name))
        return found

    def damaged(self) -> dict[Path, Exception]:
        """The files of plans and results that cannot be read, each with what is wrong."""
        problems: dict[Path, Exception] = {}
        for path in self._root.glob("*/plan.json"):
            try:
                _read(path, path.parent.name)
            except (NotFound, DataTooNew) as error:
                problems[path] = error
        for path in self._root.glob("*/scored/*.json"):
            try:
                decode_model(_SCORED, Scored, path.read_bytes(), path)
            except FileNotFoundError:
                continue
            except (OSError, ValueError, DataTooNew) as error:
                problems[path] = error
        return problems

    def state(self, key: str) -> State:
        """What was last asked of a sweep: `RUNNING`, `PAUSED` or `CANCELLED`."""
        try:
            return State((self._root / key / "state").read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return State.RUNNING

    def set_state(self, key: str, state: State) -> None:
        """Notes what was asked of a sweep."""
        write_atomic(self._home, self._root / key / "state", state.value.encode())

    def done(self, key: str) -> set[str]:
        """The settings of a sweep that have ended."""
        return {path.stem.partition("-")[0] for path in self._scored(key)}

    def failed(self, key: str) -> set[str]:
        """The settings of a sweep that could not be scored."""
        return {path.stem.partition("-")[0] for path in self._scored(key) if _failed(path)}

    def written(self, key: str) -> int:
        """When a result of a sweep was last written, in nanoseconds; 0 without results."""
        return max(map(_written, self._scored(key)), default=0)

    def is_whole(self, key: str) -> bool:
        """Whether every setting of a sweep has outcomes."""
        scored = {path.stem.partition("-")[0] for path in self._scored(key) if not _failed(path)}
        return scored >= self.head(key).keys

    def save(self, key: str, base: str, scored: Scored) -> None:
        """Keeps a setting in a sweep; what was kept of it on another base goes."""
        content = encode_model(_SCORED, scored)
        path = self._root / key / "scored" / f"{scored.key}-{base}.json"
        write_atomic(self._home, path, content)
        self._drop(held for held in self._scored(key, scored.key) if held != path)

    def load(self, key: str) -> tuple[Scored, ...]:
        """The settings of a sweep that have ended, in the order of the plan.

        A file that is damaged is removed, so that its setting is scored again.
        """
        found = {one.key: one for path in self._scored(key) if (one := _scored(path))}
        return tuple(found[name] for name in self.plan(key).keys if name in found)

    def take_over(self, key: str, base: str, setting: str) -> bool:
        """Whether any sweep scored a setting on the same base; then this one holds it, too."""
        name = f"{setting}-{base}.json"
        if _scored(self._root / key / "scored" / name):
            return True
        found = (_scored(path) for path in self._root.glob(f"*/scored/{name}"))
        known = next((one for one in found if one), None)
        if known:
            self.save(key, base, known)
        return known is not None

    def forget(self, key: str, setting: str) -> None:
        """Lets a setting of a sweep be scored again."""
        self._drop(self._scored(key, setting))

    def forget_failed(self, key: str) -> None:
        """Lets the settings of a sweep be tried again that could not be scored."""
        self._drop(path for path in self._scored(key) if _failed(path))

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
            for memory in (self._plans, self._heads):
                memory.forget(lambda held: held == key)
        return path

    def _scored(self, key: str, setting: str = "*") -> list[Path]:
        return list((self._root / key / "scored").glob(f"{setting}-*.json"))

    def _drop(self, paths: Iterable[Path]) -> None:
        with writing(self._home):
            for path in paths:
                path.unlink(missing_ok=True)


def base_of(plan: Plan, trees: Iterable[tuple[str, str]]) -> str:
    """Names all that outcomes rest on beside the setting: questions, places, and `trees`.

    `trees` are documents with the names of the trees that a parser gave.
    """
    asked = [question.id for question in plan.questions.questions]
    said = f"{SCORING_VERSION}:{asked}:{plan.within}:{plan.answers}:{sorted(trees)}"
    return blake2b(said.encode(), digest_size=6).hexdigest()


def _read(path: Path, key: str) -> KeptPlan:
    try:
        kept = decode_model(_PLAN, _Kept, path.read_bytes(), path)
        return KeptPlan(kept.plan, kept.created, _keys(kept.plan))
    except (OSError, ValueError, InvalidOption) as error:
        raise NotFound(
            f"There is no sweep {key}, or this version cannot read it. Start it again."
        ) from error


def _head(kept: KeptPlan) -> Head:
    plan = kept.plan
    return Head(
        key=plan.key,
        name=plan.name,
        created=kept.created,
        keys=frozenset(kept.keys),
        question_set=plan.questions.name,
        question_key=plan.questions.key,
        questions=len(plan.questions.questions),
        answerable=sum(one.answerable for one in plan.questions.questions),
        part_of=plan.part_of,
    )


def _keys(plan: Plan) -> tuple[str, ...]:
    try:
        return tuple(Configuration.from_json(values).key for values in plan.settings)
    except InvalidOption as error:
        raise InvalidOption(f"A setting of the sweep cannot be used: {error}.") from error


def _written(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except FileNotFoundError:
        return 0


def _failed(path: Path) -> bool:
    return path.stem.endswith(f"-{FAILED}")


def _scored(path: Path) -> Scored | None:
    """What a file holds; None, and the file is removed, where that is no longer whole."""
    try:
        return decode_model(_SCORED, Scored, path.read_bytes(), path)
    except FileNotFoundError:
        return None
    except ValueError:
        _LOG.warning("%s is damaged and removed; its setting is scored again", path)
        path.unlink(missing_ok=True)
        return None
