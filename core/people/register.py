"""The people of a server: added by an administrator, or known since they signed in."""

from __future__ import annotations

import secrets
import time
from typing import TYPE_CHECKING, Any

from sqlalchemy import ColumnElement, Connection, Engine, Row, and_, func, insert, select, update

from core.database.engine import changing_people, reading
from core.database.tables import PEOPLE
from core.errors import AccessRefused, InvalidOption, NotFound
from core.people.base import Person, clean_name, person_of
from core.rights import Role

if TYPE_CHECKING:
    from core.people.sign_in import Identity


class Register:
    """People by their ids; processes and threads may share a database."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def list(self) -> list[Person]:
        """All people, in the order of their names."""
        with reading(self._engine) as connection:
            rows = connection.execute(
                select(PEOPLE).order_by(func.lower(PEOPLE.c.name), PEOPLE.c.id)
            )
            return [person_of(row) for row in rows]

    def get(self, person: str) -> Person:
        """One of them. Raises `NotFound`."""
        with reading(self._engine) as connection:
            return _required(connection, person)

    def find(self, reference: str) -> Person:
        """Who has this id or e-mail address. Raises `NotFound`."""
        reference = reference.strip().replace("\0", "")
        address = _address(reference) if "@" in reference else None
        with reading(self._engine) as connection:
            known = connection.execute(
                select(PEOPLE).where((PEOPLE.c.id == reference) | (PEOPLE.c.email == address))
            ).first()
        if known is None:
            raise NotFound(f"Nobody is known as {reference!r}. Give the e-mail address, or the id.")
        return person_of(known)

    def add(self, email: str, role: Role, name: str = "") -> Person:
        """Somebody who may sign in from now on, by an identity with this e-mail address.

        Raises:
            InvalidOption: that is no address, or somebody has it.
        """
        address = _address(email)
        if "@" not in address.strip("@"):
            raise InvalidOption(f"{email!r} is no e-mail address.")
        shown = clean_name(name or address, "a person")
        with changing_people(self._engine) as connection:
            if _with_email(connection, address):
                raise InvalidOption(f"Somebody has the address {address} already.")
            return _required(connection, _inserted(connection, shown, address, role))

    def set_role(self, person: str, role: Role) -> Person:
        """The person in another role.

        Raises:
            NotFound: there is no such person.
            InvalidOption: no administrator would be left.
        """
        return self._changed(person, role=role.value)

    def set_active(self, person: str, *, active: bool) -> Person:
        """The person, let in or shut out. Raises as `set_role`."""
        return self._changed(person, active=active)

    def sign_out(self, person: str) -> None:
        """Ends all that the person is signed in to. Raises `NotFound`."""
        # The clock of the provider may be ahead of ours.
        seen_at = self.get(person).seen_at
        last = max(time.time(), seen_at.timestamp() if seen_at else 0.0)
        self._changed(person, valid_from=last + 1)

    def sign_in(self, identity: Identity) -> Person:
        """Who an identity is: by its subject, at first by its verified e-mail address.

        Somebody nobody knows becomes a reader, who sees nothing until they are made a member of a
        collection.

        Raises:
            AccessRefused: they are shut out, or signed out since.
        """
        with reading(self._engine) as connection:
            row = connection.execute(select(PEOPLE).where(_is(identity))).first()
        if row is None or row.seen_at != identity.signed_in_at:
            with changing_people(self._engine) as connection:
                row = _seen(connection, identity)
        if not row.active:
            raise AccessRefused("An administrator has shut this account out. Ask one.")
        if identity.signed_in_at < row.valid_from:
            raise AccessRefused("You were signed out. Sign in again.")
        return person_of(row)

    def _changed(self, person: str, **values: object) -> Person:
        with changing_people(self._engine) as connection:
            before = _required(connection, person)
            connection.execute(update(PEOPLE).where(PEOPLE.c.id == person).values(**values))
            after = _required(connection, person)
            if _administrates(before) and not _administrates(after):
                _require_administrator(connection)
            return after


def _seen(connection: Connection, identity: Identity) -> Row[Any]:
    row = connection.execute(select(PEOPLE).where(_is(identity))).first()
    person = row.id if row else _linked(connection, identity)
    here = PEOPLE.c.id == person
    connection.execute(update(PEOPLE).where(here).values(seen_at=identity.signed_in_at))
    return connection.execute(select(PEOPLE).where(here)).one()


def _linked(connection: Connection, identity: Identity) -> str:
    """The id of who was added with the verified address of an identity, else of a new person."""
    known = _with_email(connection, identity.email) if identity.email_verified else None
    if known is None or known.subject is not None:
        # An address that was not verified is another's, for all we know: it is not kept.
        address = identity.email if identity.email_verified and known is None else ""
        return _inserted(connection, identity.name, address, Role.READER, identity)
    values = {"issuer": identity.issuer, "subject": identity.subject}
    if known.name == known.email:
        values["name"] = identity.name
    connection.execute(update(PEOPLE).where(PEOPLE.c.id == known.id).values(**values))
    return known.id


def _inserted(
    connection: Connection, name: str, email: str, role: Role, identity: Identity | None = None
) -> str:
    person = secrets.token_hex(8)
    connection.execute(
        insert(PEOPLE).values(
            id=person,
            name=name,
            email=email,
            role=role.value,
            issuer=identity and identity.issuer,
            subject=identity and identity.subject,
            active=True,
            created_at=time.time(),
            valid_from=0.0,
        )
    )
    return person


def _required(connection: Connection, person: str) -> Person:
    row = connection.execute(select(PEOPLE).where(PEOPLE.c.id == person)).first()
    if row is None:
        raise NotFound(f"There is no person {person[:16]!r}.")
    return person_of(row)


def _administrates(person: Person) -> bool:
    return person.active and person.role is Role.ADMINISTRATOR


def _require_administrator(connection: Connection) -> None:
    administrates = and_(PEOPLE.c.role == Role.ADMINISTRATOR.value, PEOPLE.c.active)
    if not connection.execute(select(func.count()).where(administrates)).scalar():
        raise InvalidOption("Nobody would be administrator then. Make somebody else one first.")


def _with_email(connection: Connection, email: str) -> Row[Any] | None:
    if not email:
        return None
    return connection.execute(select(PEOPLE).where(PEOPLE.c.email == email)).first()


def _is(identity: Identity) -> ColumnElement[bool]:
    return and_(PEOPLE.c.issuer == identity.issuer, PEOPLE.c.subject == identity.subject)


def _address(email: str) -> str:
    """An address as it is compared: signs that look like letters are not made letters."""
    return "".join(char.lower() if char.isascii() else char for char in email.strip())
