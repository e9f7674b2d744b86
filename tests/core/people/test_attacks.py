"""What somebody tries who may not: refused in the words of what is not there, and in the log.

Otto reads what is in the collection Other. The victim is a document of the collection Wards, of
which he knows the id, with the conversations and the signed answer of its members.
"""

from __future__ import annotations

import inspect
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from pymupdf import mupdf

from core.configuration import Configuration
from core.errors import AccessRefused, NotFound, PasswordNeeded
from core.history.checks import Review
from core.people.administration import Administration
from core.people.base import REFUSED, Person
from core.rendering import Renderer
from core.rights import OPERATOR, Role, acting_as
from core.settings import load_settings
from core.workbench import Workbench
from core.workbench.ingest_queue import IngestQueue
from tests.builders import pdf_bytes
from tests.core.people.builders import identity

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


SECRET = "The password of the safe is heliotrope seventeen."
AES = mupdf.PDF_ENCRYPT_AES_256
CONFIG = Configuration.default()
ROLES = {
    "ada": Role.ADMINISTRATOR,
    "ed": Role.EDITOR,
    "rea": Role.REVIEWER,
    "rob": Role.READER,
    "otto": Role.READER,
}
PARTS = (
    "library",
    "documents",
    "chunks",
    "answers",
    "cards",
    "glossaries",
    "editions",
    "parsers",
    "segments",
    "descriptions",
)
"""Of a workbench: all that is asked about documents by their ids."""
ABOUT_DOCUMENTS = {"document", "documents", "sha", "old", "record"}
OWN_WORDS = {
    # Says only whether results of a document are in memory, or lets go of them.
    "chunks": {"has", "drop", "forget", "has_sentences"},
    "documents": {"forget", "changed", "keep"},
    # Asked about in a test below: they say no, or leave out, rather than raise an error.
    "library": {"has", "require"},
    "editions": {"standings"},
}


class House(NamedTuple):
    """A server with two documents of two collections, and people."""

    bench: Workbench
    people: dict[str, Person]
    victim: str
    own: str
    conversation: str
    signed: str

    def acts(self, name: str) -> Any:
        """Inside this block somebody acts, with the role of now."""
        directory = self.bench.directory
        assert directory
        return acting_as(directory.people.get(self.people[name].id).actor)

    def refusals(self) -> int:
        """How many entries of the log tell of something that was refused."""
        directory = self.bench.directory
        assert directory
        return len(directory.events.list(100_000, action=REFUSED))


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("server")
    settings = load_settings(home=folder / "home", database=f"sqlite:///{folder}/people.db")
    bench = Workbench(settings)
    directory = bench.directory
    assert directory
    people = {name: directory.people.sign_in(identity(name)) for name in ROLES}
    with acting_as(OPERATOR):
        administration = Administration(directory)
        for name, role in (
            ("ada", Role.ADMINISTRATOR),
            ("ed", Role.EDITOR),
            ("rea", Role.REVIEWER),
        ):
            administration.set_role(people[name].id, role)
        wards, other = (administration.add_collection(name) for name in ("Wards", "Other"))
        administration.set_members(wards.id, [people[n].id for n in ("ed", "rea", "rob")])
        administration.set_members(other.id, [people["otto"].id])
        victim = bench.documents.add(
            pdf_bytes([SECRET]), "patient Miller.pdf", collections=[wards.id]
        )
        own = bench.documents.add(
            pdf_bytes(["Nothing but a menu."]), "menu.pdf", collections=[other.id]
        )
    renderer = Renderer()
    with acting_as(directory.people.get(people["rea"].id).actor):
        answer = bench.answers.ask("What is the password of the safe?", CONFIG, [victim.sha])
        turn = bench.history.turn(answer, CONFIG)
        conversation = bench.history.conversations.create(turn).id
        signed = bench.history.sign(answer, Review(), "", renderer).id
    renderer.close()
    yield House(bench, people, victim.sha, own.sha, conversation, signed)
    bench.close()


def methods(house: House, part: str) -> dict[str, Callable[[], None]]:
    """Calls of every public method of a part of a workbench that is asked about a document."""
    calls: dict[str, Callable[[], None]] = {}
    for name, function in inspect.getmembers(type(getattr(house.bench, part)), inspect.isfunction):
        parameters = set(inspect.signature(function).parameters)
        is_own = name in OWN_WORDS.get(part, ())
        if not name.startswith("_") and parameters & ABOUT_DOCUMENTS and not is_own:
            method = getattr(getattr(house.bench, part), name)
            calls[name] = partial(_entered, method, arguments(method, house.victim, house))
    assert calls, "a part that is asked about no document"
    return calls


def _entered(method: Callable[..., Any], given: dict[str, Any]) -> None:
    outcome = method(**given)
    if hasattr(outcome, "__enter__"):
        outcome.__enter__()


