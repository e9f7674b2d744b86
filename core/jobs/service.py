"""A process that stays, and answers one request after the other by lines of JSON.

For work on documents that were read before: it may open any file, has no limits of time and
memory, and costs a request if it crashes.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import sys
import tempfile
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from core import errors
from core.errors import SightlineError
from core.jobs.child import answers
from core.jobs.model_loading import import_lean
from core.jobs.parent_death import end_with
from core.jobs.pool import ended_by
from core.jobs.process import child_lines, child_process, kill, tail
from core.jobs.sandbox import Permits, confine

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from core.progress import Progress

    Serve = Callable[[Mapping[str, Any], Progress], Any]

_LOG = logging.getLogger("sightline")


class Ended(Exception):
    """The process ended before it answered; the message says why in a few words."""


class Service:
    """A process that runs a module whose main calls `serve`.

    The thread that opens it must live as long as it; one thread at a time may ask.
    """

    def __init__(
        self,
        module: str,
        start: Mapping[str, Any],
        environment: Mapping[str, str] | None = None,
        *,
        network: bool = False,
    ) -> None:
        """`start` is what the process is told first; it must fit into JSON, as must requests.

        `environment` is added to the variables that any child gets.
        """
        self._stack = contextlib.ExitStack()
        with contextlib.ExitStack() as stack:
            self._log = stack.enter_context(tempfile.TemporaryFile())
            self._child = stack.enter_context(child_process(module, self._log, (), environment))
            self._lines = stack.enter_context(child_lines(self._child))
            self._stack = stack.pop_all()
        permits = asdict(Permits(processes=True, network=network, any_file=True))
        self._send({**start, "parent": os.getpid(), "permits": permits})

    def ask(self, request: Mapping[str, Any], progress: Progress | None = None) -> Any:
        """What the process answers, by way of JSON.

        Raises:
            SightlineError: of the class that was raised there.
            Ended: the process has ended, or ends meanwhile.
        """
        self._send(request)
        while True:
            line = self._lines.get()
            if not line.endswith(b"\n"):
                self._lines.put(b"")  # Whoever asks again is told the same.
                raise Ended(self._why())
            content = json.loads(line)
            if "error" in content:
                raise getattr(errors, content["error"])(content["message"])
            if "result" in content:
                return content["result"]
            if progress:
                progress(*content["progress"])

    def stop(self) -> None:
        """Ends the process at once; any thread may do it, and one that asks gets `Ended`."""
        kill(self._child)

    def __enter__(self) -> Service:
        return self

    def __exit__(self, *raised: object) -> None:
        # A request that a process no longer read is still in the pipe.
        with contextlib.suppress(BrokenPipeError):
            self._stack.close()

    def _send(self, content: Mapping[str, Any]) -> None:
        assert self._child.stdin is not None
        # A process that has ended is found by its silence.
        with contextlib.suppress(BrokenPipeError):
            self._child.stdin.write(json.dumps(content).encode() + b"\n")
            self._child.stdin.flush()

    def _why(self) -> str:
        code = self._child.wait()
        said = tail(self._log)
        _LOG.error("%s ended with code %d:\n%s", self._child.args, code, said)
        return ended_by(code) if code < 0 or not said else said.splitlines()[-1]


def serve(prepare: Callable[[Mapping[str, Any]], Serve]) -> None:
    """Answers requests until nobody sends any more; to be called by the main of a module.

    `prepare` gets what `Service` was started with, and gives the function that answers. An error
    that is not meant for people ends the process: it may be damaged.
    """
    send = answers()
    start = json.loads(sys.stdin.readline())
    end_with(start["parent"])
    confine(Permits(**start["permits"]))
    import_lean()
    work = prepare(start)

    def progress(done: int, total: int) -> None:
        send({"progress": [done, total]})

    for request in _requests():
        try:
            send({"result": work(request, progress)})
        except SightlineError as error:
            send({"error": type(error).__name__, "message": str(error)})


def _requests() -> Iterator[Mapping[str, Any]]:
    for line in sys.stdin:
        yield json.loads(line)
