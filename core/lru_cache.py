"""A small cache in memory that several threads share."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock, RLock
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

T = TypeVar("T")


class LruCache(Generic[T]):
    """The results used last, each made once even if several threads ask at the same time."""

    def __init__(self, size: int) -> None:
        """Holds at most `size` results."""
        self._size = size
        self._held: OrderedDict[Hashable, T] = OrderedDict()
        self._making: dict[Hashable, RLock] = {}
        self._lock = Lock()

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """The result under `key`, made if it is not held; an error leaves nothing behind."""
        with self._lock:
            if key in self._held:
                self._held.move_to_end(key)
                return self._held[key]
            making = self._making.setdefault(key, RLock())
        with making:
            with self._lock:
                if key in self._held:
                    return self._held[key]
            try:
                made = make()
                with self._lock:
                    if self._making.get(key) is making:
                        self._hold(key, made)
            finally:
                with self._lock:
                    if self._making.get(key) is making:
                        del self._making[key]
        return made

    def holds(self, key: Hashable) -> bool:
        """Whether the result under `key` is held."""
        with self._lock:
            return key in self._held

    def items(self) -> list[tuple[Hashable, T]]:
        """The results that are held with their keys, the one used last at the end."""
        with self._lock:
            return list(self._held.items())

    def forget(self, concerns: Callable[[Hashable], bool] = lambda _: True) -> list[T]:
        """The results whose keys it concerns, now dropped; without an argument, all.

        One that is being made meanwhile reaches those who wait for it, but is not held: it may
        come from what held before.
        """
        with self._lock:
            for key in [key for key in self._making if concerns(key)]:
                del self._making[key]
            return [self._held.pop(key) for key in [key for key in self._held if concerns(key)]]

    def _hold(self, key: Hashable, made: T) -> None:
        self._held[key] = made
        while len(self._held) > self._size:
            self._held.popitem(last=False)
