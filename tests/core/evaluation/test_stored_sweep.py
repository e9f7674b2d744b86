"""What an earlier version kept is opened and resumed, with the figures of a sweep of today.

`stored` holds a sweep over two sample documents of which two of eight settings were scored, one of
them by a strategy that cuts other chunks today, and a recommendation.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from core.configuration import Configuration
from core.evaluation.sweeps.base import State
from core.evaluation.sweeps.runner import SweepRunner
from core.evaluation.tuning.tuner import Tuner
from core.settings import load_settings
from core.workbench import Workbench
from tests.core.evaluation.sweeps.in_thread import InThread

if TYPE_CHECKING:
    from collections.abc import Iterator

STORED = Path(__file__).with_name("stored")
SWEEP, SEARCH = "032458d092d7", "e43165f552ba"


@pytest.fixture
def runner(two_samples: Path, tmp_path: Path) -> Iterator[SweepRunner]:
    shutil.copytree(two_samples, tmp_path, dirs_exist_ok=True)
    shutil.copytree(STORED / "evaluation", tmp_path / "evaluation")
    runner = SweepRunner(Workbench(load_settings(home=tmp_path)), 2, InThread)
    yield runner
    runner.close()


def test_a_sweep_of_an_earlier_version_is_resumed_and_gives_the_figures_of_a_new_one(
    runner: SweepRunner,
) -> None:
    assert [status.key for status in runner.list()] == [SWEEP]
    status = runner.status(SWEEP)
    assert (status.state, status.done, status.total) == (State.BROKEN, 1, 8)
    runner.resume(SWEEP)
    resumed = _outcomes(runner)
    plan = runner.result(SWEEP).plan
    runner.delete(SWEEP)
    assert runner.start(plan) == SWEEP
    assert resumed == _outcomes(runner)
    assert len(resumed) == 8
    assert all(all(measured) for measured in resumed.values()), "every question has figures"


def _outcomes(runner: SweepRunner) -> dict[str, tuple[object, ...]]:
    """What a sweep measured, once it has ended, by setting: all but the time it took."""
    assert runner.wait(120)
    by_setting: dict[str, tuple[object, ...]] = {}
    for scored in runner.result(SWEEP).scored:
        assert scored.cost
        costs = scored.cost.chunks, scored.cost.index_tokens
        by_setting[scored.key] = (*costs, *(outcome.measures for outcome in scored.outcomes))
    return by_setting


def test_a_recommendation_of_an_earlier_version_is_read(tmp_path: Path) -> None:
    shutil.copytree(STORED / "evaluation", tmp_path / "evaluation")
    bench = Workbench(load_settings(home=tmp_path))
    tuner = Tuner(tmp_path, SweepRunner(bench, 1, InThread))
    assert [finished.request.key for finished in tuner.finished()] == [SEARCH]
    finished = tuner.status(SEARCH).finished
    assert finished
    space = {Configuration.from_json(setting).key for setting in _stored_space()}
    assert {setting.key for setting in finished.request.space} == space
    assert finished.recommendation.best.setting.key in space


def _stored_space() -> list[dict[str, object]]:
    path = STORED / "evaluation" / "tuning" / f"{SEARCH}.json"
    return json.loads(path.read_text("utf-8"))["request"]["space"]
