"""The database of people, as programs ask it."""

from __future__ import annotations

import time
from threading import Lock
from typing import TYPE_CHECKING

from core.database.engine import open_database
from core.lru_cache import LruCache
from core.people.collections import Collections
from core.people.events import Events
from core.people.register import Register
from core.people.tokens import Tokens

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.rights import Actor

_FRESH_SECONDS = 1.0
"""What other processes change is seen after so long."""
_REMEMBERED = 512


class Directory:
    """People, collections, tokens and the log. It may be shared between threads."""

    def __init__(self, url: str) -> None:
        """Raises as `open_database`."""
        engine = open_database(url)
        self.people = Register(engine)
        self.collections = Collections(engine)
        self.tokens = Tokens(engine)
        self.events = Events(engine)
        self._seen: LruCache[tuple[float, Mapping[str, tuple[str, ...]]]] = LruCache(_REMEMBERED)
        self._lock = Lock()

    def seen_by(self, actor: Actor) -> Mapping[str, tuple[str, ...]]:
        """The documents that a person sees with their names there, at most a second old."""
        made, seen = self._seen.get(actor.id, lambda: self._asked(actor.id))
        if time.monotonic() - made > _FRESH_SECONDS:
            self.forget(actor.id)
            _, seen = self._seen.get(actor.id, lambda: self._asked(actor.id))
        return seen

    def forget(self, person: str | None = None) -> None:
        """Asks the database anew what a person sees, or what anybody does, as after a change."""
        self._seen.forget(lambda key: person is None or key == person)

    def _asked(self, person: str) -> tuple[float, Mapping[str, tuple[str, ...]]]:
        return time.monotonic(), self.collections.seen_by(person)
