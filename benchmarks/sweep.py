"""The grid of the thesis over `nice_ng243` from the command line, killed in the middle and resumed.

What is timed is the whole of both runs on two workers: reading the guideline, cutting and
embedding it by every setting, and searching for every question. A killed process can tidy up
nothing. A setting is lost if its file is gone after the end, or was written a second time.

The baseline is the same settings one by one without anything shared, each in a data folder of
its own, estimated from one setting of each strategy.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.figure import Figure
from benchmarks.question_sets import nice_set
from core.configuration import Configuration
from core.evaluation.questions.formats import write_questions
from core.evaluation.sweeps.presets import PRESETS
from core.library import Kind
from core.settings import load_settings
from core.workbench import Workbench

if TYPE_CHECKING:
    from collections.abc import Sequence

WORKERS = 2
TARGET_SECONDS = 600.0
_SAMPLE = ("fixed", "recursive", "semantic", "hierarchical")
_LOOK_SECONDS = 0.2


def run(data: Path | None) -> list[Figure]:
    """Seconds of the grid, and what an interruption cost; nothing without the data."""
    if data is None:
        return []
    pdf = data / "nice_ng243" / "ng243.pdf"
    with tempfile.TemporaryDirectory() as folder:
        questions = Path(folder) / "nice.json"
        questions.write_bytes(_questions(data, pdf, Path(folder) / "first"))
        home = Path(folder) / "home"
        total = len(PRESETS["thesis"].grid([Kind.PDF], Configuration.default()).settings())
        command = (str(questions), "--document", str(pdf), "--preset", "thesis")
        begun = time.monotonic()
        before = _killed(home, command, total // 2)
        after = _resumed(home, command)
        seconds = time.monotonic() - begun
        apart = [_alone(Path(folder) / name, questions, pdf, name) for name in _SAMPLE]
    lost = sum(after.get(name) != written for name, written in before.items())
    how = f"{total} settings, {WORKERS} workers, killed after {len(before)} settings and resumed"
    alone = sum(apart) / len(apart) * total
    return [
        Figure(
            "sweep over nice_ng243, grid of the thesis",
            how,
            seconds,
            "s",
            alone,
            f"one by one, nothing shared (from {len(apart)} settings)",
            TARGET_SECONDS,
            at_most=True,
        ),
        Figure("settings lost or scored twice", how, lost, "", None, "", 0, at_most=True),
        Figure(
            "settings missing at the end", how, total - len(after), "", None, "", 0, at_most=True
        ),
    ]


def _questions(data: Path, pdf: Path, home: Path) -> bytes:
    record = Workbench(load_settings(home=home)).documents.add(pdf, pdf.name)
    return write_questions(nice_set(data, record), {record.sha: record.name}, "json")


def _killed(home: Path, command: Sequence[str], settings: int) -> dict[str, int]:
    """What was kept when the process was killed, at the earliest after so many settings."""
    with _evaluating(home, command) as process:
        while len(_kept(home)) < settings and process.poll() is None:
            time.sleep(_LOOK_SECONDS)
        process.kill()
    return _kept(home)


def _resumed(home: Path, command: Sequence[str]) -> dict[str, int]:
    """What is kept when the same command has gone on to the end."""
    with _evaluating(home, command) as process:
        process.wait()
    return _kept(home)


def _alone(home: Path, questions: Path, pdf: Path, strategy: str) -> float:
    """Seconds for one setting that finds nothing done before."""
    begun = time.monotonic()
    command = (str(questions), "--document", str(pdf), "--strategy", strategy, "--n", "256")
    with _evaluating(home, command) as process:
        process.wait()
    return time.monotonic() - begun


def _evaluating(home: Path, command: Sequence[str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "core", "evaluate", *command, "--workers", str(WORKERS)],
        env={**os.environ, "SIGHTLINE_HOME": str(home)},
        stdout=subprocess.DEVNULL,
    )


def _kept(home: Path) -> dict[str, int]:
    """The files of scored settings with the times of their writing."""
    found = home.glob("evaluation/sweeps/*/scored/*.json")
    return {path.name: path.stat().st_mtime_ns for path in found}
