"""Who may sign in: by the subject of their provider, at first by a verified e-mail address."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from core.errors import AccessRefused, InvalidOption, NotFound
from core.people.sign_in import identity_of
from core.rights import Role
from tests.core.people.builders import claims, identity

if TYPE_CHECKING:
    from core.people.directory import Directory


def test_somebody_who_was_added_signs_in_with_the_role_that_was_given(directory: Directory) -> None:
    person = directory.people.sign_in(identity("ada"))
    assert (person.name, person.role, person.linked) == ("Ada", Role.ADMINISTRATOR, True)


def test_a_stranger_becomes_a_reader(directory: Directory) -> None:
    person = directory.people.sign_in(identity("mallory"))
    assert (person.name, person.role) == ("Mallory", Role.READER)
    assert directory.collections.seen_by(person.id) == {}


@pytest.mark.parametrize("verified", [False, None, "true", 1])
def test_an_address_that_is_not_verified_is_nobodys(directory: Directory, verified: object) -> None:
    person = directory.people.sign_in(
        identity("mallory", email="ada@example.org", email_verified=verified)
    )
    assert (person.role, person.email) == (Role.READER, "")


def test_a_verified_address_of_somebody_who_signed_in_before_is_theirs(
    directory: Directory,
) -> None:
    ada = directory.people.sign_in(identity("ada"))
    other = directory.people.sign_in(identity("mallory", email="ada@example.org"))
    assert other.id != ada.id
    assert other.role is Role.READER


def test_the_same_subject_of_another_provider_is_somebody_else(directory: Directory) -> None:
    ada = directory.people.sign_in(identity("ada"))
    other = directory.people.sign_in(identity("ada", iss="https://evil.example"))
    assert (other.id == ada.id, other.role) == (False, Role.READER)


def test_who_changes_their_address_is_still_known(directory: Directory) -> None:
    ada = directory.people.sign_in(identity("ada"))
    again = directory.people.sign_in(identity("ada", email="married@example.org"))
    assert again.id == ada.id


def test_signing_in_twice_makes_nobody_new(directory: Directory) -> None:
    for _ in range(3):
        directory.people.sign_in(identity("rob"))
    assert [person.name for person in directory.people.list()] == ["Ada", "Rob"]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"iss": None}, "does not say"),
        ({"sub": ""}, "does not say"),
        ({"sub": ["ada"]}, "does not say"),
        ({"sub": "a" * 256}, "does not say"),
        ({"iat": None}, "does not say"),
        ({"iat": True}, "does not say"),
        ({"iat": time.time() - 13 * 3600}, "expired"),
        ({"iat": time.time() + 3600}, "expired"),
        ({"iat": float("nan")}, "expired"),
        ({"iat": float("-inf")}, "expired"),
    ],
)
def test_claims_that_do_not_say_who_and_when_are_refused(
    changes: dict[str, object], words: str
) -> None:
    with pytest.raises(AccessRefused, match=words):
        identity_of(claims("ada", **changes), hours=12)


def test_a_name_of_a_provider_is_shown_on_one_line(directory: Directory) -> None:
    person = directory.people.sign_in(identity("mallory", name="Ada\n\u202eLovelace" + "x" * 500))
    assert person.name.startswith("Ada Lovelace")
    assert len(person.name) == 120


def test_who_is_shut_out_cannot_sign_in_until_let_in_again(directory: Directory) -> None:
    rob = directory.people.sign_in(identity("rob"))
    directory.people.set_active(rob.id, active=False)
    with pytest.raises(AccessRefused, match="shut this account out"):
        directory.people.sign_in(identity("rob"))
    directory.people.set_active(rob.id, active=True)
    assert directory.people.sign_in(identity("rob")).id == rob.id


def test_signing_out_ends_what_was_signed_in_before(directory: Directory) -> None:
    before = identity("rob", iat=time.time() - 60)
    rob = directory.people.sign_in(before)
    directory.people.sign_out(rob.id)
    with pytest.raises(AccessRefused, match="signed out"):
        directory.people.sign_in(before)
    assert directory.people.sign_in(identity("rob", iat=time.time() + 1)).id == rob.id


def test_the_last_administrator_stays(directory: Directory) -> None:
    ada = directory.people.find("ada@example.org")
    with pytest.raises(InvalidOption, match="Nobody would be administrator"):
        directory.people.set_role(ada.id, Role.READER)
    with pytest.raises(InvalidOption, match="Nobody would be administrator"):
        directory.people.set_active(ada.id, active=False)
    assert directory.people.get(ada.id) == ada


@pytest.mark.parametrize("email", ["", "ada", "@", "ADA@example.org "])
def test_nobody_is_added_without_an_address_of_their_own(directory: Directory, email: str) -> None:
    with pytest.raises(InvalidOption):
        directory.people.add(email, Role.READER)


def test_nobody_is_found_by_what_nobody_has(directory: Directory) -> None:
    with pytest.raises(NotFound, match="Nobody is known as"):
        directory.people.find("mallory@example.org")
