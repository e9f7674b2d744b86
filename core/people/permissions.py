"""What may be done with a library of many people, by whoever acts; see `core.rights`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.errors import AccessRefused
from core.history.verification import SIGNED
from core.library.permissions import Permissions
from core.people.base import REFUSED
from core.rights import OPERATOR, Actor, Right, Role, acting_as

if TYPE_CHECKING:
    from collections.abc import Collection
    from contextlib import AbstractContextManager
    from pathlib import Path

    from core.library import DocumentRecord
    from core.people.directory import Directory


class PeoplesPermissions(Permissions):
    """Members of a collection see its documents, administrators and the operator see all."""

    def __init__(self, directory: Directory) -> None:
        self._directory = directory

    @property
    def person(self) -> str:
        """See `Permissions.person`."""
        return self._acting().id

    def allow(self, right: Right) -> None:
        """See `Permissions.allow`."""
        actor = self._acting()
        try:
            actor.require(right)
        except AccessRefused:
            self._directory.events.add(actor, REFUSED, "", right.value)
            raise

    def sees(self, document: str) -> bool:
        """See `Permissions.sees`."""
        actor = self._acting()
        return _sees_all(actor) or document in self._directory.seen_by(actor)

    def seen(self, record: DocumentRecord) -> DocumentRecord:
        """The record with the names that the document has in collections of who acts."""
        actor = self._acting()
        if _sees_all(actor):
            return record
        return record.model_copy(update={"names": self._names(actor, record.sha)})

    def shown_name(self, document: str, name: str) -> str:
        """See `Permissions.shown_name`."""
        actor = self._acting()
        return name if _sees_all(actor) else self._names(actor, document)[0]

    def _names(self, actor: Actor, document: str) -> tuple[str, ...]:
        """At least one, also where a document was taken out of the collections just now."""
        return self._directory.seen_by(actor).get(document) or (document[:12],)

    def refused(self, document: str) -> None:
        """See `Permissions.refused`."""
        self._directory.events.add(self._acting(), REFUSED, document, "unknown or of others")

    def did(self, action: str, subject: str, note: str = "") -> None:
        """See `Permissions.did`."""
        self._directory.events.add(self._acting(), action, subject, note)

    def asked(self, documents: int) -> None:
        """See `Permissions.asked`."""
        self.did("asked", "", f"{documents} documents")

    def reading(self, document: str) -> None:
        """Notes it once in a while; what the operator does for everybody is no reading."""
        actor = self._acting()
        if actor is not OPERATOR:
            self._directory.events.add_once(actor, "read", document)

    def name(self, given: str) -> str:
        """The name of the person, whatever was given; the operator gives one."""
        actor = self._acting()
        return actor.name if actor.id else given

    def sees_answer(self, answer: str, documents: Collection[str]) -> bool:
        """Those see it who see all of its documents, or signed it."""
        actor = self._acting()
        if _sees_all(actor):
            return True
        seen = bool(documents) and all(map(self.sees, documents))
        return seen or self._directory.events.has(actor.id, SIGNED, answer)

    def allow_deleting(self, answer: str) -> None:
        """Those may delete it who signed it, and administrators."""
        actor = self._acting()
        if not self._directory.events.has(actor.id, SIGNED, answer):
            self.allow(Right.ADMINISTER)

    def held(self) -> AbstractContextManager[None]:
        """See `Permissions.held`."""
        return acting_as(self._acting())

    def unbounded(self) -> AbstractContextManager[None]:
        """See `Permissions.unbounded`."""
        return acting_as(OPERATOR)

    def places(self, collections: Collection[str]) -> Collection[str]:
        """See `Permissions.places`. The operator may place a document nowhere."""
        actor = self._acting()
        if _sees_all(actor):
            return collections
        own = {each.id for each in self._directory.collections.list(actor.id)}
        if not own:
            raise AccessRefused(
                "You are in no collection, so nobody would see the document. Ask an "
                "administrator to make you a member of one."
            )
        if not own.issuperset(collections):
            self._directory.events.add(actor, REFUSED, "", "a collection of others")
            raise AccessRefused("You are no member of this collection. Choose one of yours.")
        return collections or own

    def placed(self, document: str, name: str, places: Collection[str]) -> None:
        """See `Permissions.placed`."""
        self._directory.collections.place(document, places, name)
        self._directory.forget()

    def withdrawn(self, document: str) -> bool:
        """Takes a document out of the collections of who acts; administrators out of all."""
        actor = self._acting()
        collections = self._directory.collections
        own = None if _sees_all(actor) else [each.id for each in collections.list(actor.id)]
        gone = collections.withdraw(document, own)
        self._directory.forget()
        return gone

    def home(self, home: Path) -> Path:
        """A folder of the person's own; that of the data folder for the operator."""
        return home / "people" / self.person if self.person else home

    def _acting(self) -> Actor:
        try:
            return self._directory.acting()
        except AccessRefused as error:
            self._directory.events.add(None, REFUSED, "", str(error))
            raise


def _sees_all(actor: Actor) -> bool:
    return actor.role is Role.ADMINISTRATOR
