"""What people and programs see of a command: text or JSON, errors, progress, and Ctrl-C."""

from __future__ import annotations

import json
import signal
import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from core.errors import Cancelled

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType, TracebackType

    from core.progress import Progress

_WIDTH = 30
_SECONDS_BETWEEN = 0.1


class Interrupt:
    """Turns the first Ctrl-C into `Cancelled` at the next report of progress, which leaves
    nothing half-done; a second one ends the program where it is.
    """

    def __init__(self) -> None:
        self.requested = False

    def __enter__(self) -> Interrupt:
        self._before = signal.signal(signal.SIGINT, self._request)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        signal.signal(signal.SIGINT, self._before)

    def check(self, cause: BaseException | None = None) -> None:
        """Raises `Cancelled` after a Ctrl-C."""
        if self.requested:
            raise Cancelled("Stopped by Ctrl-C.") from cause

    def _request(self, number: int, frame: FrameType | None) -> None:
        if self.requested:
            raise KeyboardInterrupt
        self.requested = True


class Console:
    """Results go to standard output, all else to standard error."""

    def __init__(self, interrupt: Interrupt, *, as_json: bool = False) -> None:
        """With `as_json` only `result` writes to standard output."""
        self.interrupt = interrupt
        self.as_json = as_json

    def say(self, *lines: str) -> None:
        """Lines for people."""
        if not self.as_json:
            sys.stdout.write("".join(f"{line}\n" for line in lines))

    def result(self, content: Any) -> None:
        """The result of the command for programs."""
        if self.as_json:
            json.dump(content, sys.stdout, ensure_ascii=False, indent=1)
            sys.stdout.write("\n")

    def notice(self, *messages: str) -> None:
        """Sentences that people should know, beside the result; an empty one says nothing."""
        for message in filter(None, messages):
            self.error(message)

    def error(self, message: str) -> None:
        """A sentence about what went wrong."""
        sys.stderr.write(f"{message}\n")

    @contextmanager
    def progress(self, label: str) -> Iterator[Progress]:
        """A bar on standard error while the block runs, if that is a terminal."""
        bar = _Bar(label, shown=sys.stderr.isatty())

        def report(done: int, total: int) -> None:
            self.interrupt.check()
            bar.draw(done, total)

        try:
            yield report
        finally:
            bar.wipe()


class _Bar:
    def __init__(self, label: str, *, shown: bool) -> None:
        self._label, self._shown = label, shown
        self._drawn = 0.0

    def draw(self, done: int, total: int) -> None:
        now = time.monotonic()
        if not self._shown or (now - self._drawn < _SECONDS_BETWEEN and not 0 < total <= done):
            return
        self._drawn = now
        sys.stderr.write(f"\r\x1b[K{self._label} {_state(done, total)}")
        sys.stderr.flush()

    def wipe(self) -> None:
        if self._drawn:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def _state(done: int, total: int) -> str:
    """A bar with numbers; words while it is not known how much there is to do."""
    if not total:
        return "opening"
    filled = _WIDTH * done // total
    return f"[{'#' * filled}{'.' * (_WIDTH - filled)}] {done}/{total}"
