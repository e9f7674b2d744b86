"""The types of the whole project, checked beside the other tests: it takes a core over a minute."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.mark.timeout(900)
def test_all_types_fit() -> None:
    checked = subprocess.run(
        (sys.executable, "-m", "pyright"), cwd=ROOT, capture_output=True, text=True
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr
