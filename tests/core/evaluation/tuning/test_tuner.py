"""The search in the background, over sweeps that end at once."""

from __future__ import annotations

import json
from threading import Event
from typing import TYPE_CHECKING

import pytest

from core.chunking import make_options
from core.configuration import Configuration
from core.errors import NotFound
from core.evaluation.sweeps.base import Plan, State, SweepResult, SweepStatus
from core.evaluation.sweeps.runner import SweepRunner
from core.evaluation.tuning.base import Request, TuneOptions
from core.evaluation.tuning.tuner import Tuner
from tests.core.evaluation.tuning.test_successive_halving import (
    SPACE,
    Service,
    near_256,
    question_set,
    setting,
)

if TYPE_CHECKING:
    from pathlib import Path

WAIT = 30


class AtOnce(SweepRunner):
    """Sweeps that are done when they are begun, or never where they are held up."""

    def __init__(self, state: State = State.DONE) -> None:
        self.state = state
        self.problem = ""
        self.plans: dict[str, Plan] = {}
        self.cancelled: list[str] = []
        self.deleted: list[str] = []
        self.may_stop = Event()
        self.may_stop.set()

    def start(self, plan: Plan) -> str:
        self.plans[plan.key] = plan
        return plan.key

    def status(self, key: str) -> SweepStatus:
        total = len(self.plans[key].settings)
        return SweepStatus(
            key=key, name="", state=self.state, done=total, total=total, problem=self.problem
        )

    def result(self, key: str) -> SweepResult:
        plan = self.plans[key]
        settings = [Configuration.from_json(one) for one in plan.settings]
        scored = Service(near_256)(settings, plan.questions)
        return SweepResult(plan=plan, created="", scored=tuple(scored))

    def cancel(self, key: str) -> None:
        self.may_stop.wait(WAIT)
        self.cancelled.append(key)

    def delete_parts(self, key: str) -> None:
        self.deleted.append(key)
        self.plans = {name: plan for name, plan in self.plans.items() if plan.part_of != key}


REQUEST = Request(
    questions=question_set(),
    space=tuple(SPACE),
    current=setting(64),
    options=TuneOptions(budget=8),
)


def joined(tuner: Tuner, key: str) -> None:
    tuner._searches[key].thread.join(WAIT)


def test_the_recommendation_is_kept_and_read_again(tmp_path: Path) -> None:
    sweeps = AtOnce()
    tuner = Tuner(tmp_path, sweeps)
    key = tuner.start(REQUEST)
    joined(tuner, key)
    found = tuner.status(key).finished
    assert found is not None
    assert found.recommendation.best.setting == setting(256, strategy="hierarchical")
    assert {plan.part_of for plan in sweeps.plans.values()} == {key}
    again = Tuner(tmp_path, AtOnce())
    assert again.status(key).finished == found
    assert again.finished() == [found]


@pytest.mark.parametrize(("measure", "answered"), [("first_right", True), ("mrr", False)])
def test_questions_are_answered_only_where_answers_are_what_counts(
    tmp_path: Path, measure: str, answered: bool
) -> None:
    sweeps = AtOnce()
    tuner = Tuner(tmp_path, sweeps)
    options = TuneOptions(budget=8, measure=measure)
    joined(tuner, tuner.start(REQUEST.model_copy(update={"options": options})))
    assert {plan.answers for plan in sweeps.plans.values()} == {answered}


def test_a_search_can_be_stopped(tmp_path: Path) -> None:
    sweeps = AtOnce(State.RUNNING)
    tuner = Tuner(tmp_path, sweeps)
    key = tuner.start(REQUEST)
    tuner.cancel(key)
    joined(tuner, key)
    status = tuner.status(key)
    assert status.state is not State.RUNNING
    assert "stopped" in status.problem
    assert tuner.finished() == []
    sweeps.state = State.DONE
    tuner.start(REQUEST)
    joined(tuner, key)
    assert tuner.status(key).finished is not None


def test_a_search_begins_again_right_after_it_was_stopped(tmp_path: Path) -> None:
    sweeps = AtOnce(State.RUNNING)
    tuner = Tuner(tmp_path, sweeps)
    key = tuner.start(REQUEST)
    stopping = tuner._searches[key]
    sweeps.may_stop.clear()
    tuner.cancel(key)
    sweeps.state = State.DONE
    tuner.start(REQUEST)
    sweeps.may_stop.set()
    stopping.thread.join(WAIT)
    joined(tuner, key)
    assert tuner.status(key).finished is not None


def test_a_search_that_goes_on_is_found_by_whoever_looks(tmp_path: Path) -> None:
    tuner = Tuner(tmp_path, AtOnce(State.RUNNING))
    assert tuner.running() == []
    key = tuner.start(REQUEST)
    assert [one.key for one in tuner.running()] == [key]
    tuner.cancel(key)
    joined(tuner, key)
    assert tuner.running() == []


def test_too_few_questions_are_told(tmp_path: Path) -> None:
    tuner = Tuner(tmp_path, AtOnce())
    few = REQUEST.model_copy(update={"questions": question_set(1, 4)})
    key = tuner.start(few)
    joined(tuner, key)
    assert "8 questions" in tuner.status(key).problem


