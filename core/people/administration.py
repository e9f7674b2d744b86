"""What administrators do, and what people do with their own tokens; each is noted in the log."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.errors import AccessRefused
from core.people.base import REFUSED, Collection, Event, Person, Token
from core.rights import Actor, Right, Role

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from core.people.directory import Directory


class Administration:
    """A directory, changed by who acts.

    Every method raises `AccessRefused` for those who may not do it, and as that of the same name
    in `Register`, `Collections`, `Tokens` or `Events`.
    """

    def __init__(self, directory: Directory) -> None:
        self._directory = directory

    def people(self) -> list[Person]:
        """All people."""
        self._administrator()
        return self._directory.people.list()

    def find(self, reference: str) -> Person:
        """Who has this id or e-mail address."""
        self._administrator()
        return self._directory.people.find(reference)

    def add_person(self, email: str, role: Role, name: str = "") -> Person:
        """Lets somebody in."""
        self._administrator()
        person = self._directory.people.add(email, role, name)
        self._done("added person", person.id, f"{person.email}, {role.value}")
        return person

    def set_role(self, person: str, role: Role) -> None:
        """Gives a person another role; it holds at once, also where they are signed in."""
        self._administrator()
        self._directory.people.set_role(person, role)
        self._done("changed role", person, role.value)

    def set_active(self, person: str, *, active: bool) -> None:
        """Shuts a person out, with their tokens, or lets them in again."""
        self._administrator()
        self._directory.people.set_active(person, active=active)
        self._done("let in" if active else "shut out", person)

    def sign_out(self, person: str) -> None:
        """Ends what a person, or who acts, is signed in to."""
        self._own_or_administrator(person)
        # Noted first: who signs out is nobody afterwards.
        self._done("signed out", person)
        self._directory.people.sign_out(person)
        self._directory.forget()

    def collections(self) -> list[Collection]:
        """All collections; for those who administer nothing, theirs."""
        actor = self._directory.acting()
        everything = actor.role.may(Right.ADMINISTER)
        return self._directory.collections.list(None if everything else actor.id)

    def find_collection(self, reference: str) -> Collection:
        """The collection with this id or name."""
        self._administrator()
        return self._directory.collections.find(reference)

    def add_collection(self, name: str) -> Collection:
        """Makes an empty collection."""
        self._administrator()
        made = self._directory.collections.add(name)
        self._done("added collection", made.id, made.name)
        return made

    def rename_collection(self, collection: str, name: str) -> None:
        """Gives a collection another name."""
        self._administrator()
        self._directory.collections.rename(collection, name)
        self._done("renamed collection", collection, name)

    def delete_collection(self, collection: str) -> None:
        """Removes a collection; its documents stay in others, or are seen by administrators."""
        self._administrator()
        self._directory.collections.delete(collection)
        self._done("deleted collection", collection)

    def set_members(self, collection: str, people: Iterable[str]) -> None:
        """Makes these people the members of a collection."""
        self._administrator()
        members = sorted(set(people))
        self._directory.collections.set_members(collection, members)
        self._done("changed members", collection, " ".join(members))

    def place(self, document: str, collections: Iterable[str], name: str) -> None:
        """Makes these the collections that a document is in."""
        self._administrator()
        wanted, here = set(collections), set(self._directory.collections.holding(document))
        self._directory.collections.place(document, wanted - here, name)
        if here - wanted:
            self._directory.collections.withdraw(document, here - wanted)
        self._done("placed", document, " ".join(sorted(wanted)))

    def placements(self) -> dict[str, tuple[str, ...]]:
        """The ids of the collections of each document that is in one."""
        self._administrator()
        return self._directory.collections.placements()

    def tokens(self, person: str) -> list[Token]:
        """The tokens of a person, or of who acts."""
        self._own_or_administrator(person)
        return self._directory.tokens.list(person)

    def add_token(self, person: str, label: str, days: int) -> str:
        """The secret of a new token by which a program acts as a person, shown this once."""
        self._own_or_administrator(person)
        secret = self._directory.tokens.add(person, label, days)
        self._done("added token", person, f"{label}, {days} days")
        return secret

    def revoke_token(self, token: str, person: str) -> None:
        """Ends a token of a person."""
        self._own_or_administrator(person)
        self._directory.tokens.revoke(token, person)
        self._done("revoked token", person, token)

    def events(self, limit: int, action: str = "") -> Sequence[Event]:
        """The newest entries of the log."""
        self._administrator()
        return self._directory.events.list(limit, action)

    def _administrator(self) -> Actor:
        actor = self._directory.acting()
        try:
            actor.require(Right.ADMINISTER)
        except AccessRefused:
            self._directory.events.add(actor, REFUSED, "", Right.ADMINISTER.value)
            raise
        return actor

    def _own_or_administrator(self, person: str) -> None:
        if self._directory.acting().id != person:
            self._administrator()

    def _done(self, action: str, subject: str, note: str = "") -> None:
        self._directory.forget()
        self._directory.events.add(self._directory.acting(), action, subject, note)
