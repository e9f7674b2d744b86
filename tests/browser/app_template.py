"""A process that apps are copied from: most of their start is importing, which it does once.

What reads files for them is copied from one process, too, and what answered is read once by each.

It reads requests, a line of JSON each, and answers with the number of the process.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path

from core.jobs import forked_process
from core.jobs.model_loading import import_lean, limit_threads
from core.jobs.sandbox.parent_death import end_with
from tests.read_once import read_once

ROOT = Path(__file__).parents[2]
_MODULES = (
    "streamlit.web.cli",
    "streamlit.web.bootstrap",
    "streamlit.web.server.app_discovery",
    "streamlit.web.server.starlette.starlette_server",
    "components.frame.frame",
    "components.server.middleware",
    *(f"components.{path.parent.name}.page" for path in ROOT.glob("components/*/page.py")),
    "core.workbench",
    "core.workbench.first_start",
)


def main() -> None:
    """Serves until nobody can ask any more; in each copy: runs the app."""
    import_lean()
    for module in _MODULES:
        with suppress(ImportError):
            import_module(module)
    limit_threads(1)
    read_once()
    forked_process.prepare()
    # Copies of a process leave the server that it has: so it has none, and they are given it.
    server, forked_process._server = forked_process._server, None
    gc.collect()
    gc.freeze()  # What is never looked at stays shared with the copies.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # The system forgets copies that have ended.
    for line in sys.stdin:
        template = os.getpid()
        pid = os.fork()
        if not pid:
            end_with(template)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            forked_process._server = server
            run(**json.loads(line))
        sys.stdout.write(f"{pid}\n")
        sys.stdout.flush()


def run(arguments: list[str], environment: dict[str, str], log: str) -> None:
    """Becomes what `streamlit` is with these arguments; does not come back."""
    from streamlit.web.cli import main

    nothing = os.open(os.devnull, os.O_RDONLY)
    output = os.open(log, os.O_WRONLY | os.O_APPEND)
    for number, file in enumerate((nothing, output, output)):
        os.dup2(file, number)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv[1:] = arguments
    main(prog_name="streamlit")


if __name__ == "__main__":
    main()
