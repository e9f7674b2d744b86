"""How fast a service may be called: calls at once, and requests and tokens a minute."""

from __future__ import annotations

import time
from collections import deque
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Condition, Event
from typing import TYPE_CHECKING

from core.errors import Cancelled

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_MINUTE = 60.0
_POLL_SECONDS = 0.25
"""Seconds after which one who waits looks whether there is room, or whether to stop."""


@dataclass(slots=True)
class Reservation:
    """A call that began `at`. Its tokens are an estimate until the service has counted them."""

    at: float
    tokens: int


class MinuteWindow:
    """What was spent in the last minute; times are seconds of any clock that does not go back."""

    def __init__(self, requests: int, tokens: int) -> None:
        """What a minute has."""
        self._requests = requests
        self._tokens = tokens
        self._reservations: deque[Reservation] = deque()

    def wait(self, now: float, tokens: int) -> float:
        """Seconds until it is worth asking again; 0 if a call of so many tokens may begin.

        A call of more tokens than a minute has may begin once nothing was sent for a minute.
        """
        while self._reservations and now - self._reservations[0].at >= _MINUTE:
            self._reservations.popleft()
        spent = sum(call.tokens for call in self._reservations)
        full = len(self._reservations) >= self._requests or spent + tokens > self._tokens
        return _MINUTE - (now - self._reservations[0].at) if self._reservations and full else 0.0

    def reserve(self, now: float, tokens: int) -> Reservation:
        """A call that begins now."""
        call = Reservation(now, tokens)
        self._reservations.append(call)
        return call


class RateLimit:
    """Lets calls begin in the order in which they asked to, as soon as there is room for them."""

    def __init__(
        self,
        requests: int = 1000,
        tokens: int = 1_000_000,
        at_once: int = 4,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`requests` and `tokens` a minute, `at_once` calls beside each other."""
        self.at_once = at_once
        self._clock = clock
        self._window = MinuteWindow(requests, tokens)
        self._changed = Condition()
        self._queue: deque[object] = deque()
        self._running = 0

    @contextmanager
    def slot(self, tokens: int, stop: Event | None = None) -> Iterator[Reservation]:
        """Waits for room for a call of about so many tokens, and holds it during the call.

        Raises:
            Cancelled: `stop` was set before the call could begin.
        """
        call = self._acquire(tokens, stop)
        try:
            yield call
        finally:
            with self._changed:
                self._running -= 1
                self._changed.notify_all()

    def _acquire(self, tokens: int, stop: Event | None) -> Reservation:
        ticket = object()
        with self._changed:
            self._queue.append(ticket)
            try:
                # Only the first in the queue may go, or small calls would overtake a large one.
                while (seconds := self._until_room(ticket, tokens)) > 0:
                    if stop and stop.is_set():
                        raise Cancelled("Stopped before the language model was asked.")
                    self._changed.wait(min(seconds, _POLL_SECONDS))
                self._running += 1
                return self._window.reserve(self._clock(), tokens)
            finally:
                self._queue.remove(ticket)
                self._changed.notify_all()

    def _until_room(self, ticket: object, tokens: int) -> float:
        if self._queue[0] is not ticket or self._running >= self.at_once:
            return _POLL_SECONDS
        return self._window.wait(self._clock(), tokens)
