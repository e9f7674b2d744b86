"""What the processes that run tests beside each other make once for all of them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from filelock import FileLock

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    import pytest


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """A folder of this name that `make` has filled: to be copied, not to be used.

    These processes have the folder above their own in common, so that the first one to come makes
    it for all.
    """
    base = factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / name
    with FileLock(folder.with_suffix(".lock")):
        if not folder.exists():
            unfinished = factory.mktemp("unfinished")
            make(unfinished)
            unfinished.rename(folder)
    return folder
