"""Tokens: one is as good as the person it was made for, and only as long as it is valid."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select, update

from core.database.engine import open_database, reading, transaction
from core.database.tables import TOKENS
from core.errors import InvalidOption, NotFound
from tests.core.people.builders import identity

if TYPE_CHECKING:
    from core.people.directory import Directory


def test_a_token_acts_for_its_person_with_the_role_of_now(directory: Directory) -> None:
    rob = directory.people.sign_in(identity("rob"))
    secret = directory.tokens.add(rob.id, "ward screen", 30)
    assert directory.tokens.holder(secret) == directory.people.get(rob.id)
    token = directory.tokens.list(rob.id)[0]
    assert token.label == "ward screen"
    assert token.expires_at - token.created_at == timedelta(days=30)
    assert token.used_at


def test_a_token_is_nowhere_in_the_database(directory: Directory, database: str) -> None:
    rob = directory.people.sign_in(identity("rob"))
    secret = directory.tokens.add(rob.id, "ward screen", 30)
    with reading(open_database(database)) as connection:
        kept = repr(connection.execute(select(TOKENS)).all())
    assert secret not in kept
    assert secret.removeprefix("sightline_") not in kept


def test_a_token_that_has_expired_is_none(directory: Directory, database: str) -> None:
    rob = directory.people.sign_in(identity("rob"))
    secret = directory.tokens.add(rob.id, "ward screen", 1)
    with transaction(open_database(database)) as connection:
        connection.execute(update(TOKENS).values(expires_at=TOKENS.c.created_at - 1))
    assert directory.tokens.holder(secret) is None


def test_a_token_ends_when_it_is_revoked_or_its_person_is_shut_out(directory: Directory) -> None:
    rob = directory.people.sign_in(identity("rob"))
    revoked, kept = (directory.tokens.add(rob.id, label, 30) for label in ("one", "two"))
    first = next(token for token in directory.tokens.list() if token.label == "one")
    directory.tokens.revoke(first.id, rob.id)
    assert directory.tokens.holder(revoked) is None
    assert directory.tokens.holder(kept)
    directory.people.set_active(rob.id, active=False)
    assert directory.tokens.holder(kept) is None


def test_nobody_revokes_the_token_of_another(directory: Directory) -> None:
    rob = directory.people.sign_in(identity("rob"))
    mallory = directory.people.sign_in(identity("mallory"))
    secret = directory.tokens.add(rob.id, "ward screen", 30)
    with pytest.raises(NotFound):
        directory.tokens.revoke(directory.tokens.list()[0].id, mallory.id)
    assert directory.tokens.holder(secret)


@pytest.mark.parametrize("secret", ["", "sightline_", "' OR 1=1 --", "\udcff", "x" * 100_000])
def test_what_is_no_token_is_nobodys(directory: Directory, secret: str) -> None:
    directory.tokens.add(directory.people.sign_in(identity("rob")).id, "ward screen", 30)
    assert directory.tokens.holder(secret) is None


@pytest.mark.parametrize(("label", "days"), [("", 30), ("x" * 121, 30), ("ok", 0), ("ok", 366)])
def test_a_token_has_a_label_and_an_end(directory: Directory, label: str, days: int) -> None:
    rob = directory.people.sign_in(identity("rob"))
    with pytest.raises(InvalidOption):
        directory.tokens.add(rob.id, label, days)


def test_a_token_is_for_somebody(directory: Directory) -> None:
    with pytest.raises(NotFound):
        directory.tokens.add("f" * 16, "ward screen", 30)
