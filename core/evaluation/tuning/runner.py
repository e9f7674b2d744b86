"""The search in the background: its rounds are sweeps, so nothing is scored twice after a stop."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict

from core.configuration.labels import label
from core.errors import Cancelled, DataTooNew, InputError, NotFound, SetupError, SightlineError
from core.evaluation.answer_figures import ANSWER_MEASURES
from core.evaluation.questions.base import QuestionSet
from core.evaluation.sweeps.base import Plan, State, Within
from core.evaluation.tuning.base import KeptSetting, Recommendation, TuneOptions
from core.evaluation.tuning.search import tune
from core.file_format import Form, decode_model, encode_model
from core.files import write_atomic

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from core.configuration import Configuration
    from core.evaluation.outcome import Scored
    from core.evaluation.sweeps.base import Sweeps, SweepStatus

_FOLDER = "evaluation/tuning"
"""Below the data folder."""
_FORM = Form("sightline.tuning")
_LOOK_SECONDS = 0.2
_KEY = re.compile(r"[0-9a-f]{12}")
_START = "Start one on the page Evaluate."
_UNEXPECTED = "The search ended by an error that nobody expected. Start it again."
_ENDED = (State.DONE, State.CANCELLED, State.BROKEN)


class Request(BaseModel):
    """What is searched, beginning with what is used now, by which questions."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    questions: QuestionSet
    space: tuple[KeptSetting, ...]
    current: KeptSetting
    options: TuneOptions
    within: Within = Within.DOCUMENT

    @property
    def key(self) -> str:
        """Twelve hexadecimal digits: the same request gives the same recommendation."""
        return blake2b(self.model_dump_json().encode(), digest_size=6).hexdigest()


class Finished(BaseModel):
    """A request with its recommendation, as it is kept."""

    model_config = ConfigDict(frozen=True)

    request: Request
    recommendation: Recommendation


@dataclass(frozen=True, slots=True)
class TuningStatus:
    """How far a search is: its round (from 1), and the settings of the round.

    `finished` is there once it is done, `error` says why it never will be.
    """

    key: str
    name: str
    running: bool
    round: int = 0
    done: int = 0
    total: int = 0
    finished: Finished | None = None
    error: str = ""


@dataclass
class Tuner:
    """Searches over the sweeps of a data folder. It may be shared between threads."""

    home: Path
    sweeps: Sweeps
    _running: dict[str, _Running] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def start(self, request: Request) -> str:
        """The key of a search, begun in the background unless it runs already."""
        with self._lock:
            held = self._running.get(request.key)
            if held is None or not held.status.running:
                made = _Running(request, self)
                self._running[request.key] = made
                made.thread.start()
        return request.key

    def cancel(self, key: str) -> None:
        """Stops a search; what its rounds scored stays, and is used when it starts again."""
        if held := self._running.get(key):
            held.stop()

    def status(self, key: str) -> TuningStatus:
        """How far a search is.

        Raises:
            NotFound: it was never begun here, and none of that key is kept.
        """
        if held := self._running.get(key):
            return held.status
        finished = self._kept(self._path(key))
        if finished is None:
            raise NotFound(f"There is no such search. {_START}")
        return TuningStatus(key, finished.request.questions.name, False, finished=finished)

    def running(self) -> list[TuningStatus]:
        """The searches that go on, the oldest first, whoever began them."""
        every = [held.status for held in list(self._running.values())]
        return [status for status in every if status.running]

    def finished(self) -> list[Finished]:
        """All recommendations that are kept, the newest first; a damaged file is left out."""
        paths = (self.home / _FOLDER).glob("*.json")
        ordered = sorted(paths, key=lambda path: path.stat().st_mtime, reverse=True)
        return [held for held in map(self._kept, ordered) if held is not None]

    def delete(self, key: str) -> None:
        """Stops and forgets a search: its recommendation and the sweeps of its rounds.

        Raises:
            NotFound: no search has such a key.
            InputError: another process runs one of the rounds.
        """
        path = self._path(key)
        with self._lock:
            held = self._running.pop(key, None)
        if held:
            held.stop()
            held.thread.join()
        self.sweeps.delete_parts(key)
        path.unlink(missing_ok=True)

    def conclude(self, running: _Running, finished: Finished) -> None:
        """Keeps what a search found, unless it was deleted meanwhile: then raises `Cancelled`."""
        with self._lock:
            if self._running.get(finished.request.key) is not running:
                raise Cancelled("The search was deleted.")
            self.keep(finished)

    def keep(self, finished: Finished) -> None:
        """Writes a recommendation. Raises `SetupError`."""
        write_atomic(self.home, self._path(finished.request.key), encode_model(_FORM, finished))

    def _path(self, key: str) -> Path:
        if not _KEY.fullmatch(key):
            raise NotFound(f"{key!r} is no key of a search. {_START}")
        return self.home / _FOLDER / f"{key}.json"

    def _kept(self, path: Path) -> Finished | None:
        try:
            return _read(path)
        except (OSError, ValueError, InputError, DataTooNew):
            return None