def arguments(function: Callable[..., Any], victim: str, house: House) -> dict[str, Any]:
    """Something for each parameter that must be given; the victim where a document is named."""
    with acting_as(OPERATOR):
        record = house.bench.library.get(victim)
        sir = house.bench.documents.sir(victim)
        node = next(each for each in sir.nodes if each.text)
    known = {
        "document": victim,
        "sha": victim,
        "old": victim,
        "new": victim,
        "other": house.own,
        "documents": [victim],
        "record": record,
        "question": "What is the password?",
        "config": CONFIG,
        "parser": "structural_rule",
        "encoder": CONFIG.encoder,
        "node": node.id,
        "nodes": [0],
        "index": 0,
        "spans": (),
        "newer": True,
        "values": {},
        "pages": (1,),
        "page": 1,
        "content": b"stolen",
        "name": "stolen.pdf",
        "chunk": "0" * 16,
        "stage": "tokens",
        "key": "stolen",
        "fill": lambda path: path.write_bytes(b"stolen"),
        "language": "english",
        "parse": record.parse,
    }
    required = [
        name
        for name, parameter in inspect.signature(function).parameters.items()
        if parameter.default is inspect.Parameter.empty
        and parameter.kind is not inspect.Parameter.VAR_KEYWORD
    ]
    return {name: known[name] for name in required if name in known}


def refused(name: str, method: Callable[[], None]) -> str:
    """Why a method does nothing, in words that do not name the document."""
    try:
        method()
    except (NotFound, AccessRefused) as error:
        assert "Miller" not in str(error), name
        return str(error)
    raise AssertionError(f"{name} is not refused")


@pytest.mark.parametrize("part", PARTS)
def test_a_document_of_others_is_not_there_for_any_method(house: House, part: str) -> None:
    for name, method in methods(house, part).items():
        before = house.refusals()
        with house.acts("otto"):
            refused(name, method)
        assert house.refusals() > before, name


@pytest.mark.parametrize("part", PARTS)
def test_nobody_gets_anything_without_signing_in(house: House, part: str) -> None:
    for name, method in methods(house, part).items():
        before = house.refusals()
        assert "Nobody is signed in" in refused(name, method)
        assert house.refusals() > before, name


def test_lists_and_names_tell_of_ones_own_documents_alone(house: House) -> None:
    library = house.bench.library
    with house.acts("otto"):
        assert [record.name for record in library.list()] == ["menu.pdf"]
        assert library.ids() == (house.own,)
        assert not library.has(house.victim)
        assert house.bench.editions.standings([house.victim]) == {}
        for reference in ("patient Miller.pdf", house.victim, house.victim[:8]):
            with pytest.raises(NotFound):
                library.find(reference)
        with pytest.raises(NotFound):
            library.require(house.own, house.victim)


def test_a_question_about_everything_is_answered_from_ones_own_documents(house: House) -> None:
    with house.acts("otto"):
        own = [record.sha for record in house.bench.library.list()]
        found = house.bench.answers.retrieve("What is the password of the safe?", CONFIG, own)
        answer = house.bench.answers.ask("What is the password of the safe?", CONFIG, own)
    assert {hit.document for hit, *_ in found} <= {house.own}
    assert "heliotrope" not in repr(answer)


def test_conversations_of_others_are_not_there_even_for_administrators(house: House) -> None:
    for name in ("rob", "otto", "ed", "ada"):
        with house.acts(name):
            store = house.bench.history.conversations
            assert store.list() == ()
            for attempt in (store.load, store.delete):
                with pytest.raises(NotFound):
                    attempt(house.conversation)
    with house.acts("rea"):
        assert [kept.id for kept in house.bench.history.conversations.list()] == [
            house.conversation
        ]


def test_a_signed_answer_is_seen_by_those_who_see_its_documents(house: House) -> None:
    answers = house.bench.history.answers
    for name in ("rea", "rob", "ed", "ada"):
        with house.acts(name):
            assert answers.ids() == (house.signed,)
            assert answers.load(house.signed).signature.name == "Rea"
    with house.acts("otto"):
        assert answers.list() == ()
        for attempt in (answers.load, answers.check, answers.require, answers.withdraw):
            with pytest.raises(NotFound):
                attempt(house.signed)


@pytest.mark.parametrize("name", ["rob", "ed"])
def test_nobody_deletes_what_another_has_signed(house: House, name: str) -> None:
    before = house.refusals()
    with house.acts(name), pytest.raises(AccessRefused):
        house.bench.history.delete(house.signed)
    assert house.refusals() > before
    with house.acts("rea"):
        house.bench.history.answers.require(house.signed)


