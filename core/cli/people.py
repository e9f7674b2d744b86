"""The people of a server from the command line, where its first administrator is made."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from core.people import open_directory
from core.people.base import LONGEST_DAYS, Collection, Event, Person
from core.rights import Role
from core.text.counts import number_of

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable

    from core.cli.console import Console
    from core.people.administration import Administration
    from core.workbench import Workbench

    Task = Callable[[Administration, Namespace, Console], Any]


def add_people(parser: ArgumentParser) -> None:
    """The arguments of `people`."""
    tasks = parser.add_subparsers(dest="task", required=True, metavar="TASK")
    tasks.add_parser("list", help="show all people")
    add = _about_person(tasks, "add", "let somebody sign in who has this e-mail address")
    add.add_argument("--role", choices=_ROLES, default=Role.READER.value)
    add.add_argument("--name", default="", help="what they are called")
    role = _about_person(tasks, "role", "give somebody another role")
    role.add_argument("role", choices=_ROLES)
    _about_person(tasks, "shut-out", "let somebody in no more, nor programs with their tokens")
    _about_person(tasks, "let-in", "let somebody in again")
    _about_person(tasks, "sign-out", "make somebody sign in again, wherever they are signed in")
    tasks.add_parser("collections", help="show all collections with their members")
    collection = tasks.add_parser("collection", help="make a collection, or change its members")
    collection.add_argument("name", metavar="NAME")
    collection.add_argument(
        "--members", nargs="*", metavar="PERSON", help="its members from now on, and nobody else"
    )
    place = tasks.add_parser("place", help="say which collections a document is in")
    place.add_argument("document", metavar="DOC")
    place.add_argument("collections", metavar="COLLECTION", nargs="*", help="these, and no other")
    token = _about_person(tasks, "token", "make a token by which a program acts as somebody")
    token.add_argument("--label", default="command line", help="what it is for")
    token.add_argument(
        "--days", type=int, default=90, help=f"how long it is valid: 1 to {LONGEST_DAYS} (90)"
    )
    log = tasks.add_parser("log", help="show what was done, and what was refused")
    log.add_argument("--last", type=int, default=50, metavar="N", help="so many entries (50)")


def people(workbench: Workbench, arguments: Namespace, console: Console) -> bool:
    """Does one thing to people, collections or tokens, or lists them."""
    # Imported here: a desk has no database, and need not have what one takes.
    from core.people.administration import Administration

    directory = workbench.directory or open_directory(workbench.settings)
    administration = Administration(directory)
    if arguments.task == "place":
        result = _place(administration, workbench, arguments, console)
    else:
        result = _TASKS[arguments.task](administration, arguments, console)
    console.result(result)
    return True


def _about_person(tasks: Any, name: str, purpose: str) -> ArgumentParser:
    parser: ArgumentParser = tasks.add_parser(name, help=purpose, description=f"{purpose}.")
    parser.add_argument("person", metavar="PERSON", help="e-mail address, or id")
    return parser


def _list(administration: Administration, _: Namespace, console: Console) -> list[Any]:
    known = administration.people()
    console.say(*map(_person_in_words, known), number_of(len(known), "person", "people"))
    return [_person_values(each) for each in known]


def _add(administration: Administration, arguments: Namespace, console: Console) -> Any:
    role = Role(arguments.role)
    return _told(administration.add_person(arguments.person, role, arguments.name), console)


def _role(administration: Administration, arguments: Namespace, console: Console) -> Any:
    person = administration.find(arguments.person)
    administration.set_role(person.id, Role(arguments.role))
    return _told(administration.find(person.id), console)


def _let(
    administration: Administration, arguments: Namespace, console: Console, *, active: bool
) -> Any:
    person = administration.find(arguments.person)
    administration.set_active(person.id, active=active)
    return _told(administration.find(person.id), console)


def _sign_out(administration: Administration, arguments: Namespace, console: Console) -> Any:
    person = administration.find(arguments.person)
    administration.sign_out(person.id)
    return _told(person, console)


def _collections(administration: Administration, _: Namespace, console: Console) -> list[Any]:
    names = {person.id: person.email or person.name for person in administration.people()}
    known = administration.collections()
    console.say(*(_collection_in_words(each, names) for each in known))
    return [_collection_values(each) for each in known]


def _collection(administration: Administration, arguments: Namespace, console: Console) -> Any:
    known = [each for each in administration.collections() if each.name == arguments.name]
    collection = known[0] if known else administration.add_collection(arguments.name)
    if arguments.members is not None:
        members = [administration.find(reference).id for reference in arguments.members]
        administration.set_members(collection.id, members)
    names = {person.id: person.email or person.name for person in administration.people()}
    collection = administration.find_collection(collection.id)
    console.say(_collection_in_words(collection, names))
    return _collection_values(collection)


def _place(
    administration: Administration, workbench: Workbench, arguments: Namespace, console: Console
) -> Any:
    record = workbench.library.find(arguments.document)
    chosen = [administration.find_collection(name) for name in arguments.collections]
    administration.place(record.sha, [each.id for each in chosen], record.name)
    names = [each.name for each in chosen]
    console.say(f"{record.name}: {', '.join(names) or 'in no collection'}")
    return {"document": record.sha, "collections": names}


def _token(administration: Administration, arguments: Namespace, console: Console) -> Any:
    person = administration.find(arguments.person)
    secret = administration.add_token(person.id, arguments.label, arguments.days)
    console.say(secret)
    console.notice(f"This token acts as {person.name}. It is shown once and kept nowhere.")
    return {"token": secret, "person": person.id, "days": arguments.days}


def _log(administration: Administration, arguments: Namespace, console: Console) -> list[Any]:
    events = list(reversed(administration.events(max(arguments.last, 1))))
    console.say(*map(event_in_words, events))
    return [{**event._asdict(), "at": event.at.isoformat()} for event in events]


_ROLES = tuple(role.value for role in Role)
_TASKS: dict[str, Task] = {
    "list": _list,
    "add": _add,
    "role": _role,
    "shut-out": partial(_let, active=False),
    "let-in": partial(_let, active=True),
    "sign-out": _sign_out,
    "collections": _collections,
    "collection": _collection,
    "token": _token,
    "log": _log,
}


def event_in_words(event: Event) -> str:
    """An entry of the log on one line."""
    who = f"{event.name} ({event.person})" if event.person else event.name or "nobody known"
    what = " ".join(filter(None, (event.action, event.subject[:16], event.note)))
    return f"{event.at:%Y-%m-%d %H:%M:%S} UTC, {who}: {what}"


def _told(person: Person, console: Console) -> Any:
    console.say(_person_in_words(person))
    return _person_values(person)


def _person_in_words(person: Person) -> str:
    state = "" if person.active else ", shut out"
    state += "" if person.linked else ", never signed in"
    return f"{person.id}  {person.name} <{person.email}>: {person.role.value}{state}"


def _person_values(person: Person) -> dict[str, Any]:
    return {
        "id": person.id,
        "name": person.name,
        "email": person.email,
        "role": person.role.value,
        "active": person.active,
    }


def _collection_in_words(collection: Collection, names: dict[str, str]) -> str:
    members = ", ".join(sorted(names.get(member, member) for member in collection.members))
    documents = number_of(collection.documents, "document")
    return f"{collection.name}: {documents}; {members or 'no members'}"


def _collection_values(collection: Collection) -> dict[str, Any]:
    return {
        "id": collection.id,
        "name": collection.name,
        "documents": collection.documents,
        "members": sorted(collection.members),
    }
