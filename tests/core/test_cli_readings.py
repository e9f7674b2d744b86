"""The command `readings`: the table, ground truth brought and removed, and what it refuses."""

from __future__ import annotations

import json
import shutil
from functools import partial
from typing import TYPE_CHECKING

import pytest

from core.settings import load_settings
from core.workbench import Workbench
from tests.builders import pdf_bytes
from tests.core.evaluation.test_readings import MARKDOWN, TEXT

if TYPE_CHECKING:
    from pathlib import Path

    from tests.core.conftest import Run


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("filled") / "home"
    bench = Workbench(load_settings(home=home))
    bench.documents.add(pdf_bytes((TEXT,)), "guideline.pdf", parser="structural_rule")
    return home


@pytest.fixture
def run(home: Path, filled: Path, command: Run) -> Run:
    """Runs the command over a library with one document."""
    shutil.copytree(filled, home)
    return partial(command, "readings", "guideline.pdf")


def test_readings_are_a_table_that_names_what_is_missing(run: Run) -> None:
    code, out, _ = run()
    assert code == 0
    assert "guideline.pdf: 1 reading of 1 page" in out
    assert "structural_rule (now)" in out
    assert "Not made yet: automatic, semantic_flow, visual_topology" in out


def test_gold_is_kept_scored_told_as_json_and_removed(run: Run, tmp_path: Path) -> None:
    (tmp_path / "gold.md").write_text(MARKDOWN, "utf-8")
    code, out, _ = run("--gold", str(tmp_path / "gold.md"), "--csv", str(tmp_path / "t.csv"))
    assert code == 0
    assert "Beside gold.md (markdown)" in out
    assert "text NID" in out
    assert (tmp_path / "t.csv").read_text().startswith("parser,now")
    told = json.loads(run("--json")[1])
    assert [each["form"] for each in told["gold"]] == ["markdown"]
    assert 0 < told["readings"][0]["scores"]["text"]["mean"] < 1
    assert run("--drop-gold", "markdown")[0] == 0
    assert json.loads(run("--json")[1])["readings"][0]["scores"] == {}


def test_gold_that_cannot_be_used_is_refused_and_not_kept(run: Run, tmp_path: Path) -> None:
    (tmp_path / "gold.json").write_text('{"a": 1}', "utf-8")
    code, _, said = run("--gold", str(tmp_path / "gold.json"))
    assert code == 1
    assert "gold.json holds no ground truth in a known form" in said
    assert run("--form", "coco")[0] == 2
    assert json.loads(run("--json")[1])["gold"] == []


def test_missing_readings_are_made_when_asked_for(run: Run) -> None:
    told = json.loads(run("--all", "--json")[1])
    parsers = [each["parser"] for each in told["readings"]]
    assert parsers[0] == "structural_rule"
    assert set(parsers) == {"structural_rule", "automatic", "semantic_flow", "visual_topology"}
    assert told["missing"] == []
    assert all(each["words"] == 18 for each in told["readings"])
