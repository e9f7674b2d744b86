"""Collections: what is placed in one is seen by its members, under the name it has there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from core.errors import InvalidOption, NotFound
from tests.core.people.builders import identity

if TYPE_CHECKING:
    from core.people.directory import Directory

A, B = "a" * 64, "b" * 64


def test_members_see_what_is_placed_and_nobody_else_does(directory: Directory) -> None:
    rob, otto = (directory.people.sign_in(identity(name)) for name in ("rob", "otto"))
    wards, other = (directory.collections.add(name) for name in ("Wards", "Other"))
    directory.collections.set_members(wards.id, [rob.id])
    directory.collections.set_members(other.id, [otto.id])
    directory.collections.place(A, [wards.id], "dosing.pdf")
    directory.collections.place(B, [wards.id, other.id], "shared.pdf")
    directory.collections.place(B, [other.id], "second name.pdf")
    assert directory.collections.seen_by(rob.id) == {A: ("dosing.pdf",), B: ("shared.pdf",)}
    assert directory.collections.seen_by(otto.id) == {B: ("shared.pdf",)}
    assert directory.collections.placements() == {
        A: (wards.id,),
        B: tuple(sorted([wards.id, other.id])),
    }


def test_a_document_has_another_name_in_another_collection(directory: Directory) -> None:
    rob = directory.people.sign_in(identity("rob"))
    wards, other = (directory.collections.add(name) for name in ("Wards", "Other"))
    directory.collections.set_members(wards.id, [rob.id])
    directory.collections.place(A, [other.id], "patient Miller.pdf")
    directory.collections.place(A, [wards.id], "dosing.pdf")
    assert directory.collections.seen_by(rob.id) == {A: ("dosing.pdf",)}


def test_a_document_goes_with_the_last_collection_that_it_is_taken_out_of(
    directory: Directory,
) -> None:
    wards, other = (directory.collections.add(name) for name in ("Wards", "Other"))
    directory.collections.place(A, [wards.id, other.id], "dosing.pdf")
    assert not directory.collections.withdraw(A, [wards.id])
    assert directory.collections.withdraw(A, [other.id])
    assert directory.collections.withdraw(B)


def test_a_collection_that_is_deleted_shows_nothing_any_more(directory: Directory) -> None:
    rob = directory.people.sign_in(identity("rob"))
    wards = directory.collections.add("Wards")
    directory.collections.set_members(wards.id, [rob.id])
    directory.collections.place(A, [wards.id], "dosing.pdf")
    directory.collections.delete(wards.id)
    assert directory.collections.seen_by(rob.id) == {}
    assert directory.collections.list() == []


def test_what_is_not_there_cannot_be_changed(directory: Directory) -> None:
    wards = directory.collections.add("Wards")
    for change in (
        lambda: directory.collections.place(A, ["f" * 16], "dosing.pdf"),
        lambda: directory.collections.set_members(wards.id, ["f" * 16]),
        lambda: directory.collections.delete("f" * 16),
        lambda: directory.collections.find("Cardiology"),
    ):
        with pytest.raises(NotFound):
            change()
    assert directory.collections.placements() == {}
    assert directory.collections.get(wards.id).members == frozenset()


def test_names_of_collections_are_their_own(directory: Directory) -> None:
    wards, other = (directory.collections.add(name) for name in ("Wards", "Other"))
    for name in ("Other", " ", "x" * 121):
        with pytest.raises(InvalidOption):
            directory.collections.rename(wards.id, name)
    directory.collections.rename(wards.id, "Wards")
    directory.collections.rename(other.id, "Cardiology")
    assert [each.name for each in directory.collections.list()] == ["Cardiology", "Wards"]
