"""What is kept of sweeps survives whatever ends them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from core.errors import InvalidOption, NotFound
from core.evaluation.outcome import Outcome, Scored
from core.evaluation.questions.base import Question, QuestionSet
from core.evaluation.sweeps import store as store_module
from core.evaluation.sweeps.base import Plan, State, Within
from core.evaluation.sweeps.grid import Grid
from core.evaluation.sweeps.store import FAILED, SweepStore, base_of

if TYPE_CHECKING:
    from pathlib import Path

SETTINGS = Grid(top_k=(1, 2, 3)).settings()
TREES = [("1" * 64, "tree")]


def plan(name: str = "sweep", text: str = "Why?", within: Within = Within.DOCUMENT) -> Plan:
    asked = QuestionSet(name="q", questions=(Question(text=text, documents=("1" * 64,)),))
    packed = tuple(one.to_json() for one in SETTINGS)
    return Plan(name=name, questions=asked, settings=packed, within=within)


def scored(index: int = 0, **values: float) -> Scored:
    outcome = Outcome(question="q", retrieved=(), measures=values, seconds=0.0)
    one = SETTINGS[index]
    return Scored(key=one.key, setting=one.to_json(), outcomes=(outcome,))


@pytest.fixture
def store(tmp_path: Path) -> SweepStore:
    return SweepStore(tmp_path)


def test_a_plan_is_kept_with_the_time_of_its_first_start(store: SweepStore, tmp_path: Path):
    kept = store.keep(plan())
    assert kept.plan == plan()
    assert SweepStore(tmp_path).keep(plan()).created == kept.created
    assert store.all_keys() == [plan().key]


def test_a_list_reads_each_plan_once_however_many_there_are(
    store: SweepStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    for number in range(70):
        store.keep(plan(f"sweep {number}"))
    read: list[Path] = []
    monkeypatch.setattr(
        "core.evaluation.sweeps.store._read_plan",
        lambda path, usual=store_module._read_plan: read.append(path) or usual(path),
    )
    again = SweepStore(tmp_path)
    for _ in range(2):
        assert len([again.status(key) for key in again.all_keys()]) == 70
    assert len(read) == 70
    status = again.status(plan("sweep 3").key)
    assert (status.name, status.questions, status.total) == ("sweep 3", 1, 3)


def test_a_plan_that_cannot_be_used_is_not_kept(store: SweepStore):
    with pytest.raises(InvalidOption):
        store.keep(plan().model_copy(update={"settings": ({"strategy": "guess"},)}))
    assert store.all_keys() == []


def test_settings_come_back_in_the_order_of_the_plan(store: SweepStore):
    key = store.keep(plan()).plan.key
    for index in (2, 0):
        store.save(key, "base", scored(index, line_recall=index))
    assert store.load(key) == (scored(0, line_recall=0), scored(2, line_recall=2))
    assert store.ended(key) == dict.fromkeys((SETTINGS[0].key, SETTINGS[2].key), False)


def test_a_damaged_file_is_left_out_and_counts_no_more(store: SweepStore, tmp_path: Path):
    key = store.keep(plan()).plan.key
    for index in (0, 1):
        store.save(key, "base", scored(index))
    next(tmp_path.rglob(f"{SETTINGS[0].key}-*.json")).write_text('{"key": "cut o')
    assert store.load(key) == (scored(1),)
    assert store.ended(key) == {SETTINGS[1].key: False}


def test_a_damaged_plan_is_no_sweep(store: SweepStore, tmp_path: Path):
    key = store.keep(plan()).plan.key
    next(tmp_path.rglob("plan.json")).write_text("{")
    again = SweepStore(tmp_path)
    for read in (again.plan, again.status):
        with pytest.raises(NotFound):
            read(key)


def test_what_another_sweep_scored_on_the_same_base_is_taken_over(store: SweepStore):
    one, two = plan("one"), plan("two")
    for each in (one, two):
        store.keep(each)
    base = base_of(one, TREES)
    assert base == base_of(two, TREES)
    store.save(one.key, base, scored(line_recall=1.0))
    assert store.take_over(two.key, base, SETTINGS[0].key)
    assert not store.take_over(two.key, base, SETTINGS[1].key)
    store.delete(one.key)
    assert store.load(two.key) == (scored(line_recall=1.0),)


@pytest.mark.parametrize(
    "other",
    [plan(text="Who?"), plan(within=Within.LIBRARY), plan().model_copy(update={"answers": True})],
)
def test_other_questions_or_places_are_another_base(other: Plan):
    assert base_of(other, TREES) != base_of(plan(), TREES)


def test_another_tree_is_another_base():
    assert base_of(plan(), TREES) != base_of(plan(), [("1" * 64, "corrected")])


def test_a_setting_scored_anew_takes_the_place_of_the_older(store: SweepStore):
    key = store.keep(plan()).plan.key
    store.save(key, "before", scored(line_recall=0.0))
    store.save(key, "after", scored(line_recall=1.0))
    assert store.load(key) == (scored(line_recall=1.0),)


def test_only_what_failed_is_tried_again(store: SweepStore):
    key = store.keep(plan()).plan.key
    store.save(key, "base", scored(0))
    store.save(key, FAILED, scored(1))
    assert store.ended(key)[SETTINGS[1].key]
    store.forget(key, base=FAILED)
    assert store.ended(key) == {SETTINGS[0].key: False}


def test_the_state_is_running_until_something_else_is_asked(store: SweepStore):
    key = store.keep(plan()).plan.key
    assert store.state(key) is State.RUNNING
    store.set_state(key, State.PAUSED)
    assert store.state(key) is State.PAUSED


def test_one_at_a_time_holds_a_sweep(store: SweepStore, tmp_path: Path):
    key = store.keep(plan()).plan.key
    lock = store.lock(key)
    assert lock
    other = SweepStore(tmp_path)
    assert other.lock(key) is None
    assert other.is_locked(key)
    lock.release()
    assert not other.is_locked(key)


def test_nothing_is_left_of_a_deleted_sweep(store: SweepStore, tmp_path: Path):
    key = store.keep(plan()).plan.key
    store.save(key, "base", scored())
    store.delete(key)
    assert store.all_keys() == []
    assert not list(tmp_path.rglob(f"*{key}*"))
    with pytest.raises(NotFound):
        store.plan(key)
