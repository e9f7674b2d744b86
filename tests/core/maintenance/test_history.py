"""Conversations, signed answers and their log are checked, backed up and restored."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from core.history.base import Signature, SignedAnswer
from core.history.checks import Review
from core.history.signed_answers import content_hash, identified
from core.maintenance import back_up, check, restore
from core.settings import load_settings
from core.workbench import Workbench
from tests.core.history.builders import simple_turn

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def bench(tmp_path: Path) -> Workbench:
    """A data folder with a conversation, a deleted one, and a signed answer without pages."""
    made = Workbench(load_settings(home=tmp_path / "home"))
    turn = simple_turn()
    made.history.conversations.create(turn)
    made.history.conversations.delete(made.history.conversations.create(turn).id)
    signature = Signature(name="Ada", signed_at=turn.asked_at, program="Sightline")
    draft = SignedAnswer(
        id="", question="?", answer={}, review=Review(), signature=signature, sources=()
    )
    signed = identified(draft)
    made.history.answers.prepare(signed, {})
    made.history.log.add("signed", signed.id, content=content_hash(signed), name="Ada")
    made.history.answers.settle(signed.id, stays=True)
    return made


def test_a_sound_history_has_no_damage(bench: Workbench):
    assert check(bench) == ()


def test_all_of_it_is_restored_and_still_verifies(bench: Workbench, tmp_path: Path):
    back_up(bench, tmp_path / "a.zip")
    other = Workbench(load_settings(home=tmp_path / "other"))
    restore(other, tmp_path / "a.zip")
    before, after = bench.history, other.history
    assert after.conversations.list()[0].title == before.conversations.list()[0].title
    assert len(after.conversations.deleted()) == 1
    assert after.answers.ids() == before.answers.ids()
    assert after.log.head() == before.log.head()
    assert after.verify().is_sound


def test_damage_to_any_of_it_is_found(bench: Workbench):
    history = bench.history
    (kept,) = history.conversations.list()
    (answer,) = history.answers.ids()
    conversation = history.conversations.folder / f"{kept.id}.json"
    conversation.write_bytes(b"{")
    file = history.answers.folder / answer / "answer.json"
    file.write_bytes(file.read_bytes().replace(b"Ada", b"Eve"))
    damaged = {damage.path for damage in check(bench)}
    assert damaged == {conversation, history.answers.folder}
    history.log.path.write_bytes(b"")
    assert history.log.path in {damage.path for damage in check(bench)}


def test_an_interrupted_entry_is_completed_by_a_repair(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch
):
    def crash(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(bench.history.log, "_append", crash)
        with pytest.raises(KeyboardInterrupt):
            bench.history.log.add("exported")
    (damage,) = check(bench, repair=True)
    assert damage.repaired
    assert check(bench) == ()
