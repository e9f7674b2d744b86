"""The process that `test_process` asks."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, Any

from core.errors import NoText

if TYPE_CHECKING:
    from core.progress import Progress


def prepare(first: int) -> Any:
    """Adds up what it is told, beginning with `first`."""
    if first < 0:
        raise NoText("begins below zero.")
    held = [first]

    def answer(act: str, progress: Progress, number: int = 0) -> Any:
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
        time.sleep(600)
        return None

    return answer
