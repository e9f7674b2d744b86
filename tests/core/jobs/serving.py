"""The process that `test_service` asks."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, Any

from core.errors import NoText
from core.jobs.service import serve

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.progress import Progress


def prepare(start: Mapping[str, Any]) -> Any:
    """Adds up what it is told, beginning with `first`."""
    held = [start["first"]]

    def answer(request: Mapping[str, Any], progress: Progress) -> Any:
        act = request["act"]
        if act == "add":
            print("chatter")  # noqa: T201
            progress(1, 2)
            held.append(request["number"])
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


if __name__ == "__main__":
    serve(prepare)
