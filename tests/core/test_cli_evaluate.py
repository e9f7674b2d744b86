"""The command line measures settings, shows them, and goes on where it was stopped."""

from __future__ import annotations

import csv
import io
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from core.cli import main
from core.cli.commands import build_parser
from core.cli.evaluate_arguments import grid_of
from core.configuration import Configuration, RetrievalOptions
from core.configuration.adopted import adopt
from core.configuration.labels import label
from core.errors import InputError, InvalidOption
from core.evaluation.questions.base import Question, QuestionSet
from core.evaluation.questions.store import QuestionStore
from core.settings import load_settings
from core.workbench import Workbench
from tests.builders import pdf_bytes

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from tests.core.conftest import Run

WAIT = 120
DOSE = "Adults take five milligrams of calverine twice a day.\nChildren take half of that dose."
STORAGE = "Keep the tablets below twenty degrees.\nThrow them away after the printed date."
QUOTES = [
    {
        "id": "1",
        "document": "dose.pdf",
        "question": "How much calverine do adults take?",
        "evidence": [{"page": 1, "quote": "five milligrams of calverine twice a day"}],
    },
    {"id": "2", "document": "dose.pdf", "question": "Who is king?", "evidence": []},
    *(
        {"id": name, "document": "lost.pdf", "question": f"Why {name}?", "evidence": []}
        for name in ("3", "4")
    ),
]
TWO = ("--strategy", "fixed", "hierarchical", "--n", "16", "--o", "0", "--encoder", "hashing")


@pytest.fixture(scope="module")
def evaluated(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    """A folder with a document, questions and a data folder in which two settings were scored,
    and what was printed."""
    folder = tmp_path_factory.mktemp("evaluated")
    (folder / "dose.pdf").write_bytes(pdf_bytes([DOSE, STORAGE]))
    (folder / "questions.json").write_text(json.dumps(QUOTES), encoding="utf-8")
    done = _program(
        folder, str(folder / "questions.json"), "--document", "dose.pdf", *TWO, "--json"
    )
    out, err = done.communicate(timeout=WAIT)
    assert done.returncode == 0, err
    assert "question 3 and 1 more" in err
    return folder, json.loads(out)


def _program(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "core", "evaluate", *arguments],
        env={
            **os.environ,
            "SIGHTLINE_HOME": str(folder / "home"),
            "PYTHONPATH": os.pathsep.join(sys.path),
        },
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.fixture
def run(evaluated: tuple[Path, dict[str, Any]], home: Path, command: Run) -> Run:
    """Runs the command in a copy of that data folder."""
    shutil.copytree(evaluated[0] / "home", home)
    return partial(command, "evaluate")


def test_every_setting_comes_with_options_measures_and_costs(
    evaluated: tuple[Path, dict[str, Any]],
):
    printed = evaluated[1]
    assert printed["questions"] == 2
    assert [(one["strategy"], one["N"], one["O"]) for one in printed["settings"]] == [
        ("fixed", 16, 0.0),
        ("hierarchical", 16, None),
    ]
    for one in printed["settings"]:
        assert one["measures"]["line_recall"]["questions"] == 1
        assert one["chunks"] > 2
        assert one["failed"] == ""


def test_a_sweep_is_shown_again_by_the_beginning_of_its_key(
    run: Run, evaluated: tuple[Path, dict[str, Any]]
):
    code, out, err = run("--resume", evaluated[1]["sweep"][:6], "--measure", "mrr", "page_first")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0].split() == ["mrr", "page", "first", "retrieved", "tokens"]
    assert lines[1].startswith("Fixed size, N 16, O 0, hashing, k 5")
    assert "2 questions" in lines[3]


def test_answers_are_judged_and_shown_with_their_counts(
    run: Run, evaluated: tuple[Path, dict[str, Any]]
):
    asked = evaluated[0] / "questions.json"
    wanted = (asked, *TWO[:2], *TWO[3:], "--answers", "--reading", "0", "--threshold", "0", "1")
    code, out, _ = run(*wanted)
    assert code == 0
    assert out.splitlines()[0].split()[:2] == ["first", "right"]
    assert "Answers of Fixed size" in out
    assert "1 of 1" in out
    assert "expected calibration error" in out
    assert "answered, though the text does not" in out
    assert "ms to an answer (median); $0.0000 for 1,000 questions" in out
    bold, shy = json.loads(run(*wanted, "--json")[1])["settings"]
    assert bold["threshold"] == 0.0
    assert bold["answers"]["shares"]["first_right"]["questions"] == 1
    assert bold["answers"]["calibration"]["bins"]
    assert shy["answers"]["shares"]["answered"]["mean"] == 0
    assert shy["close reading"] == "no"


@pytest.mark.parametrize("form", ["csv", "json", "html"])
def test_results_are_written_in_the_format_of_the_file(
    run: Run, evaluated: tuple[Path, dict[str, Any]], tmp_path: Path, form: str
):
    target = tmp_path / f"results.{form}"
    assert run("--resume", evaluated[1]["sweep"], "--out", target)[0] == 0
    text = target.read_text(encoding="utf-8")
    if form == "csv":
        assert [row["strategy"] for row in csv.DictReader(io.StringIO(text))] == [
            "fixed",
            "hierarchical",
        ]
    elif form == "json":
        assert len(json.loads(text)["plan"]["questions"]["questions"]) == 2
    else:
        assert text.count("<tr>") == 3
        assert "<h1>questions</h1>" in text


