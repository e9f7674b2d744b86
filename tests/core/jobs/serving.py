"""The process that `test_process` asks."""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.errors import NoText

if TYPE_CHECKING:
    from collections.abc import Callable

    from core.progress import Progress


_LOOKS: dict[str, Callable[..., Any]] = {
    "variable": os.environ.get,
    "imported": sys.modules.__contains__,
    "files": lambda: sorted(path.name for path in Path("/proc/self/fd").iterdir()),
    "folder": os.getcwd,
    "temporary": tempfile.gettempdir,
}


def prepare(first: int) -> Any:
    """Adds up what it is told, beginning with `first`."""
    if first < 0:
        raise NoText("begins below zero.")
    held = [first]

    def answer(act: str, progress: Progress, number: int = 0, name: str = "") -> Any:
        if act == "add":
            print("chatter")  # noqa: T201
            progress(1, 2)
            held.append(number)
            return sum(held)
        if act == "refuse":
            raise NoText("holds no text.")
        if act == "fail":
            raise KeyError("guess")
        if act == "leave":
            os._exit(3)
        if act in _LOOKS:
            return _LOOKS[act](*([name] if name else []))
        time.sleep(600)
        return None

    return answer
