"""What may be done with a library: on a desk everything, by whoever is there.

On a server of many people, `core.people.permissions` asks who acts. Everything that reads or
changes a library asks here, by the library's own methods or by `Records.require`.
"""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

    from core.library.record import DocumentRecord
    from core.rights import Right


class Permissions:
    """Those of a desk."""

    @property
    def person(self) -> str:
        """The id of the person who acts; empty where nobody signs in, and for the operator."""
        return ""

    def allow(self, right: Right) -> None:
        """Does nothing where who acts has this right.

        Raises:
            AccessRefused: they have not, or nobody is signed in.
        """

    def sees(self, document: str) -> bool:
        """Whether a document is there for who acts. Raises `AccessRefused` for nobody."""
        return True

    def seen(self, record: DocumentRecord) -> DocumentRecord:
        """The record as who acts may see it."""
        return record

    def shown_name(self, document: str, name: str) -> str:
        """What a document of this name is called for who acts."""
        return name

    def refused(self, document: str) -> None:
        """Notes that somebody asked for a document that is not there for them."""

    def did(self, action: str, subject: str, note: str = "") -> None:
        """Notes what was done to a document or an answer."""

    def asked(self, documents: int) -> None:
        """Notes that a question was asked about so many documents; its words are nobody's."""

    def reading(self, document: str) -> None:
        """Notes that pages of a document are looked at."""

    def name(self, given: str) -> str:
        """Whose name stands below what is signed: the one given, or of the person who acts."""
        return given

    def sees_answer(self, answer: str, documents: Collection[str]) -> bool:
        """Whether a signed answer from these documents is there for who acts."""
        return True

    def allow_deleting(self, answer: str) -> None:
        """Does nothing where who acts may delete a signed answer. Raises as `allow`."""

    def held(self) -> AbstractContextManager[None]:
        """Inside this block it is known who acts, and need not be asked for each document."""
        return nullcontext()

    def unbounded(self) -> AbstractContextManager[None]:
        """Inside this block everything is there: for work on the library itself."""
        return nullcontext()

    def places(self, collections: Collection[str]) -> Collection[str]:
        """The collections to which a document is added: these, or all of who acts.

        Raises:
            AccessRefused: who acts is not a member of one, or of none at all.
        """
        return collections

    def placed(self, document: str, name: str, places: Collection[str]) -> None:
        """Lets the members of collections see a document, which is called so there."""

    def withdrawn(self, document: str) -> bool:
        """Whether a document that is deleted must go, since nobody else sees it."""
        return True

    def home(self, home: Path) -> Path:
        """Where the conversations and questions of who acts are kept."""
        return home


OF_A_DESK = Permissions()
