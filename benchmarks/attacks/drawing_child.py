"""The process that draws, taken over by a file: its answers are what it could reach."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from benchmarks.attacks.in_child import attempts
from core.jobs.messages import Reply

if TYPE_CHECKING:
    from collections.abc import Callable


def prepare() -> Callable[..., Reply]:
    """What answers with the outcome of the attempts; the job's name holds their targets."""

    def answer(name: str, **_: Any) -> Reply:
        return Reply(None, json.dumps(attempts(json.loads(name))).encode())

    return answer
