"""The log of a server: who did what to what, and what was refused."""

from __future__ import annotations

import time
from collections import deque
from threading import Lock
from typing import TYPE_CHECKING

from sqlalchemy import Engine, insert, select

from core.database.engine import reading, transaction
from core.database.tables import EVENTS
from core.lru_cache import LruCache
from core.people.base import Event, moment

if TYPE_CHECKING:
    from core.rights import Actor

_SAME_SECONDS = 600
"""Reading the same document again within this time is one event."""
_REMEMBERED = 4096
_MOST_OF_NOBODY, _MINUTE = 300, 60


class Events:
    """The log; entries are added and never changed."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._noted: LruCache[list[float]] = LruCache(_REMEMBERED)
        self._lock = Lock()
        self._of_nobody: deque[float] = deque(maxlen=_MOST_OF_NOBODY)

    def add(self, actor: Actor | None, action: str, subject: str = "", note: str = "") -> None:
        """Enters what somebody did, or nobody who is known.

        Of what nobody known is refused, so many entries a minute are made: they could fill the log.
        """
        if actor is None and not self._has_room():
            return
        with transaction(self._engine) as connection:
            connection.execute(
                insert(EVENTS).values(
                    at=time.time(),
                    person=actor.id if actor else "",
                    name=actor.name if actor else "",
                    action=action,
                    # PostgreSQL takes no such character.
                    subject=subject.replace("\0", ""),
                    note=note.replace("\0", ""),
                )
            )

    def add_once(self, actor: Actor | None, action: str, subject: str, note: str = "") -> None:
        """As `add`, but not again within ten minutes of this process."""
        key = (actor and actor.id, action, subject, note)
        with self._lock:
            last = self._noted.get(key, lambda: [-_SAME_SECONDS])
            now = time.monotonic()
            if now - last[0] < _SAME_SECONDS:
                return
        self.add(actor, action, subject, note)
        last[0] = now

    def _has_room(self) -> bool:
        with self._lock:
            now, known = time.monotonic(), self._of_nobody
            if len(known) == _MOST_OF_NOBODY and now - known[0] < _MINUTE:
                return False
            known.append(now)
            return True

    def has(self, person: str, action: str, subject: str) -> bool:
        """Whether a person did something to something, ever."""
        query = select(EVENTS.c.number).where(
            EVENTS.c.person == person, EVENTS.c.action == action, EVENTS.c.subject == subject
        )
        with reading(self._engine) as connection:
            return connection.execute(query).first() is not None

    def list(self, limit: int, action: str = "") -> list[Event]:
        """The newest events first, of one action if it is given."""
        query = select(EVENTS).order_by(EVENTS.c.number.desc()).limit(limit)
        if action:
            query = query.where(EVENTS.c.action == action)
        with reading(self._engine) as connection:
            return [
                Event(
                    row.number,
                    moment(row.at),
                    row.person,
                    row.name,
                    row.action,
                    row.subject,
                    row.note,
                )
                for row in connection.execute(query)
            ]
