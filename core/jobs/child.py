"""The child: reads one job from its standard input, and answers with lines of JSON.

A line is `{"progress": [done, total]}`, or the last one, `{"result": ...}` or
`{"error": class, "message": words, "detail": for the log}`. Anything that libraries print goes
to standard error.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import traceback
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.errors import DiskFull, LimitReached, SightlineError
from core.files import disk_is_full, full_disk
from core.jobs.failure_causes import MORE_MEMORY
from core.jobs.limits import limit_memory, limit_time
from core.jobs.model_loading import import_lean
from core.jobs.parent_death import end_with
from core.jobs.sandbox import Permits, confine

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def main() -> None:
    """Runs the job and answers."""
    send = answers()
    job = json.load(sys.stdin)
    end_with(job["parent"])
    limit_memory(job["memory_mb"])
    limit_time(job["seconds"])
    confine(Permits(**job["permits"]))
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
        if error.__cause__ and disk_is_full(error.__cause__):
            return _without_room(job)
        detail = traceback.format_exc() if error.__cause__ else ""
        return {"error": type(error).__name__, "message": str(error), "detail": detail}
    except OSError as error:
        if not disk_is_full(error):
            raise
        return _without_room(job)
    except MemoryError:
        return {
            "error": LimitReached.__name__,
            "message": f"needs more than {job['memory_mb']} MB of memory, which is the limit. "
            f"{MORE_MEMORY}",
        }


def _without_room(job: Mapping[str, Any]) -> dict[str, Any]:
    folder = next(iter(job["permits"]["writes"]), tempfile.gettempdir())
    return {"error": DiskFull.__name__, "message": str(full_disk(Path(folder)))}


if __name__ == "__main__":
    main()
