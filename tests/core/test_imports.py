"""How modules of other packages are imported where several threads may be the first to do so."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PART = re.compile(r"^(?:from pymupdf\.|import pymupdf\.)", re.MULTILINE)


def test_pymupdf_is_imported_before_its_parts() -> None:
    """Two threads of which one imports the package and one a part of it would block each other.

    Python then lets one of them go on with half a module.
    """
    sources = [
        path for room in ("core", "components", "pages") for path in ROOT.glob(f"{room}/**/*.py")
    ]
    assert sources
    found = [str(path) for path in sources if PART.search(path.read_text("utf-8"))]
    assert found == []


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> list[set[str]]:
    """What one process has loaded with the workbench, a library, its parsers, what answers."""
    code = """
import sys
import core.workbench
print(*sys.modules)
from core.settings import load_settings
bench = core.workbench.Workbench(load_settings())
bench.library.list()
print(*sys.modules)
from core.parsing import get_parser
get_parser("automatic")
print(*sys.modules)
bench.answers.prepare()
from core.embedding import open_encoder
open_encoder().encode(["a"])
print(*sys.modules)
"""
    home = {**os.environ, "SIGHTLINE_HOME": str(tmp_path_factory.mktemp("home"))}
    ended = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT, env=home
    )
    return [set(line.split()) for line in ended.stdout.splitlines()]


def test_the_workbench_starts_without_what_only_reading_needs(loaded: list[set[str]]) -> None:
    assert loaded[0].isdisjoint({"pymupdf", "torch", "selectolax", "mammoth"})


def test_a_desk_opens_without_what_a_database_needs(loaded: list[set[str]]) -> None:
    assert loaded[1].isdisjoint({"sqlalchemy", "alembic", "psycopg"})


def test_options_of_parsers_need_no_layout_model(loaded: list[set[str]]) -> None:
    assert "pymupdf" in loaded[2]
    assert loaded[2].isdisjoint({"pymupdf.layout", "pymupdf4llm"})


def test_answers_need_neither_torch_nor_transformers(loaded: list[set[str]]) -> None:
    assert loaded[3].isdisjoint({"torch", "transformers", "sentence_transformers"})
