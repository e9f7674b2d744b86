"""Files appear whole or not at all, and what a crash left is found and removed."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from core.errors import SetupError
from core.files import staged, sweep, write_atomic

if TYPE_CHECKING:
    from pathlib import Path

CRASH = """
import os, sys
from pathlib import Path
from core.files import staged
with staged(Path(sys.argv[1])) as folder:
    (folder / "half").write_text("written")
    os._exit(9)
"""


def test_a_staged_folder_is_gone_afterwards_even_after_an_error(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="stop"), staged(tmp_path) as folder:
        (folder / "half").write_text("written")
        raise ValueError("stop")
    assert list((tmp_path / "tmp").iterdir()) == []


def test_a_sweep_removes_what_a_crashed_process_left(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-c", CRASH, str(tmp_path)], check=False)
    assert list((tmp_path / "tmp").rglob("half"))
    assert sweep(tmp_path) == 1
    assert list((tmp_path / "tmp").iterdir()) == []


def test_a_sweep_leaves_alone_what_is_being_written(tmp_path: Path) -> None:
    with staged(tmp_path) as folder:
        assert sweep(tmp_path) == 0
        assert folder.exists()


def test_an_atomic_write_replaces_the_file(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "file"
    write_atomic(tmp_path, path, b"old")
    write_atomic(tmp_path, path, b"new")
    assert path.read_bytes() == b"new"


def test_a_refused_write_names_the_data_folder_and_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "taken").mkdir()
    with pytest.raises(SetupError, match="data folder"):
        write_atomic(tmp_path, tmp_path / "taken", b"content")
    assert list((tmp_path / "tmp").iterdir()) == []
