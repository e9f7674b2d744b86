"""A value that somebody else may change, asked for again after some seconds."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")


class Recent(Generic[T]):
    """What `ask` gave last, for at most `seconds`."""

    def __init__(self, ask: Callable[[], T], seconds: float) -> None:
        self._ask = ask
        self._seconds = seconds
        self._known: tuple[float, T] | None = None

    def get(self) -> T:
        """The value; of threads that ask at the same time, each may ask anew."""
        known = self._known
        if known is None or time.monotonic() > known[0] + self._seconds:
            self._known = known = time.monotonic(), self._ask()
        return known[1]

    def forget(self) -> None:
        """Asks anew the next time."""
        self._known = None
