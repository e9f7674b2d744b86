"""Sweeps whose questions a language model answers: one process at a time asks it."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING

import pytest

from core.errors import ModelUnavailable
from core.evaluation.questions.base import QuestionSet
from core.evaluation.sweeps.base import Plan, State, Writer
from core.evaluation.sweeps.grid import Grid
from core.evaluation.sweeps.runner import SweepRunner
from core.settings import Settings, load_settings
from core.workbench import Workbench
from tests.builders import pdf_bytes
from tests.core.evaluation.builders import question
from tests.core.evaluation.scripted import writes
from tests.core.evaluation.sweeps.in_thread import InThread
from tests.openai_server import OpenAiServer, failure

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


WAIT = 120
ADULTS = "Adults take five milligrams of calverine twice a day."
DOSE = "How much calverine do adults take?"
SIZES = Grid(strategies=("fixed",), options={"N": (16, 24, 32), "O": (0.0,)}, encoders=("hashing",))


@pytest.fixture
def server() -> Iterator[OpenAiServer]:
    with OpenAiServer(writes({DOSE: [(ADULTS, ADULTS)]})) as serving:
        yield serving


@pytest.fixture
def bench(server: OpenAiServer, tmp_path: Path) -> Workbench:
    """A library of one document, and a model that answers one question."""
    Workbench(load_settings(home=tmp_path, parse_workers=1)).documents.add(
        pdf_bytes([ADULTS]), "dose.pdf"
    )
    model = f"openai:llama3.2@{server.url}"
    return Workbench(load_settings(home=tmp_path, parse_workers=1, model=model))


def plan(bench: Workbench, name: str = "sweep") -> Plan:
    sir = bench.documents.sir(bench.library.list()[0].sha)
    asked = QuestionSet(name="dose", questions=(question(sir, DOSE, ADULTS),))
    settings = tuple(one.to_json() for one in SIZES.settings())
    writer = Writer.of(bench.settings)
    return Plan(name=name, questions=asked, settings=settings, writer=writer)


class Counted(InThread):
    """Counts how many of its kind are there at once, and what each was told of others."""

    lock, here, most, told = Lock(), 0, 0, set[int]()

    def __init__(self, plan: Plan, settings: Settings, workers: int) -> None:
        super().__init__(plan, settings, workers)
        with self.lock:
            Counted.here += 1
            Counted.most = max(Counted.most, Counted.here)
            Counted.told.add(workers)

    def __exit__(self, *raised: object) -> None:
        super().__exit__(*raised)
        with self.lock:
            Counted.here -= 1


def test_one_process_asks_the_model_whatever_sweeps_there_are(bench: Workbench) -> None:
    runner = SweepRunner(bench, 4, Counted)
    keys = [runner.start(plan(bench, name)) for name in ("one", "two")]
    assert runner.wait(WAIT)
    assert (Counted.most, Counted.told) == (1, {1})
    for key in keys:
        status = runner.status(key)
        assert (status.state, status.failed, status.answered_by) == (State.DONE, 0, "llama3.2")
        assert [one.mean("faithfulness") for one in runner.result(key).scored] == [1.0] * 3


def test_where_the_model_fails_its_settings_fail_and_are_asked_again(
    bench: Workbench, server: OpenAiServer
) -> None:
    runner = SweepRunner(bench, 1, InThread)
    server.always(lambda talk: talk.reply(401, failure("no such key")))
    key = runner.start(plan(bench))
    assert runner.wait(WAIT)
    assert runner.status(key).failed == 3
    assert all(DOSE in one.failed for one in runner.result(key).scored)
    server.always(None)
    runner.resume(key)
    assert runner.wait(WAIT)
    assert (runner.status(key).failed, runner.status(key).state) == (0, State.DONE)


def test_a_sweep_of_another_model_does_not_begin(bench: Workbench) -> None:
    runner = SweepRunner(bench, 1, InThread)
    other = plan(bench).model_copy(update={"writer": Writer(model="gemini:other")})
    with pytest.raises(ModelUnavailable, match="gemini:other"):
        runner.start(other)
    assert runner.list() == []


class Changed(InThread):
    """Hired after another model was chosen in the settings."""

    def __init__(self, plan: Plan, settings: Settings, workers: int) -> None:
        model = "openai:qwen3@http://127.0.0.1:9/v1"
        super().__init__(plan, settings.model_copy(update={"model": model}), workers)


def test_a_worker_with_another_model_fails_and_names_both(
    bench: Workbench, server: OpenAiServer
) -> None:
    runner = SweepRunner(bench, 1, Changed)
    key = runner.start(plan(bench))
    assert runner.wait(WAIT)
    failed = runner.result(key).scored[0].failed
    assert "openai:llama3.2@" in failed
    assert "openai:qwen3@" in failed
    assert server.received == []