class Forgetful(AtOnce):
    """Sweeps whose results lack the last setting, or cannot be read at all."""

    broken = False

    def result(self, key: str) -> SweepResult:
        if self.broken:
            raise KeyError(key)
        whole = super().result(key)
        return whole.model_copy(update={"scored": whole.scored[:-1]})


def test_a_round_without_figures_of_a_setting_ends_the_search_in_words(tmp_path: Path) -> None:
    tuner = Tuner(tmp_path, Forgetful())
    key = tuner.start(REQUEST)
    joined(tuner, key)
    status = tuner.status(key)
    assert status.state is not State.RUNNING
    assert "Round 1 of the search has no figures of" in status.problem


def test_what_broke_a_round_is_said(tmp_path: Path) -> None:
    sweeps = AtOnce(State.BROKEN)
    sweeps.problem = "The disk is full. Make room."
    tuner = Tuner(tmp_path, sweeps)
    key = tuner.start(REQUEST)
    joined(tuner, key)
    assert tuner.status(key).problem.endswith("The disk is full. Make room.")


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_search_that_an_unexpected_error_ended_can_be_started_again(tmp_path: Path) -> None:
    sweeps = Forgetful()
    sweeps.broken = True
    tuner = Tuner(tmp_path, sweeps)
    key = tuner.start(REQUEST)
    joined(tuner, key)
    assert tuner.status(key).state is not State.RUNNING
    assert "Start it again" in tuner.status(key).problem
    tuner.sweeps = AtOnce()
    tuner.start(REQUEST)
    joined(tuner, key)
    assert tuner.status(key).finished is not None


def test_a_planning_model_of_the_recipe_in_force_changes_no_key(tmp_path: Path) -> None:
    planned = Configuration(
        "topology", make_options("topology", {"max_tokens": 64}), model="some-model"
    )
    request = Request(
        questions=question_set(),
        space=(planned, *SPACE[:4]),
        current=planned,
        options=TuneOptions(budget=8),
    )
    assert request.current.model == ""
    assert request.current == request.space[0]
    tuner = Tuner(tmp_path, AtOnce())
    key = tuner.start(request)
    joined(tuner, key)
    found = tuner.status(key).finished
    assert found is not None, tuner.status(key).problem
    assert found.recommendation.current.setting == request.current


def test_a_search_is_forgotten_with_its_rounds(tmp_path: Path) -> None:
    sweeps = AtOnce()
    tuner = Tuner(tmp_path, sweeps)
    key = tuner.start(REQUEST)
    joined(tuner, key)
    tuner.delete(key)
    assert (sweeps.plans, tuner.finished()) == ({}, [])
    with pytest.raises(NotFound):
        tuner.status(key)


def test_a_search_that_is_deleted_while_it_runs_leaves_nothing(tmp_path: Path) -> None:
    sweeps = AtOnce(State.RUNNING)
    tuner = Tuner(tmp_path, sweeps)
    key = tuner.start(REQUEST)
    thread = tuner._searches[key].thread
    tuner.delete(key)
    assert not thread.is_alive()
    assert (sweeps.plans, tuner.finished()) == ({}, [])


def test_what_a_deleted_search_still_finds_is_not_kept(tmp_path: Path) -> None:
    at_the_end, forgotten = Event(), Event()

    class Late(AtOnce):
        """Gives the figures of the last round when the search was forgotten."""

        def result(self, key: str) -> SweepResult:
            if "held out" in self.plans[key].questions.name:
                at_the_end.set()
                forgotten.wait(WAIT)
            return super().result(key)

    tuner = Tuner(tmp_path, Late())
    tuner.start(REQUEST)
    assert at_the_end.wait(WAIT)
    thread = tuner._searches.pop(REQUEST.key).thread
    forgotten.set()
    thread.join(WAIT)
    assert not thread.is_alive()
    assert tuner.finished() == []


@pytest.mark.parametrize("key", ["../recipe", "a/b", "", "0123456789abcdef", "ABCDEF012345"])
def test_what_is_no_key_reaches_no_file(tmp_path: Path, key: str) -> None:
    (tmp_path / "evaluation" / "tuning").mkdir(parents=True)
    (tmp_path / "evaluation" / "recipe.json").write_text("{}", encoding="utf-8")
    tuner = Tuner(tmp_path, AtOnce())
    with pytest.raises(NotFound):
        tuner.status(key)
    with pytest.raises(NotFound):
        tuner.delete(key)
    assert (tmp_path / "evaluation" / "recipe.json").exists()


def test_a_damaged_file_is_left_out(tmp_path: Path) -> None:
    folder = tmp_path / "evaluation" / "tuning"
    folder.mkdir(parents=True)
    (folder / "broken.json").write_text(json.dumps({"request": 1}), encoding="utf-8")
    tuner = Tuner(tmp_path, AtOnce())
    assert tuner.finished() == []
    with pytest.raises(NotFound):
        tuner.status("broken")
