"""Collections of documents: who is a member of one sees what is placed in it."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Engine, Row, Select, and_, delete, func, insert, select, update

from core.database.engine import changing_people, reading
from core.database.tables import COLLECTIONS, MEMBERS, PEOPLE, PLACEMENTS
from core.errors import InvalidOption, NotFound
from core.people.base import Collection, clean_name

if TYPE_CHECKING:
    from collections.abc import Iterable


class Collections:
    """Collections by their ids; processes and threads may share a database."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def list(self, member: str | None = None) -> list[Collection]:
        """All collections, or those of a member, in the order of their names."""
        with reading(self._engine) as connection:
            rows = connection.execute(
                select(COLLECTIONS).order_by(func.lower(COLLECTIONS.c.name), COLLECTIONS.c.id)
            ).all()
            listed = [_with_contents(connection, row) for row in rows]
        return [each for each in listed if member is None or member in each.members]

    def get(self, collection: str) -> Collection:
        """One collection. Raises `NotFound`."""
        with reading(self._engine) as connection:
            return _required(connection, collection)

    def find(self, reference: str) -> Collection:
        """The collection with this id or name. Raises `NotFound`."""
        known = [each for each in self.list() if reference in (each.id, each.name)]
        if not known:
            raise NotFound(f"There is no collection {reference!r}. Make it first.")
        return known[0]

    def add(self, name: str) -> Collection:
        """An empty collection. Raises `InvalidOption` where one has the name."""
        shown = clean_name(name, "a collection")
        collection = secrets.token_hex(8)
        with changing_people(self._engine) as connection:
            _require_free(connection, shown)
            connection.execute(insert(COLLECTIONS).values(id=collection, name=shown))
            return _required(connection, collection)

    def rename(self, collection: str, name: str) -> None:
        """Gives it another name. Raises as `add` and `get`."""
        shown = clean_name(name, "a collection")
        with changing_people(self._engine) as connection:
            if _required(connection, collection).name != shown:
                _require_free(connection, shown)
                here = COLLECTIONS.c.id == collection
                connection.execute(update(COLLECTIONS).where(here).values(name=shown))

    def delete(self, collection: str) -> None:
        """Removes it. Documents that were in no other are seen by administrators alone.

        Raises `NotFound`.
        """
        with changing_people(self._engine) as connection:
            _required(connection, collection)
            connection.execute(delete(COLLECTIONS).where(COLLECTIONS.c.id == collection))

    def set_members(self, collection: str, people: Iterable[str]) -> None:
        """Makes these people its members, and nobody else. Raises `NotFound`."""
        wanted = set(people)
        with changing_people(self._engine) as connection:
            _required(connection, collection)
            known = set(connection.scalars(select(PEOPLE.c.id).where(PEOPLE.c.id.in_(wanted))))
            if wanted - known:
                raise NotFound(f"There is no person {min(wanted - known)[:16]!r}.")
            connection.execute(delete(MEMBERS).where(MEMBERS.c.collection == collection))
            rows = [{"collection": collection, "person": person} for person in sorted(wanted)]
            if rows:
                connection.execute(insert(MEMBERS), rows)

    def place(self, document: str, collections: Iterable[str], name: str) -> None:
        """Puts a document into collections; `name` is what those who added it call it.

        Raises `NotFound`.
        """
        with changing_people(self._engine) as connection:
            for collection in sorted(set(collections)):
                _required(connection, collection)
                if not connection.execute(_placed(document, collection)).first():
                    connection.execute(
                        insert(PLACEMENTS).values(
                            collection=collection, document=document, name=name
                        )
                    )

    def withdraw(self, document: str, collections: Iterable[str] | None = None) -> bool:
        """Takes a document out of collections, or out of all; whether it is in none now."""
        with changing_people(self._engine) as connection:
            taken = PLACEMENTS.c.document == document
            if collections is not None:
                taken = and_(taken, PLACEMENTS.c.collection.in_(list(collections)))
            connection.execute(delete(PLACEMENTS).where(taken))
            left = select(func.count()).where(PLACEMENTS.c.document == document)
            return not connection.execute(left).scalar()

    def holding(self, document: str) -> tuple[str, ...]:
        """The ids of the collections that a document is in."""
        with reading(self._engine) as connection:
            placed = select(PLACEMENTS.c.collection).where(PLACEMENTS.c.document == document)
            return tuple(connection.scalars(placed.order_by(PLACEMENTS.c.collection)))

    def placements(self) -> dict[str, tuple[str, ...]]:
        """The ids of the collections of each document that is in one."""
        with reading(self._engine) as connection:
            rows = connection.execute(
                select(PLACEMENTS.c.document, PLACEMENTS.c.collection).order_by(*PLACEMENTS.c)
            ).all()
        placed: dict[str, tuple[str, ...]] = {}
        for document, collection in rows:
            placed[document] = (*placed.get(document, ()), collection)
        return placed

    def seen_by(self, person: str) -> dict[str, tuple[str, ...]]:
        """The documents that a person sees, each with the names it has in their collections."""
        joined = MEMBERS.join(PLACEMENTS, MEMBERS.c.collection == PLACEMENTS.c.collection)
        with reading(self._engine) as connection:
            rows = connection.execute(
                select(PLACEMENTS.c.document, PLACEMENTS.c.name)
                .select_from(joined)
                .where(MEMBERS.c.person == person)
                .order_by(PLACEMENTS.c.document, PLACEMENTS.c.collection)
            ).all()
        seen: dict[str, tuple[str, ...]] = {}
        for document, name in rows:
            seen[document] = tuple(dict.fromkeys((*seen.get(document, ()), name)))
        return seen


def _placed(document: str, collection: str) -> Select[Any]:
    return select(PLACEMENTS).where(
        PLACEMENTS.c.document == document, PLACEMENTS.c.collection == collection
    )


def _required(connection: Connection, collection: str) -> Collection:
    row = connection.execute(select(COLLECTIONS).where(COLLECTIONS.c.id == collection)).first()
    if row is None:
        raise NotFound(f"There is no collection {collection[:16]!r}.")
    return _with_contents(connection, row)


def _with_contents(connection: Connection, row: Row[Any]) -> Collection:
    members = connection.scalars(select(MEMBERS.c.person).where(MEMBERS.c.collection == row.id))
    documents = select(func.count()).where(PLACEMENTS.c.collection == row.id)
    return Collection(
        row.id, row.name, frozenset(members), connection.execute(documents).scalar() or 0
    )


def _require_free(connection: Connection, name: str) -> None:
    if connection.execute(select(COLLECTIONS).where(COLLECTIONS.c.name == name)).first():
        raise InvalidOption(f"There is a collection {name!r} already. Choose another name.")
