"""The variables that a child process is given: named ones, and never a key."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

ROOT = Path(__file__).parents[3]
"""The folder that holds the packages of this program."""

_NAMED = frozenset(Path(__file__).with_name("environment_variables.txt").read_text("utf-8").split())
_BEGINNINGS = ("LC_", "PYTHON", "SIGHTLINE_", "OMP_", "MKL_", "OPENBLAS_", "ORT_")
_SECRET = re.compile("KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL|DATABASE|SIGHTLINE_FILES")
# One thread of BLAS: its threads reserve address space, which counts against the limit.
_THREADS = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}


def child_environment(more: Mapping[str, str] | None = None) -> dict[str, str]:
    """What a child process finds in its environment, and `more`, which the caller answers for."""
    named = {name: value for name, value in os.environ.items() if _is_named(name.upper())}
    path = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
    return {**named, **_THREADS, "PYTHONPATH": path, **(more or {})}


def _is_named(name: str) -> bool:
    named = name in _NAMED or name.startswith(_BEGINNINGS)
    return named and not _SECRET.search(name.removeprefix("TOKENIZERS_"))
