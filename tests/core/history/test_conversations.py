from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from core.errors import DataTooNew, InputError, InvalidOption, NotFound
from core.history.base import SourceDocument
from core.history.checks import Check, Decision, Review
from core.history.conversations import ConversationStore
from tests.core.history.builders import SHA, simple_turn

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def store(tmp_path: Path) -> ConversationStore:
    return ConversationStore(tmp_path)


def test_an_empty_store_makes_no_folder(tmp_path: Path):
    assert ConversationStore(tmp_path / "home").list() == ()
    assert not (tmp_path / "home").exists()


def test_a_conversation_is_there_after_a_restart_under_its_first_question(tmp_path: Path):
    made = ConversationStore(tmp_path).create(simple_turn("Which dose\nis given? \u200b"))
    again = ConversationStore(tmp_path)
    grown = again.add(made.id, simple_turn("And at night?"))
    assert ConversationStore(tmp_path).load(made.id) == grown
    assert grown.title == "Which dose is given?"
    assert [turn.answer.question for turn in grown.turns][1] == "And at night?"


def test_a_long_question_is_cut_between_words_for_the_title(store: ConversationStore):
    title = store.create(simple_turn("dose " * 100)).title
    assert len(title) <= 100
    assert title.endswith("dose…")


def test_the_one_that_was_changed_last_is_listed_first(store: ConversationStore):
    source = SourceDocument(sha=SHA, name="guideline.pdf")
    first = store.create(simple_turn("First?"))
    second = store.create(simple_turn("Second?"))
    os.utime(store.folder / f"{second.id}.json", (1, 1))
    turn = simple_turn("Third?").model_copy(update={"sources": (source, source)})
    store.add(first.id, turn)
    newest, oldest = store.list()
    assert (newest.id, newest.questions, newest.documents) == (first.id, 2, ("guideline.pdf",))
    assert (oldest.id, oldest.questions) == (second.id, 1)


def test_a_list_follows_what_another_process_changed(tmp_path: Path):
    one, other = ConversationStore(tmp_path), ConversationStore(tmp_path)
    made = one.create(simple_turn())
    assert [kept.title for kept in other.list()] == [made.title]
    one.rename(made.id, "Doses of veradine")
    assert [kept.title for kept in other.list()] == ["Doses of veradine"]


def test_turns_that_many_threads_add_are_all_kept(tmp_path: Path):
    made = ConversationStore(tmp_path).create(simple_turn("0"))
    with ThreadPoolExecutor(8) as pool:
        list(
            pool.map(
                lambda n: ConversationStore(tmp_path).add(made.id, simple_turn(str(n))),
                range(1, 20),
            )
        )
    turns = ConversationStore(tmp_path).load(made.id).turns
    assert sorted(int(turn.answer.question) for turn in turns) == list(range(20))


def test_the_same_question_at_the_same_moment_makes_two_conversations(store: ConversationStore):
    assert store.create(simple_turn()).id != store.create(simple_turn()).id


def test_checks_are_kept_with_their_turn(store: ConversationStore):
    made = store.create(simple_turn())
    store.add(made.id, simple_turn("Next?"))
    review = Review().with_check(0, Check(decision=Decision.REJECTED, comment="Other dose"))
    store.change_turn(made.id, 0, lambda turn: turn.model_copy(update={"review": review}))
    first, second = store.load(made.id).turns
    assert first.review == review
    assert second.review == Review()
    with pytest.raises(NotFound, match="no such question"):
        store.change_turn(made.id, 2, lambda turn: turn)


def test_a_change_is_made_to_the_turn_as_it_is_by_then(tmp_path: Path):
    one, other = ConversationStore(tmp_path), ConversationStore(tmp_path)
    made = one.create(simple_turn())
    assert other.load(made.id) == made
    for store, item in ((one, 0), (other, 1)):
        before, after = Review(), Review().with_check(item, Check(decision=Decision.ACCEPTED))
        store.change_turn(
            made.id,
            0,
            lambda turn, before=before, after=after: turn.model_copy(
                update={"review": turn.review.with_changes(before, after)}
            ),
        )
    assert one.load(made.id).turns[0].review.accepted() == {0, 1}
    assert one.load(made.id) is one.load(made.id)


def test_what_was_deleted_can_be_taken_back(store: ConversationStore):
    made = store.create(simple_turn())
    store.delete(made.id)
    assert store.list() == ()
    with pytest.raises(NotFound):
        store.load(made.id)
    assert [kept.id for kept in store.deleted()] == [made.id]
    store.restore(made.id)
    assert store.load(made.id) == made
    assert store.deleted() == ()


def test_what_was_deleted_long_ago_is_gone(store: ConversationStore):
    old, new = store.create(simple_turn("Old?")), store.create(simple_turn("New?"))
    store.delete(old.id)
    os.utime(store.folder / "deleted" / f"{old.id}.json", (1, 1))
    store.delete(new.id)
    assert [kept.id for kept in store.deleted()] == [new.id]


def test_what_was_deleted_long_ago_is_not_listed_before_anything_else_is_changed(
    store: ConversationStore,
):
    made = store.create(simple_turn())
    store.delete(made.id)
    os.utime(store.folder / "deleted" / f"{made.id}.json", (1, 1))
    assert store.deleted() == ()


def test_a_damaged_file_is_listed_with_its_problem_and_can_be_deleted(store: ConversationStore):
    made = store.create(simple_turn())
    path = store.folder / f"{made.id}.json"
    path.write_bytes(path.read_bytes().replace(b"dose", b"d0se"))
    with pytest.raises(InputError, match=r"damaged.*Delete the conversation"):
        store.load(made.id)
    (kept,) = store.list()
    assert kept.problem
    assert store.damaged() == (kept,)
    store.delete(made.id)
    assert store.list() == ()


def test_what_a_later_version_wrote_is_listed_and_left_alone(store: ConversationStore):
    made = store.create(simple_turn())
    path = store.folder / f"{made.id}.json"
    later = b'{"schema": "sightline.conversation/9"}'
    path.write_bytes(later)
    assert "later version" in store.list()[0].problem
    with pytest.raises(DataTooNew):
        store.add(made.id, simple_turn())
    assert path.read_bytes() == later


@pytest.mark.parametrize("name", ["../../settings", "", "0" * 15, "ABCDEF0123456789"])
def test_ids_from_an_address_lead_nowhere_else(store: ConversationStore, name: str):
    with pytest.raises(NotFound, match="not there any more"):
        store.load(name)


@pytest.mark.parametrize(("title", "why"), [("", "needs a title"), ("x" * 101, "101")])
def test_titles_that_cannot_be_shown_are_refused(store: ConversationStore, title: str, why: str):
    made = store.create(simple_turn())
    with pytest.raises(InvalidOption, match=why):
        store.rename(made.id, title)
    assert store.load(made.id).title == made.title
