"""A workbench for one benchmark, which leaves nothing behind."""

from __future__ import annotations

from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from core.settings import load_settings
from core.workbench import Workbench

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def empty_workbench() -> Iterator[Workbench]:
    """A workbench over an empty data folder, which is deleted afterwards."""
    with TemporaryDirectory() as home, closing(Workbench(load_settings(home=Path(home)))) as bench:
        yield bench
