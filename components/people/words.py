"""What roles and times are called on the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.rights import Role

if TYPE_CHECKING:
    from datetime import datetime

    from core.people.base import Person

DOES = {
    Role.READER: "read the documents of your collections and ask questions about them",
    Role.REVIEWER: "also correct how documents are read, check answers and sign them",
    Role.EDITOR: "also add, change and delete documents, and tune and evaluate settings",
    Role.ADMINISTRATOR: "do everything, and see all documents, people and the log",
}


def person_words(person: Person) -> str:
    """Who it is: the name, which they choose, and the address by which they were let in."""
    return f"{person.name} ({person.email or person.id})"


def day(moment: datetime) -> str:
    """A day (UTC)."""
    return f"{moment:%d %b %Y}"