BEYOND: dict[str, tuple[str, Callable[[House], object]]] = {
    "adding": ("rea", lambda h: h.bench.documents.add(pdf_bytes(["New."]), "new.pdf")),
    "queueing": ("rob", lambda h: IngestQueue(h.bench).add("new.pdf", pdf_bytes(["New."]))),
    "deleting": ("rea", lambda h: h.bench.delete(h.victim)),
    "describing": ("rob", lambda h: h.bench.library.describe_by_hand(h.victim, {"title": "Mine"})),
    "correcting": ("rob", lambda h: h.bench.documents.correct(h.victim, "x", aside=True)),
    "undoing": ("rob", lambda h: h.bench.documents.undo_correction(h.victim, 0)),
    "reading anew": ("rea", lambda h: h.bench.documents.use_route(h.victim, "structural_rule")),
    "reading on": ("rob", lambda h: h.bench.documents.resume(h.victim)),
    "mending": ("rea", lambda h: h.bench.documents.mend(h.victim)),
    "confirming": ("rea", lambda h: h.bench.editions.confirm(h.victim, {"status": "draft"})),
    "unlinking": ("rob", lambda h: h.bench.editions.unlink(h.victim)),
    "bringing": ("rea", lambda h: h.bench.parsers.bring(h.victim, "docling", b"{}", "x.json")),
    "running a parser": ("rob", lambda h: h.bench.parsers.run(h.victim, "docling")),
    "paying a model": ("rob", lambda h: h.bench.descriptions.make(h.victim, [0])),
    "parting": ("rea", lambda h: h.bench.segments.ask(h.victim)),
    "chunking again": ("rob", lambda h: h.bench.chunk_again(h.victim, CONFIG)),
    "signing": ("rob", lambda h: _sign(h)),
    "verifying": ("ed", lambda h: h.bench.history.verify()),
    "to a collection of others": ("ed", lambda h: _add_elsewhere(h)),
}
"""What is beyond a role: who tries it, and how."""


def _sign(house: House) -> None:
    answer = house.bench.answers.ask("What is the password?", CONFIG, [house.victim])
    house.bench.history.sign(answer, Review(), "Rea", Renderer())


def _add_elsewhere(house: House) -> None:
    directory = house.bench.directory
    assert directory
    other = directory.collections.find("Other").id
    house.bench.documents.add(pdf_bytes(["New."]), "new.pdf", collections=[other])


@pytest.mark.parametrize("what", BEYOND)
def test_what_is_beyond_a_role_is_refused_and_changes_nothing(house: House, what: str) -> None:
    name, attempt = BEYOND[what]
    with acting_as(OPERATOR):
        records = house.bench.library.list()
    before = house.refusals()
    with house.acts(name), pytest.raises(AccessRefused):
        attempt(house)
    assert house.refusals() > before
    with acting_as(OPERATOR):
        assert house.bench.library.list() == records


ADMINISTRATION: dict[str, Callable[[Administration, House], object]] = {
    "people": lambda a, _: a.people(),
    "find": lambda a, _: a.find("ada@example.org"),
    "add a person": lambda a, _: a.add_person("friend@example.org", Role.ADMINISTRATOR),
    "raise oneself": lambda a, h: a.set_role(h.people["ed"].id, Role.ADMINISTRATOR),
    "shut out": lambda a, h: a.set_active(h.people["ada"].id, active=False),
    "sign others out": lambda a, h: a.sign_out(h.people["ada"].id),
    "find a collection": lambda a, _: a.find_collection("Other"),
    "make a collection": lambda a, _: a.add_collection("Mine"),
    "rename": lambda a, h: a.rename_collection(_other(h), "Mine"),
    "delete a collection": lambda a, h: a.delete_collection(_other(h)),
    "join": lambda a, h: a.set_members(_other(h), [h.people["ed"].id]),
    "place": lambda a, h: a.place(h.own, [], "menu.pdf"),
    "placements": lambda a, _: a.placements(),
    "tokens of others": lambda a, h: a.tokens(h.people["ada"].id),
    "a token for others": lambda a, h: a.add_token(h.people["ada"].id, "mine", 30),
    "revoke of others": lambda a, h: a.revoke_token("f" * 16, h.people["ada"].id),
    "log": lambda a, _: a.events(10),
}


@pytest.mark.parametrize("what", ADMINISTRATION)
def test_only_administrators_administer(house: House, what: str) -> None:
    directory = house.bench.directory
    assert directory
    people, collections = directory.people.list(), directory.collections.list()
    before = house.refusals()
    with house.acts("ed"), pytest.raises(AccessRefused):
        ADMINISTRATION[what](Administration(directory), house)
    assert house.refusals() > before
    assert (directory.people.list(), directory.collections.list()) == (people, collections)


def test_every_way_to_administer_is_tried() -> None:
    names = {name for name, _ in inspect.getmembers(Administration, inspect.isfunction)}
    public = {name for name in names if not name.startswith("_")}
    assert len(public - {"collections"}) == len(ADMINISTRATION)


