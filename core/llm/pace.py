"""How fast a service may be called: calls at once, and requests and tokens a minute."""

from __future__ import annotations

import time
from collections import deque
from contextlib import contextmanager
from threading import BoundedSemaphore, Condition
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_MINUTE = 60.0


class Pace:
    """Lets a call begin when the budget of the last minute has room for it."""

    def __init__(
        self,
        requests: int = 1000,
        tokens: int = 1_000_000,
        at_once: int = 4,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`requests` and `tokens` a minute, `at_once` calls beside each other."""
        self.at_once = at_once
        self._requests = requests
        self._tokens = tokens
        self._clock = clock
        self._room = BoundedSemaphore(at_once)
        self._begun: deque[tuple[float, int]] = deque()
        self._changed = Condition()

    @contextmanager
    def turn(self, tokens: int) -> Iterator[None]:
        """Waits for room for a call of about so many tokens, and holds it during the call.

        A call of more tokens than a minute has goes when nothing else was sent for a minute.
        """
        with self._room:
            self._wait(tokens)
            yield

    def _wait(self, tokens: int) -> None:
        with self._changed:
            while (seconds := self._until_room(tokens)) > 0:
                self._changed.wait(seconds)
            self._begun.append((self._clock(), tokens))

    def _until_room(self, tokens: int) -> float:
        """Seconds until the oldest call that stands in the way is a minute old; 0 if none does."""
        now = self._clock()
        while self._begun and now - self._begun[0][0] >= _MINUTE:
            self._begun.popleft()
        spent = sum(held for _, held in self._begun)
        full = len(self._begun) >= self._requests or spent + tokens > self._tokens
        return _MINUTE - (now - self._begun[0][0]) if self._begun and full else 0.0
