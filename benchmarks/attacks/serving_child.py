"""A process that scores settings, taken over: its answers are what it could reach."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from benchmarks.attacks.in_child import attempts
from core.jobs.service import serve

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.progress import Progress


def prepare(start: Mapping[str, Any]) -> Any:
    """Answers each request with what came of the attempts on the targets in `start`."""

    def answer(request: Mapping[str, Any], progress: Progress) -> dict[str, str]:
        return attempts(start["targets"], progress)

    return answer


if __name__ == "__main__":
    serve(prepare)
