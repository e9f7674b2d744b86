"""When a call to a service is repeated, and when it is not even begun."""

from __future__ import annotations

import math
import random
import time
from typing import TYPE_CHECKING

from core.errors import Cancelled, ModelUnavailable

if TYPE_CHECKING:
    from collections.abc import Callable
    from threading import Event

_PAUSE = 15.0
"""Seconds in which nobody asks a model again that does not answer."""
_LONGEST_PAUSE = 300.0
"""Seconds after which it is asked again at the latest, whatever it said of its return."""
_LOOK = 0.25
"""Seconds after which one who waits looks whether to stop."""


class Retrying:
    """How often and how long calls are tried; shared by all calls to a service."""

    def __init__(
        self,
        seconds: float,
        tries: int,
        sleep: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`seconds` is the time of one try; all tries of a call together take twice as long."""
        self.seconds = seconds
        self.tries = tries
        self.sleep = sleep
        self.clock = clock
        self._gone: dict[str, tuple[ModelUnavailable, float]] = {}
        self._answered: dict[str, float] = {}

    def tries_of(self, model: str, stop: Event | None = None, longest: float = math.inf) -> Tries:
        """The tries of a call that is about to begin, with waits of `longest` seconds at most.

        Raises:
            ModelUnavailable: a moment ago it was, so this call would only wait in vain.
        """
        error, until = self._gone.get(model, (None, 0.0))
        if error and self.clock() < until:
            raise _again(error)
        return Tries(self, model, stop, longest)

    def answered(self, model: str) -> None:
        """The service gave an answer: it is there."""
        self._gone.pop(model, None)
        self._answered[model] = self.clock()

    def gave_up(self, model: str, error: ModelUnavailable, began: float) -> None:
        """A call was tried in vain. Where others had an answer meanwhile, it was its own fault."""
        if error.retry_after is not None and self._answered.get(model, -1.0) >= began:
            return
        pause = min(max(_PAUSE, error.retry_after or 0.0), _LONGEST_PAUSE)
        self._gone[model] = error, self.clock() + pause


class Tries:
    """The tries of one call."""

    def __init__(self, rules: Retrying, model: str, stop: Event | None, longest: float) -> None:
        """See `Retrying.tries_of`."""
        self._rules = rules
        self._longest = longest
        self._model = model
        self._stop = stop
        self._tried = 0
        self._began = 0.0

    def begin(self) -> float:
        """Seconds that the try which begins now may take."""
        now = self._rules.clock()
        if not self._tried:
            self._began = now
        self._tried += 1
        return min(self._rules.seconds, max(self._end - now, 1.0))

    def succeeded(self) -> None:
        """The service answered."""
        self._rules.answered(self._model)

    def wait(self, error: ModelUnavailable) -> None:
        """Wait until the next try: as long as the service asks, else longer each time.

        Raises:
            ModelUnavailable: the error itself, where another try is of no use or out of time.
            Cancelled: to be stopped.
        """
        backoff = 2.0 ** (self._tried - 1) * random.uniform(0.5, 1.0)
        seconds = error.retry_after or backoff
        late = seconds > self._longest or self._rules.clock() + seconds >= self._end
        if error.retry_after is None or self._tried >= self._rules.tries or late:
            self._rules.gave_up(self._model, error, self._began)
            raise error
        while seconds > 0:
            if self._stop and self._stop.is_set():
                raise Cancelled("Stopped before the language model was asked again.")
            self._rules.sleep(min(seconds, _LOOK) if self._stop else seconds)
            seconds -= _LOOK if self._stop else seconds

    @property
    def _end(self) -> float:
        return self._began + 2 * self._rules.seconds


def _again(error: ModelUnavailable) -> ModelUnavailable:
    """The same error as new: one that is raised twice would collect the traces of both."""
    copy = type(error)(*error.args)
    copy.retry_after = error.retry_after
    return copy