def test_sweeps_and_presets_are_listed(run: Run, evaluated: tuple[Path, dict[str, Any]]):
    out = run("--list")[1]
    assert f"{evaluated[1]['sweep']}  questions: done, 2 of 2 settings, 2 questions" in out
    assert "thesis" in out
    assert json.loads(run("--list", "--json")[1])["sweeps"][0]["done"] == 2


@pytest.mark.parametrize(
    ("arguments", "code", "word"),
    [
        ((), 2, "QUESTIONS"),
        (("--resume", "x", "--out", "results.pdf"), 2, ".csv"),
        (("--resume", "no"), 1, "--list"),
        (("guess",), 1, "neither a file nor a question set"),
        (("kept", "--n", "3"), 2, "N must be at least"),
        (("kept", "--encoder", "guess"), 2, "guess"),
        (("empty",), 2, "names a document"),
    ],
)
def test_what_cannot_be_done_is_said_before_anything_is_scored(
    run: Run, home: Path, arguments: Sequence[str], code: int, word: str
):
    library = Workbench(load_settings(home=home)).library
    asked = Question(text="Why?", documents=(library.list()[0].sha,))
    store = QuestionStore(home)
    store.save(QuestionSet(name="kept", questions=(asked,)))
    store.save(QuestionSet(name="empty"))
    found, out, err = run(*arguments)
    assert (found, out) == (code, "")
    assert word in err


def test_ctrl_c_keeps_what_is_scored_and_says_how_to_go_on(
    evaluated: tuple[Path, dict[str, Any]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    shutil.copytree(evaluated[0], tmp_path / "copy")
    folder = tmp_path / "copy"
    sizes = [str(size) for size in range(16, 36)]
    arguments = ("--encoder", "hashing", "--workers", "1", "--name", "many", "--n", *sizes)
    process = _program(folder, "questions.json", *arguments)
    # On a busy machine it would else have scored all before this process looks again.
    os.setpriority(os.PRIO_PROCESS, process.pid, 19)
    end = time.monotonic() + WAIT
    while len(list(folder.rglob("scored/*.json"))) < 3 and time.monotonic() < end:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    err = process.communicate(timeout=WAIT)[1]
    assert process.returncode == 130, err
    said = next(line for line in err.splitlines() if "--resume" in line)
    before = {path: path.stat().st_mtime_ns for path in folder.rglob("scored/*.json")}
    monkeypatch.setenv("SIGHTLINE_HOME", str(folder / "home"))
    assert main(["evaluate", "--resume", said.split()[-1], "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert len(printed["settings"]) == 20
    assert {path: path.stat().st_mtime_ns for path in before} == before


def _words(home: Path, *arguments: str) -> list[str]:
    """The settings that arguments name, for a set of one question."""
    parsed = build_parser().parse_args(["evaluate", "set", *arguments])
    bench = Workbench(load_settings(home=home))
    asked = QuestionSet(name="set", questions=(Question(text="Why?"),))
    return [label(one) for one in grid_of(parsed, bench, asked).settings()]


def test_without_options_the_recipe_that_the_library_starts_with_is_measured(home: Path):
    assert _words(home) == ["Hierarchical, N 128, B_h 0.4, k 5"]
    assert _words(home, "--strategy", "fixed") == ["Fixed size, N 128, O 0.2, k 5"]


def test_without_options_all_of_an_adopted_recipe_is_measured(home: Path):
    search = RetrievalOptions(top_k=7, gap=0.1, same_page=1.0)
    own = replace(Configuration.default(), neighbourhood=0.4, retrieval=search)
    adopt(load_settings(home=home), own)
    rest = "neighbourhood 0.4, gap 0.1, same page 1, k 7"
    assert _words(home) == [f"Hierarchical, N 128, B_h 0.4, {rest}"]
    assert _words(home, "--strategy", "fixed") == [f"Fixed size, N 128, O 0.2, {rest}"]
    assert _words(home, "--n", "64", "--gap", "0") == [
        "Hierarchical, N 64, B_h 0.4, neighbourhood 0.4, same page 1, k 7"
    ]


def test_presets_are_measured_by_the_embedding_model_of_the_settings(
    home: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("SIGHTLINE_ENCODER", "hashing")
    assert all("hashing" in one for one in _words(home, "--preset", "quick"))
    assert len(_words(home, "--preset", "thesis", "--n", "128", "--top-k", "1", "3")) == 16


def test_lists_of_values_make_a_grid_parts_of_the_refiner_by_name(home: Path):
    lists = ("--n", "64", "128", "--top-k", "3", "--dense", "0", "--refining", "none")
    assert _words(home, *lists, "lineage-supplement") == [
        f"Hierarchical, N {size}, B_h 0.4, {part}, weight 0, k 3"
        for size in (64, 128)
        for part in ("without headings above", "with context supplement")
    ]


def test_a_grid_comes_from_a_file(home: Path, tmp_path: Path):
    path = tmp_path / "grid.json"
    path.write_text('{"strategies": ["fixed"], "options": {"N": [64], "O": [0, 0.2]}}')
    assert _words(home, "--grid", str(path)) == [
        "Fixed size, N 64, O 0, k 5",
        "Fixed size, N 64, O 0.2, k 5",
    ]
    for content in ("[]", "{", '{"guess": []}'):
        path.write_text(content)
        with pytest.raises(InvalidOption):
            _words(home, "--grid", str(path))
    with pytest.raises(InputError):
        _words(home, "--grid", str(tmp_path))
