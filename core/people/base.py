"""What is known of people, collections, tokens and events. Times are UTC."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from core.errors import InvalidOption
from core.rights import Actor, Role
from core.text.one_line import on_one_line

if TYPE_CHECKING:
    from sqlalchemy import Row

LONGEST_DAYS = 365
"""How long a token is valid at the most."""
REFUSED = "refused"
"""The action of an event that did not happen."""
_LONGEST_NAME = 120


class Person(NamedTuple):
    """Somebody who may sign in; `linked` once they did. `seen_at` is their last sign-in."""

    id: str
    name: str
    email: str
    role: Role
    active: bool
    linked: bool
    created_at: datetime
    seen_at: datetime | None

    @property
    def actor(self) -> Actor:
        """The person as somebody who does something."""
        return Actor(self.id, self.name or self.email, self.role)


class Collection(NamedTuple):
    """Documents that its members see: ids of people, and how many documents there are."""

    id: str
    name: str
    members: frozenset[str]
    documents: int


class Token(NamedTuple):
    """What a program signs in by, without the secret itself."""

    id: str
    person: str
    label: str
    created_at: datetime
    expires_at: datetime
    used_at: datetime | None


class Event(NamedTuple):
    """Something that was done, or refused: by whom (id, empty for the operator, and name then),
    to what (a document, answer, person ...), with what else is to be known of it."""

    number: int
    at: datetime
    person: str
    name: str
    action: str
    subject: str
    note: str


def clean_name(name: str, what: str) -> str:
    """A name on one line.

    Raises:
        InvalidOption: it is empty or too long.
    """
    cleaned = on_one_line(name)
    if not cleaned or len(cleaned) > _LONGEST_NAME:
        raise InvalidOption(f"A name of {what} has 1 to {_LONGEST_NAME} characters. Give another.")
    return cleaned


def moment(seconds: float) -> datetime:
    """A time of the database."""
    return datetime.fromtimestamp(seconds, UTC)


def moment_if(seconds: float | None) -> datetime | None:
    """A time of the database, where there is one."""
    return None if seconds is None else moment(seconds)


def person_of(row: Row[*tuple[Any, ...]]) -> Person:
    """A row of the table of people."""
    return Person(
        row.id,
        row.name,
        row.email,
        Role(row.role),
        row.active,
        row.subject is not None,
        moment(row.created_at),
        moment_if(row.seen_at),
    )
