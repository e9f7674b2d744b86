"""The same question is on its way once: who asks it meanwhile waits for that answer."""

from __future__ import annotations

from contextlib import contextmanager
from threading import Condition
from typing import TYPE_CHECKING

from core.errors import Cancelled

if TYPE_CHECKING:
    from collections.abc import Iterator
    from threading import Event

_POLL_SECONDS = 0.25
"""Seconds after which one who waits looks whether to stop."""


class SingleFlight:
    """Questions on their way, by a key. Work that was stopped and begun anew meets its own."""

    def __init__(self) -> None:
        """Nothing is on its way."""
        self._keys: set[str] = set()
        self._changed = Condition()

    @contextmanager
    def exclusive(self, key: str, stop: Event | None = None) -> Iterator[None]:
        """Waits until nobody else is in here with this key, and keeps others out.

        Raises:
            Cancelled: `stop` was set meanwhile.
        """
        with self._changed:
            while key in self._keys:
                if stop and stop.is_set():
                    raise Cancelled("Stopped before the language model had answered.")
                self._changed.wait(_POLL_SECONDS)
            self._keys.add(key)
        try:
            yield
        finally:
            with self._changed:
                self._keys.remove(key)
                self._changed.notify_all()