class _Running:
    """One search in a thread of its own."""

    def __init__(self, request: Request, tuner: Tuner) -> None:
        self._request, self._tuner = request, tuner
        self._stop, self._round = Event(), 0
        self.status = TuningStatus(request.key, request.questions.name, running=True)
        self.thread = Thread(target=self._run, daemon=True)

    def stop(self) -> None:
        """Stops the search before its next look at the sweep of its round."""
        self._stop.set()

    def _run(self) -> None:
        wanted = self._request
        try:
            found = tune(
                wanted.space, wanted.current, wanted.questions, self._scored, wanted.options
            )
            finished = Finished(request=wanted, recommendation=found)
            self._tuner.conclude(self, finished)
            self.status = replace(self.status, running=False, finished=finished)
        except Cancelled:
            self.status = replace(self.status, running=False, error="The search was stopped.")
        except SightlineError as error:
            self.status = replace(self.status, running=False, error=str(error))
        finally:
            if self.status.running:
                self.status = replace(self.status, running=False, error=_UNEXPECTED)

    def _scored(
        self, settings: Sequence[Configuration], questions: QuestionSet
    ) -> Sequence[Scored]:
        """The settings of a round, scored as a sweep; those that failed have no outcomes."""
        if self._stop.is_set():
            raise Cancelled("The search was stopped.")
        self._round += 1
        sweeps = self._tuner.sweeps
        plan = Plan(
            name=f"{self._request.questions.name}: round {self._round}"[-80:],
            questions=questions,
            settings=tuple(one.to_json() for one in settings),
            within=self._request.within,
            answers=self._request.options.measure in ANSWER_MEASURES,
            part_of=self._request.key,
        )
        key = sweeps.start(plan)
        self._wait(sweeps, key)
        found = {one.key: one for one in sweeps.result(key).scored}
        if missing := [one for one in settings if one.key not in found]:
            raise NotFound(
                f"Round {self._round} of the search has no figures of {label(missing[0])}. "
                "Start the search again: what was scored is used."
            )
        return [found[one.key] for one in settings]

    def _wait(self, sweeps: Sweeps, key: str) -> None:
        while (now := sweeps.status(key)).state not in _ENDED:
            self.status = replace(self.status, round=self._round, done=now.done, total=now.total)
            if self._stop.wait(_LOOK_SECONDS):
                sweeps.cancel(key)
                raise Cancelled("The search was stopped.")
        _check(now)


def damaged_recommendations(home: Path) -> dict[Path, Exception]:
    """The files of recommendations that cannot be read, each with what is wrong."""
    problems: dict[Path, Exception] = {}
    for path in (home / _FOLDER).glob("*.json"):
        try:
            _read(path)
        except FileNotFoundError:
            continue
        except (OSError, ValueError, InputError, DataTooNew) as error:
            problems[path] = error
    return problems


def _read(path: Path) -> Finished:
    return decode_model(_FORM, Finished, path.read_bytes(), path)


def _check(ended: SweepStatus) -> None:
    if ended.problem:
        raise SetupError(f"A round of the search ended early. {ended.problem}")
    if ended.state is not State.DONE:
        raise Cancelled("A round of the search was stopped.")
