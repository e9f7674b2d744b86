from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from benchmarks import __main__ as program

if TYPE_CHECKING:
    from pathlib import Path

WORKS = '''
"""A figure without any data."""
from benchmarks.figure import Figure


def run(data):
    return [Figure("answer", "counted", 42.0, "s", target=40.0)]
'''
FAILS = WORKS.replace("return", "raise ValueError\n    return")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A folder of benchmarks of its own, run in place of the real ones."""
    home = tmp_path / "benchmarks"
    home.mkdir()
    for name in ("__init__", "__main__", "figure", "report"):
        source = program._HERE / f"{name}.py"
        (home / source.name).write_text(source.read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.setattr(program, "_HERE", home)
    monkeypatch.setattr(program, "RESULTS", home / "results")
    return home


def test_only_modules_that_measure_are_benchmarks(folder: Path):
    (folder / "one.py").write_text(WORKS, encoding="utf-8")
    (folder / "helper.py").write_text("HOW = 1\n", encoding="utf-8")
    assert program.names() == ["one"]


def test_a_benchmark_that_fails_does_not_stop_the_others(
    folder: Path, capsys: pytest.CaptureFixture[str]
):
    (folder / "a_broken.py").write_text(FAILS, encoding="utf-8")
    (folder / "working.py").write_text(WORKS, encoding="utf-8")
    assert program.main([]) == 1
    printed = capsys.readouterr().out
    assert "answer" in printed
    assert "failed to run: a_broken" in printed
    values = json.loads((folder / "results" / "working.json").read_text(encoding="utf-8"))
    assert [(one["name"], one["value"], one["reached"]) for one in values] == [
        ("answer", 42.0, True)
    ]


def test_one_benchmark_may_be_chosen(folder: Path, capsys: pytest.CaptureFixture[str]):
    (folder / "a_broken.py").write_text(FAILS, encoding="utf-8")
    (folder / "working.py").write_text(WORKS, encoding="utf-8")
    assert program.main(["--only", "working"]) == 0
    assert "1 of 1 targets reached" in capsys.readouterr().out
