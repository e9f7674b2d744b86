"""Tokens by which programs act for a person; only their hashes are kept."""

from __future__ import annotations

import secrets
import time
from hashlib import sha256

from sqlalchemy import Engine, delete, insert, select, update

from core.database.engine import reading, transaction
from core.database.tables import PEOPLE, TOKENS
from core.errors import InvalidOption, NotFound
from core.people.base import LONGEST_DAYS, Person, Token, clean_name, moment, moment_if, person_of

PREFIX = "sightline_"
"""Begins every token, so that a program that looks for secrets knows one."""
_DAY = 86_400
_USE_IS_NOTED_AFTER = 60
"""Seconds; a token that is used all the time is not written down all the time."""


class Tokens:
    """The tokens of all people."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def add(self, person: str, label: str, days: int) -> str:
        """The secret of a new token for a person, which nobody can look up again.

        Raises:
            InvalidOption: the label is empty, or the days are not 1 to 365.
            NotFound: there is no such person.
        """
        if not 1 <= days <= LONGEST_DAYS:
            raise InvalidOption(f"A token is valid for 1 to {LONGEST_DAYS} days; you gave {days}.")
        shown, secret, now = clean_name(label, "a token"), new_secret(), time.time()
        with transaction(self._engine) as connection:
            if not connection.execute(select(PEOPLE).where(PEOPLE.c.id == person)).first():
                raise NotFound(f"There is no person {person[:16]!r}.")
            connection.execute(
                insert(TOKENS).values(
                    id=secrets.token_hex(8),
                    person=person,
                    digest=_digest(secret),
                    label=shown,
                    created_at=now,
                    expires_at=now + days * _DAY,
                )
            )
        return secret

    def list(self, person: str | None = None) -> list[Token]:
        """The tokens of a person, or of all, the newest first."""
        with reading(self._engine) as connection:
            rows = connection.execute(select(TOKENS).order_by(TOKENS.c.created_at.desc()))
            return [
                Token(
                    row.id,
                    row.person,
                    row.label,
                    moment(row.created_at),
                    moment(row.expires_at),
                    moment_if(row.used_at),
                )
                for row in rows
                if person in (None, row.person)
            ]

    def revoke(self, token: str, person: str | None = None) -> None:
        """Ends a token by its id, of that person if one is given. Raises `NotFound`."""
        with transaction(self._engine) as connection:
            row = connection.execute(select(TOKENS).where(TOKENS.c.id == token)).first()
            if row is None or person not in (None, row.person):
                raise NotFound(f"There is no token {token[:16]!r}.")
            connection.execute(delete(TOKENS).where(TOKENS.c.id == token))

    def holder(self, secret: str) -> Person | None:
        """For whom a secret acts; None where it is none, has expired, or they are shut out."""
        joined = TOKENS.join(PEOPLE, TOKENS.c.person == PEOPLE.c.id)
        known = TOKENS.c.digest == _digest(secret)
        columns = (TOKENS.c.id.label("token"), TOKENS.c.expires_at, TOKENS.c.used_at, *PEOPLE.c)
        with reading(self._engine) as connection:
            row = connection.execute(select(*columns).select_from(joined).where(known)).first()
        now = time.time()
        if row is None or row.expires_at <= now or not row.active:
            return None
        if (row.used_at or 0.0) < now - _USE_IS_NOTED_AFTER:
            with transaction(self._engine) as connection:
                here = TOKENS.c.id == row.token
                connection.execute(update(TOKENS).where(here).values(used_at=now))
        return person_of(row)


def new_secret() -> str:
    """A secret that nobody guesses: 256 bits."""
    return f"{PREFIX}{secrets.token_urlsafe(32)}"


def _digest(secret: str) -> str:
    # A plain hash will do: there is nothing to guess at in 256 bits.
    return sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
