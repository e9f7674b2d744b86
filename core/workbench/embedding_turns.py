"""Whose turn it is to embed: one thread at a time, and those first for whom somebody waits."""

from __future__ import annotations

from contextlib import contextmanager
from threading import Condition, get_ident
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Hashable, Iterator

    from core.progress import Progress

_POLL = 0.1
"""Seconds between two calls of the progress of a thread that waits, so that it can be cancelled."""


class EmbeddingTurns:
    """Turns of threads that embed, each for the results that it names by keys.

    Work ahead of need stands aside between two batches while a question is answered or somebody
    waits to embed. Whoever waits for the very results that are being made ahead lets that work go
    on and gets its results.
    """

    def __init__(self) -> None:
        self._changed = Condition()
        self._owner: int | None = None
        self._questions = 0
        self._waiting: list[frozenset[Hashable]] = []
        self._ahead: frozenset[Hashable] = frozenset()
        self._done = (0, 0)

    @contextmanager
    def question(self) -> Iterator[None]:
        """While a question is answered: no batch is begun that nobody waits for."""
        with self._changed:
            self._questions += 1
        try:
            yield
        finally:
            with self._changed:
                self._questions -= 1
                self._changed.notify_all()

    @contextmanager
    def now(self, keys: Collection[Hashable], progress: Progress | None = None) -> Iterator[None]:
        """The turn of a thread that somebody waits for; one that has the turn keeps it.

        `progress` is called while it waits, with what is done ahead of these results; it may raise.
        """
        if self._owner == get_ident():
            yield
            return
        needed = frozenset(keys)
        with self._changed:
            self._waiting.append(needed)
            self._changed.notify_all()
        try:
            self._take(lambda: not needed & self._ahead, progress, needed)
        finally:
            with self._changed:
                self._waiting.remove(needed)
                self._changed.notify_all()
        try:
            yield
        finally:
            self._leave()

    @contextmanager
    def ahead(self, keys: Collection[Hashable], progress: Progress) -> Iterator[Progress]:
        """The turn of the one thread that works ahead; gives the callback of its batches.

        `progress` is called also while the thread stands aside; it may raise.
        """
        with self._changed:
            self._done = (0, 0)
        self._take(self._nobody_waits, progress, frozenset())
        with self._changed:
            self._ahead = frozenset(keys)

        def step(done: int, total: int) -> None:
            self._done = done, total
            progress(done, total)
            with self._changed:
                stands_aside = not self._may_go_on()
            if stands_aside:
                self._leave()
                self._take(self._may_go_on, progress, self._ahead)

        try:
            yield step
        finally:
            with self._changed:
                self._ahead = frozenset()
            self._leave()

    def _nobody_waits(self) -> bool:
        return not (self._waiting or self._questions)

    def _may_go_on(self) -> bool:
        return self._nobody_waits() or any(needed & self._ahead for needed in self._waiting)

    def _take(
        self, may: Callable[[], bool], progress: Progress | None, shown: frozenset[Hashable]
    ) -> None:
        """Waits until the turn is free and may be taken."""
        while True:
            with self._changed:
                if self._owner is None and may():
                    self._owner = get_ident()
                    return
                self._changed.wait(_POLL)
                done = self._done if shown & self._ahead else (0, 0)
            if progress:
                progress(*done)

    def _leave(self) -> None:
        """Gives the turn up; without effect for a thread that was stopped while it had none."""
        with self._changed:
            if self._owner == get_ident():
                self._owner = None
                self._changed.notify_all()
