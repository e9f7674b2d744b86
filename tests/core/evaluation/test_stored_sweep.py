"""What an earlier version kept is opened and resumed, and its figures come out as they were.

`stored` holds a sweep over two sample documents of which two of eight settings were scored, and a
recommendation; `figures.json` has the means of all eight, as that version found them.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from core.evaluation.setting import unpack_setting

from core.evaluation.sweeps.base import State
from core.evaluation.sweeps.runner import SweepRunner
from core.evaluation.tuning.tuner import Tuner
from core.settings import load_settings
from core.workbench import Workbench
from sample_docs import SAMPLES
from tests.core.evaluation.sweeps.in_thread import InThread

if TYPE_CHECKING:
    from collections.abc import Iterator

STORED = Path(__file__).with_name("stored")
FIGURES = json.loads((STORED / "figures.json").read_text("utf-8"))
SWEEP, SEARCH = "032458d092d7", "e43165f552ba"
DOCUMENTS = ("data_security_policy.pdf", "narrative.pdf")


@pytest.fixture
def runner(tmp_path: Path) -> Iterator[SweepRunner]:
    shutil.copytree(STORED / "evaluation", tmp_path / "evaluation")
    bench = Workbench(load_settings(home=tmp_path))
    for sample in SAMPLES:
        if sample.file_name in DOCUMENTS:
            bench.add(sample.path, sample.file_name)
    runner = SweepRunner(bench, 2, InThread)
    yield runner
    runner.close()


def test_a_sweep_of_an_earlier_version_is_resumed_and_gives_the_same_figures(
    runner: SweepRunner,
) -> None:
    assert [status.key for status in runner.list()] == [SWEEP]
    status = runner.status(SWEEP)
    assert (status.state, status.done, status.total) == (State.BROKEN, 2, 8)
    runner.resume(SWEEP)
    assert runner.wait(120)
    scored = runner.result(SWEEP).scored
    assert {one.key for one in scored} == FIGURES.keys()
    for one in scored:
        assert one.cost
        figures = {name: one.mean(name) for name in FIGURES[one.key]}
        figures |= {"chunks": one.cost.chunks, "index_tokens": one.cost.index_tokens}
        assert figures == pytest.approx(FIGURES[one.key], rel=1e-12)


def test_a_recommendation_of_an_earlier_version_is_read(tmp_path: Path) -> None:
    shutil.copytree(STORED / "evaluation", tmp_path / "evaluation")
    bench = Workbench(load_settings(home=tmp_path))
    tuner = Tuner(tmp_path, SweepRunner(bench, 1, InThread))
    assert [finished.request.key for finished in tuner.finished()] == [SEARCH]
    finished = tuner.status(SEARCH).finished
    assert finished
    space = {unpack_setting(setting).key for setting in _stored_space()}
    assert {setting.key for setting in finished.request.space} == space
    assert finished.recommendation.best.setting.key in space


def _stored_space() -> list[dict[str, object]]:
    path = STORED / "evaluation" / "tuning" / f"{SEARCH}.json"
    return json.loads(path.read_text("utf-8"))["request"]["space"]
