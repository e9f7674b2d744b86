"""A new file is opened, inspected and parsed in one process, and its tree is loaded once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from core import sir_io
from core.errors import BrokenPdf
from core.jobs import Job, JobRunner
from core.jobs.process import ChildProcess
from core.settings import load_settings
from core.workbench import Workbench
from tests.builders import pdf_bytes
from tests.processes import isolated_jobs

if TYPE_CHECKING:
    from pathlib import Path

    from core.sir import Sir

TEXT = "Patients receive 5 mg twice a day.\nStop treatment when a rash appears."


@pytest.fixture
def children(monkeypatch: pytest.MonkeyPatch) -> list[ChildProcess]:
    """The children that are started from now on."""
    started: list[ChildProcess] = []
    start = ChildProcess.__init__

    def note(child: ChildProcess, *given: Any, **named: Any) -> None:
        started.append(child)
        start(child, *given, **named)

    monkeypatch.setattr(ChildProcess, "__init__", note)
    return started


@pytest.fixture
def loads(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The trees that are loaded from now on."""
    loaded: list[Path] = []
    load = sir_io.load

    def note(folder: Path) -> Sir:
        sir = load(folder)
        loaded.append(folder)
        return sir

    monkeypatch.setattr(sir_io, "load", note)
    return loaded


def test_a_new_file_takes_one_process_and_its_tree_is_loaded_once(
    home: Path, children: list[ChildProcess], loads: list[Path]
) -> None:
    bench = Workbench(load_settings(home=home))
    sha = bench.documents.add(pdf_bytes([TEXT, TEXT]), "x.pdf").sha
    assert "rash" in bench.documents.stream(sha).sir.nodes[-1].text
    assert (len(children), len(loads)) == (1, 1)
    assert bench.documents.known_inspection(sha)
    assert len(children) == 1, "it was inspected, too"
    assert not isolated_jobs()
    other = Workbench(load_settings(home=home))
    assert other.documents.sir(sha).nodes == bench.documents.sir(sha).nodes
    assert (len(children), len(loads)) == (1, 2)


def test_a_step_that_crashes_costs_its_process_and_the_next_one_gets_another(
    home: Path, children: list[ChildProcess], monkeypatch: pytest.MonkeyPatch
) -> None:
    run = JobRunner.run

    def crash_at_inspection(runner: JobRunner, job: Job, *rest: Any) -> Any:
        if job.target.endswith(":inspect_file"):
            runner.close()
            raise BrokenPdf("x.pdf: reading it broke off.")
        return run(runner, job, *rest)

    monkeypatch.setattr(JobRunner, "run", crash_at_inspection)
    record = Workbench(load_settings(home=home)).documents.add(pdf_bytes([TEXT]), "x.pdf")
    assert record.parse is not None
    assert record.parse.options["route"] == "structural_rule"
    assert len(children) == 2
