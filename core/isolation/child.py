"""The child: reads one job from its standard input, and answers with lines of JSON.

A line is `{"progress": [done, total]}`, or the last one, `{"result": ...}` or
`{"error": class, "message": words}`. Anything that libraries print goes to standard error.
"""

from __future__ import annotations

import json
import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

from core.errors import LimitReached, SightlineError
from core.isolation.lean import import_lean
from core.isolation.lineage import end_with

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

# A backstop where the child may outlive its parent; otherwise the parent keeps the time.
_CPU_MARGIN_SECONDS = 30


def main() -> None:
    """Runs the job and answers."""
    send = answers()
    job = json.load(sys.stdin)
    end_with(job["parent"])
    _set_limits(job["seconds"], job["memory_mb"])
    import_lean()
    send(_outcome(job, lambda done, total: send({"progress": [done, total]})))


def answers() -> Callable[[Mapping[str, Any]], None]:
    """A function that sends a line to the parent; from now on prints go to standard error."""
    channel = os.fdopen(os.dup(sys.stdout.fileno()), "wb", buffering=0)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())

    def send(content: Mapping[str, Any]) -> None:
        channel.write(json.dumps(content).encode() + b"\n")

    return send


def _outcome(job: Mapping[str, Any], progress: Callable[[int, int], None]) -> dict[str, Any]:
    module, _, name = job["target"].partition(":")
    try:
        return {
            "result": getattr(import_module(module), name)(**job["arguments"], progress=progress)
        }
    except SightlineError as error:
        return {"error": type(error).__name__, "message": str(error)}
    except MemoryError:
        return {
            "error": LimitReached.__name__,
            "message": f"needs more than {job['memory_mb']} MB of memory, which is the limit. "
            "Raise the memory limit in the settings, or split the file into smaller ones.",
        }


def _set_limits(seconds: float, memory_mb: int) -> None:
    try:
        import resource
    except ImportError:  # Windows knows no such limits; the parent still keeps the time.
        return
    _lower(resource.RLIMIT_AS, memory_mb * 1024 * 1024)
    _lower(resource.RLIMIT_CPU, int(seconds) * (os.cpu_count() or 1) + _CPU_MARGIN_SECONDS)
    _lower(resource.RLIMIT_CORE, 0)


def _lower(kind: int, value: int) -> None:
    import resource

    hard = resource.getrlimit(kind)[1]
    if hard == resource.RLIM_INFINITY or value < hard:
        resource.setrlimit(kind, (value, hard))


if __name__ == "__main__":
    main()