def _other(house: House) -> str:
    directory = house.bench.directory
    assert directory
    return directory.collections.find("Other").id


def test_a_role_that_is_taken_away_is_gone_at_once(house: House) -> None:
    directory = house.bench.directory
    assert directory
    with acting_as(OPERATOR):
        Administration(directory).set_role(house.people["ed"].id, Role.READER)
    try:
        with house.acts("ed"), pytest.raises(AccessRefused):
            house.bench.delete(house.victim)
    finally:
        with acting_as(OPERATOR):
            Administration(directory).set_role(house.people["ed"].id, Role.EDITOR)


def test_a_member_who_leaves_a_collection_sees_nothing_of_it_at_once(house: House) -> None:
    directory = house.bench.directory
    assert directory
    wards = directory.collections.find("Wards")
    administration = Administration(directory)
    with house.acts("rob"):
        assert house.bench.documents.sir(house.victim).nodes
        with acting_as(OPERATOR):
            administration.set_members(wards.id, wards.members - {house.people["rob"].id})
        with pytest.raises(NotFound):
            house.bench.documents.sir(house.victim)
        with acting_as(OPERATOR):
            administration.set_members(wards.id, wards.members)
        assert house.bench.documents.sir(house.victim).nodes


def test_files_in_the_queue_are_those_of_who_put_them(house: House) -> None:
    queue = IngestQueue(house.bench)
    with house.acts("ed"):
        number = queue.add("slow.pdf", pdf_bytes([SECRET, "More of it."]))
    with house.acts("otto"):
        assert queue.snapshot() == ()
        queue.cancel(number)
        queue.forget()
    queue.wait(60)
    with house.acts("ed"):
        item = queue.snapshot()[0]
        assert (item.number, item.error) == (number, None)
        assert house.bench.library.get(item.document).name == "slow.pdf"
        house.bench.delete(item.document)


def test_the_same_file_added_by_others_keeps_their_names_to_themselves(house: House) -> None:
    directory = house.bench.directory
    assert directory
    with acting_as(OPERATOR):
        Administration(directory).set_role(house.people["otto"].id, Role.EDITOR)
        content = house.bench.library.pdf_path(house.victim).read_bytes()
    with house.acts("otto"):
        record = house.bench.documents.add(content, "copy.pdf")
        assert (record.sha, record.names) == (house.victim, ("copy.pdf",))
        house.bench.delete(house.victim)
        assert not house.bench.library.has(house.victim)
    with house.acts("rob"):
        assert house.bench.library.get(house.victim).names == ("patient Miller.pdf",)
    with acting_as(OPERATOR):
        Administration(directory).set_role(house.people["otto"].id, Role.READER)


def test_a_file_that_others_unlocked_is_still_locked_for_who_has_no_password(
    house: House,
) -> None:
    directory = house.bench.directory
    assert directory
    locked = pdf_bytes([SECRET], encryption=AES, user_pw="open sesame", owner_pw="owner")
    with acting_as(OPERATOR):
        Administration(directory).set_role(house.people["otto"].id, Role.EDITOR)
    with house.acts("ed"):
        sha = house.bench.documents.add(locked, "locked.pdf", "open sesame").sha
        assert house.bench.documents.add(locked, "locked again.pdf").sha == sha
    with house.acts("otto"):
        for password in (None, "open barley"):
            with pytest.raises(PasswordNeeded):
                house.bench.documents.add(locked, "copy.pdf", password)
        assert not house.bench.library.has(sha)
        assert house.bench.documents.add(locked, "copy.pdf", "open sesame").names == ("copy.pdf",)
    with acting_as(OPERATOR):
        house.bench.delete(sha)
        Administration(directory).set_role(house.people["otto"].id, Role.READER)


def test_the_log_tells_who_did_what(house: House) -> None:
    with house.acts("ada"):
        house.bench.library.looked_at(house.victim)
    directory = house.bench.directory
    assert directory
    told = {(event.name, event.action) for event in directory.events.list(100_000)}
    assert told >= {("operator", "added"), ("Rea", "asked"), ("Rea", "signed"), ("Ada", "read")}
    assert "password" not in repr(directory.events.list(100_000))


def test_a_signed_answer_that_holds_passages_of_others_is_not_there(house: House) -> None:
    renderer = Renderer()
    with house.acts("ada"):
        both = [house.victim, house.own]
        answer = house.bench.answers.ask("What is nothing but a menu?", CONFIG, both)
        assert {passage.hit.document for passage in answer.passages} == set(both)
        signed = house.bench.history.sign(answer, Review(), "", renderer).id
        house.bench.history.answers.require(signed)
    renderer.close()
    with house.acts("otto"), pytest.raises(NotFound):
        house.bench.history.answers.load(signed)
    with house.acts("ada"):
        house.bench.history.delete(signed)
