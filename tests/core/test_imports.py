"""How modules of other packages are imported where several threads may be the first to do so."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

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


def test_the_workbench_starts_without_what_only_reading_needs() -> None:
    heavy = ("pymupdf", "torch", "selectolax", "mammoth")
    code = f"import sys, core.workbench; print([n for n in {heavy} if n in sys.modules])"
    ended = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert ended.stdout.strip() == "[]"


def test_a_desk_opens_without_what_a_database_needs(tmp_path: Path) -> None:
    server = ("sqlalchemy", "alembic", "psycopg")
    code = (
        "import sys; from core.settings import load_settings; from core.workbench import Workbench;"
        f"from pathlib import Path; Workbench(load_settings(home=Path({str(tmp_path)!r}))).library"
        f".list(); print([n for n in {server} if n in sys.modules])"
    )
    ended = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert ended.stdout.strip() == "[]"


def test_answers_need_neither_torch_nor_transformers(tmp_path: Path) -> None:
    heavy = ("torch", "transformers", "sentence_transformers")
    code = (
        "import sys; from core.settings import load_settings; from core.workbench import Workbench;"
        f"from pathlib import Path; Workbench(load_settings(home=Path({str(tmp_path)!r}))).answers"
        f".prepare(); print([n for n in {heavy} if n in sys.modules])"
    )
    ended = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert ended.stdout.strip() == "[]"
