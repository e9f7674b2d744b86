"""The search in the background: its rounds are sweeps, so nothing is scored twice after a stop."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING

from core.configuration.labels import label
from core.errors import Cancelled, DataTooNew, InputError, NotFound, SightlineError
from core.evaluation.answer_figures import ANSWER_MEASURES
from core.evaluation.sweeps.base import Plan, State, SweepStatus
from core.evaluation.tuning.base import Finished, Request
from core.evaluation.tuning.successive_halving import tune
from core.file_format import Form, decode_model, encode_model, unreadable
from core.files import write_atomic
from core.rights import carried

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from core.configuration import Configuration
    from core.evaluation.outcome import Scored
    from core.evaluation.questions.base import QuestionSet
    from core.evaluation.sweeps.runner import SweepRunner

_FOLDER = "evaluation/tuning"
"""Below the data folder."""
_FORM = Form("sightline.tuning")
_KEY = re.compile(r"[0-9a-f]{12}")
_START = "Start one on the page Evaluate."
_STOPPED = "The search was stopped."
_UNEXPECTED = "The search ended by an error that nobody expected. Start it again."


class TuningStatus(SweepStatus):
    """How far a search is: its round (from 1), and as a sweep the settings of the round.

    `finished` is there once it is done; if `problem` says why, it never will be.
    """

    round: int = 0
    finished: Finished | None = None


@dataclass
class Tuner:
    """Searches over the sweeps of a data folder. It may be shared between threads."""

    home: Path
    sweeps: SweepRunner
    _searches: dict[str, _Search] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def start(self, request: Request) -> str:
        """The key of a search, begun in the background unless it runs already."""
        with self._lock:
            search = self._searches.get(request.key)
            if not search or search.stop.is_set() or search.status.state is not State.RUNNING:
                search = self._searches[request.key] = _Search(request, self)
                search.thread.start()
        return request.key

    def cancel(self, key: str) -> None:
        """Stops a search; what its rounds scored stays, and is used when it starts again."""
        if search := self._searches.get(key):
            search.stop.set()

    def status(self, key: str) -> TuningStatus:
        """How far a search is.

        Raises:
            NotFound: it was never begun here, and none of that key is kept.
        """
        if search := self._searches.get(key):
            return search.status
        finished = _finished(self._path(key))
        if finished is None:
            raise NotFound(f"There is no such search. {_START}")
        name = finished.request.questions.name
        return TuningStatus(key=key, name=name, state=State.DONE, finished=finished)

    def running(self) -> list[TuningStatus]:
        """The searches that go on, the oldest first, whoever began them."""
        statuses = [search.status for search in list(self._searches.values())]
        return [status for status in statuses if status.state is State.RUNNING]

    def finished(self) -> list[Finished]:
        """All recommendations that are kept, the newest first; a damaged file is left out."""
        paths = (self.home / _FOLDER).glob("*.json")
        by_age = sorted(paths, key=lambda path: path.stat().st_mtime, reverse=True)
        return [finished for path in by_age if (finished := _finished(path))]

    def delete(self, key: str) -> None:
        """Stops and forgets a search: its recommendation and the sweeps of its rounds.

        Raises:
            NotFound: no search has such a key.
            InputError: another process runs one of the rounds.
        """
        path = self._path(key)
        with self._lock:
            search = self._searches.pop(key, None)
        if search:
            search.stop.set()
            search.thread.join()
        self.sweeps.delete_parts(key)
        path.unlink(missing_ok=True)

    def conclude(self, search: _Search, finished: Finished) -> None:
        """Keeps what a search found, unless it was deleted meanwhile: then raises `Cancelled`."""
        with self._lock:
            if self._searches.get(finished.request.key) is not search:
                raise Cancelled("The search was deleted.")
            self.keep(finished)

    def keep(self, finished: Finished) -> None:
        """Writes a recommendation. Raises `SetupError`."""
        write_atomic(self.home, self._path(finished.request.key), encode_model(_FORM, finished))

    def _path(self, key: str) -> Path:
        if not _KEY.fullmatch(key):
            raise NotFound(f"{key!r} is no key of a search. {_START}")
        return self.home / _FOLDER / f"{key}.json"


class _Search:
    """One search in a thread of its own; `stop` ends it before its next look at its round."""

    def __init__(self, request: Request, tuner: Tuner) -> None:
        self._request, self._tuner = request, tuner
        self.stop, self._rounds = Event(), 0
        name = request.questions.name
        self.status = TuningStatus(key=request.key, name=name, state=State.RUNNING)
        self.thread = Thread(target=carried(self._run), daemon=True)

    def _run(self) -> None:
        request, problem = self._request, _UNEXPECTED
        finished: Finished | None = None
        try:
            recommendation = tune(
                request.space, request.current, request.questions, self._scored, request.options
            )
            finished = Finished(request=request, recommendation=recommendation)
            self._tuner.conclude(self, finished)
            problem = ""
        except Cancelled:
            problem = _STOPPED
        except SightlineError as error:
            problem = str(error)
        finally:
            state = State.BROKEN if problem else State.DONE
            self._note(state=state, problem=problem, finished=None if problem else finished)

    def _scored(
        self, settings: Sequence[Configuration], questions: QuestionSet
    ) -> Sequence[Scored]:
        """The settings of a round, scored as a sweep; those that failed have no outcomes."""
        if self.stop.is_set():
            raise Cancelled(_STOPPED)
        self._rounds += 1
        number = self._rounds
        plan = Plan(
            name=f"{self._request.questions.name}: round {number}"[-80:],
            questions=questions,
            settings=tuple(setting.to_json() for setting in settings),
            within=self._request.within,
            answers=self._request.options.measure in ANSWER_MEASURES,
            part_of=self._request.key,
        )
        result = self._tuner.sweeps.run(
            plan,
            self.stop,
            lambda now: self._note(
                round=number, done=now.done, total=now.total, seconds_left=now.seconds_left
            ),
        )
        by_key = {scored.key: scored for scored in result.scored}
        if missing := [setting for setting in settings if setting.key not in by_key]:
            raise NotFound(
                f"Round {number} of the search has no figures of {label(missing[0])}. "
                "Start the search again: what was scored is used."
            )
        return [by_key[setting.key] for setting in settings]

    def _note(self, **changes: object) -> None:
        self.status = self.status.model_copy(update=changes)


def damaged_recommendations(home: Path) -> dict[Path, Exception]:
    """The files of recommendations that cannot be read, each with what is wrong."""
    return unreadable((home / _FOLDER).glob("*.json"), _read)


def _read(path: Path) -> Finished:
    return decode_model(_FORM, Finished, path.read_bytes(), path)


def _finished(path: Path) -> Finished | None:
    try:
        return _read(path)
    except (OSError, ValueError, InputError, DataTooNew):
        return None
