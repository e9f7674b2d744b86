"""Two who change the same people or documents at once: none is lost, and nothing is left over."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event, Thread
from typing import TYPE_CHECKING

import pytest

from core.errors import AccessRefused, InvalidOption, NotFound
from core.library import Library
from core.people.administration import Administration
from core.people.permissions import PeoplesPermissions
from core.rights import OPERATOR, Role, acting, acting_as, carried
from core.settings import load_settings
from tests.builders import pdf_bytes
from tests.core.people.builders import identity

if TYPE_CHECKING:
    from pathlib import Path

    from core.people.base import Person
    from core.people.directory import Directory

ROUNDS = 10


def both(*acts: object) -> list[str]:
    """What became of acts that begin together: empty, or the words of their errors."""
    barrier = Barrier(len(acts))

    def run(act: object) -> str:
        barrier.wait()
        try:
            act()  # type: ignore[operator]
        except (AccessRefused, InvalidOption, NotFound) as error:
            return str(error)
        return ""

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(run, acts))


def test_two_administrators_who_demote_each_other_leave_one(directory: Directory) -> None:
    ada = directory.people.find("ada@example.org")
    bea = directory.people.add("bea@example.org", Role.ADMINISTRATOR)
    for _ in range(ROUNDS):
        both(
            lambda: directory.people.set_role(ada.id, Role.READER),
            lambda: directory.people.set_role(bea.id, Role.READER),
        )
        left = [p for p in directory.people.list() if p.role is Role.ADMINISTRATOR]
        assert left
        for person in (ada, bea):
            directory.people.set_role(person.id, Role.ADMINISTRATOR)


def test_somebody_who_is_added_or_signs_in_twice_at_once_is_one(directory: Directory) -> None:
    for number in range(ROUNDS):
        email = f"new{number}@example.org"
        told = both(*[lambda e=email: directory.people.add(e, Role.READER)] * 3)
        assert sorted(map(bool, told)) == [False, True, True]
        who = identity(f"guest{number}")
        assert both(*[lambda w=who: directory.people.sign_in(w)] * 3) == ["", "", ""]
    known = [person.email for person in directory.people.list()]
    assert len(known) == len(set(known))


def members(directory: Directory, *names: str) -> list[Person]:
    """Editors, each with a collection of their own."""
    people: list[Person] = []
    for name in names:
        person = directory.people.add(f"{name}@example.org", Role.EDITOR, name.capitalize())
        made = directory.collections.add(name)
        directory.collections.set_members(made.id, [person.id])
        people.append(person)
    return people


def test_a_file_that_the_last_two_delete_at_once_is_gone(
    directory: Directory, tmp_path: Path
) -> None:
    library = Library(
        load_settings(home=tmp_path / "home"), permissions=PeoplesPermissions(directory)
    )
    eve, ed = members(directory, "eve", "ed")

    def delete(person: Person, sha: str) -> None:
        with acting_as(person.actor):
            library.delete(sha)

    for number in range(3):
        content = pdf_bytes([f"Shared {number}."])
        for person in (eve, ed):
            with acting_as(person.actor):
                sha = library.add(content, "shared.pdf").sha
        assert both(lambda s=sha: delete(eve, s), lambda s=sha: delete(ed, s)) == ["", ""]
        with acting_as(OPERATOR):
            assert library.ids() == ()
        assert directory.collections.placements() == {}


def test_a_file_that_is_added_while_another_deletes_it_is_there(
    directory: Directory, tmp_path: Path
) -> None:
    library = Library(
        load_settings(home=tmp_path / "home"), permissions=PeoplesPermissions(directory)
    )
    eve, ed = members(directory, "eve", "ed")
    content = pdf_bytes(["Shared."])
    with acting_as(eve.actor):
        sha = library.add(content, "shared.pdf").sha
    removing, added = Event(), Event()
    remove = library._remove

    def slowly(document: str) -> None:
        removing.set()
        added.wait(1)
        remove(document)

    library._remove = slowly  # type: ignore[method-assign]

    def delete() -> None:
        with acting_as(eve.actor):
            library.delete(sha)

    thread = Thread(target=delete)
    thread.start()
    assert removing.wait(60)
    with acting_as(ed.actor):
        library.add(content, "copy.pdf")
        added.set()
        thread.join()
        assert library.get(sha).names == ("copy.pdf",)
        assert library.pdf_path(sha).read_bytes() == content


def test_work_that_was_begun_goes_on_with_the_role_of_today(directory: Directory) -> None:
    ed = members(directory, "ed")[0]
    permissions = PeoplesPermissions(directory)
    with acting_as(ed.actor):
        work = carried(lambda: (permissions.sees("a" * 64), acting().id))
    assert work() == (False, ed.id)
    with acting_as(OPERATOR):
        Administration(directory).set_active(ed.id, active=False)
    with pytest.raises(AccessRefused, match="shut this account out"):
        work()


@pytest.mark.parametrize("reference", ["", " ", "\0", "@"])
def test_nothing_names_nobody(directory: Directory, reference: str) -> None:
    directory.people.sign_in(identity("mallory", email_verified=False))
    with pytest.raises(NotFound):
        directory.people.find(reference)


def test_a_sign_that_looks_like_a_letter_makes_no_address_that_of_another(
    directory: Directory,
) -> None:
    kirk = directory.people.add("kirk@example.org", Role.ADMINISTRATOR)
    person = directory.people.sign_in(identity("mallory", email="\u212airk@example.org"))
    assert (person.id == kirk.id, person.role) == (False, Role.READER)
