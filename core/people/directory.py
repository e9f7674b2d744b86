"""The database of people, as programs ask it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Generic, TypeVar

from core.database.engine import open_database
from core.errors import AccessRefused
from core.lru_cache import LruCache
from core.people.collections import Collections
from core.people.events import Events
from core.people.register import Register
from core.people.tokens import Tokens
from core.rights import Actor, Role, acting

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping

    from core.people.base import Person
    from core.people.sign_in import Identity

_FRESH_SECONDS = 1.0
"""What other processes change is seen after so long; what this one changes, at once."""
_REMEMBERED = 512
T = TypeVar("T")


class Directory:
    """People, collections, tokens and the log. It may be shared between threads."""

    def __init__(self, url: str) -> None:
        """Raises as `open_database`."""
        engine = open_database(url)
        self.people = Register(engine)
        self.collections = Collections(engine)
        self.tokens = Tokens(engine)
        self.events = Events(engine)
        self._seen: _Fresh[Mapping[str, tuple[str, ...]]] = _Fresh()
        self._signed_in: _Fresh[Person] = _Fresh()
        self._people: _Fresh[Person] = _Fresh()

    def seen_by(self, actor: Actor) -> Mapping[str, tuple[str, ...]]:
        """The documents that a person sees, with their names there; at most a second old."""
        return self._seen.get(actor.id, lambda: self.collections.seen_by(actor.id))

    def signed_in(self, identity: Identity) -> Person:
        """Who an identity is, at most a second old. Raises as `Register.sign_in`."""
        return self._signed_in.get(identity, lambda: self.people.sign_in(identity))

    def acting(self) -> Actor:
        """Who acts, as they are now: work that was begun goes on with the role of today.

        Of the role they came with and that of a second ago at most, the lesser holds.

        Raises:
            AccessRefused: nobody is signed in, or they are shut out.
        """
        actor = acting()
        if not actor.id:
            return actor
        person = self._people.get(actor.id, lambda: self.people.get(actor.id))
        if not person.active:
            raise AccessRefused("An administrator has shut this account out. Ask one.")
        role = min(actor.role, person.role, key=list(Role).index)
        return Actor(person.id, person.actor.name, role)

    def forget(self) -> None:
        """Asks the database anew, as after a change."""
        self._seen.forget()
        self._signed_in.forget()
        self._people.forget()


class _Fresh(Generic[T]):
    def __init__(self) -> None:
        self._held: LruCache[tuple[float, T]] = LruCache(_REMEMBERED)

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """The result under a key. What `make` raises is raised, and not held."""

        def dated() -> tuple[float, T]:
            return time.monotonic(), make()

        made, result = self._held.get(key, dated)
        if time.monotonic() - made <= _FRESH_SECONDS:
            return result
        self._held.forget(lambda other: other == key)
        return self._held.get(key, dated)[1]

    def forget(self) -> None:
        """Holds nothing any more."""
        self._held.forget()
