"""The same work is on its way once: who asks for it meanwhile waits, and finds it done."""

from __future__ import annotations

from contextlib import contextmanager
from threading import Condition
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_POLL_SECONDS = 0.25
"""Seconds after which one who waits looks whether to stop."""


class SingleFlight:
    """Work on its way, by a key. What was stopped and begun anew meets its own."""

    def __init__(self) -> None:
        self._keys: set[str] = set()
        self._changed = Condition()

    @contextmanager
    def exclusive(self, key: str, waiting: Callable[[], object] = lambda: None) -> Iterator[None]:
        """Waits until nobody else is in here with this key, and keeps others out.

        `waiting` is called again and again meanwhile; what it raises ends the wait.
        """
        with self._changed:
            while key in self._keys:
                waiting()
                self._changed.wait(_POLL_SECONDS)
            self._keys.add(key)
        try:
            yield
        finally:
            with self._changed:
                self._keys.remove(key)
                self._changed.notify_all()
