"""A server of several people: two documents in two collections, and a token for each person."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from core.people.administration import Administration
from core.rights import OPERATOR, Role, acting_as
from core.settings import Settings, load_settings
from core.workbench import Workbench
from tests.builders import pdf_bytes

if TYPE_CHECKING:
    from pathlib import Path


SECRET = "The password of the safe is heliotrope seventeen."


class Server(NamedTuple):
    """`tokens` are of an editor and a reader of Wards, and of readers of Other and of nothing."""

    home: Path
    database: str
    wards: str
    other: str
    tokens: dict[str, str]

    def administration(self) -> Administration:
        """What the operator changes; to be used inside `acting_as(OPERATOR)`."""
        directory = Workbench(self.settings()).directory
        assert directory
        return Administration(directory)

    def settings(self) -> Settings:
        """The settings of the server."""
        return load_settings(home=self.home, database=self.database)


def made(folder: Path) -> Server:
    """Such a server below a folder."""
    database = f"sqlite:///{folder}/people.db"
    bench = Workbench(load_settings(home=folder / "home", database=database))
    assert bench.directory
    with acting_as(OPERATOR):
        administration = Administration(bench.directory)
        collections = {name: administration.add_collection(name) for name in ("Wards", "Other")}
        tokens: dict[str, str] = {}
        for name, role, collection in (
            ("ed", Role.EDITOR, "Wards"),
            ("rob", Role.READER, "Wards"),
            ("otto", Role.READER, "Other"),
            ("stranger", Role.READER, ""),
        ):
            person = administration.add_person(f"{name}@example.org", role, name.capitalize())
            tokens[name] = administration.add_token(person.id, "tests", 30)
            if collection:
                known = administration.find_collection(collection)
                administration.set_members(known.id, known.members | {person.id})
        ids = {
            name: bench.documents.add(
                pdf_bytes([text]), f"{name}.pdf", collections=[collections[name].id]
            ).sha
            for name, text in (("Wards", SECRET), ("Other", "Nothing but a menu."))
        }
    bench.close()
    return Server(folder / "home", database, ids["Wards"], ids["Other"], tokens)
