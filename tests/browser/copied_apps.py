"""Apps that start at once: copies of a process that has imported what they use."""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import contextmanager
from select import select
from typing import TYPE_CHECKING

import psutil

from tests.browser.app_template import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

AVAILABLE = sys.platform == "linux"
_SECONDS = 120


class CopiedApp:
    """An app that was copied. It is no child of this process, so nobody knows how it ended."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self._process = psutil.Process(pid)

    def poll(self) -> int | None:
        """None as long as it runs."""
        return None if self._process.is_running() else -1

    def terminate(self) -> None:
        """Ask it to end. As the others, to be called while it runs or after."""
        if self._process.is_running():
            self._process.terminate()

    def kill(self) -> None:
        """End it."""
        if self._process.is_running():
            self._process.kill()

    def wait(self, seconds: float | None = None) -> None:
        """Raises: subprocess.TimeoutExpired."""
        try:
            self._process.wait(seconds)
        except psutil.TimeoutExpired as error:
            raise subprocess.TimeoutExpired("app", error.seconds) from error


class AppTemplate:
    """The process that apps are copied from; it ends with this one."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.browser.app_template"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def start(
        self, arguments: Sequence[str], environment: Mapping[str, str], log: Path
    ) -> CopiedApp:
        """`streamlit` with these arguments and variables, which prints to an existing file.

        Raises:
            TimeoutError: the process that is copied does not answer.
        """
        assert self._process.stdin
        assert self._process.stdout
        wanted = {"arguments": arguments, "environment": {**environment}, "log": str(log)}
        self._process.stdin.write(json.dumps(wanted) + "\n")
        self._process.stdin.flush()
        if not select([self._process.stdout], [], [], _SECONDS)[0]:
            self._process.kill()
            raise TimeoutError(f"the process that apps are copied from is silent for {_SECONDS} s")
        return CopiedApp(int(self._process.stdout.readline()))

    def close(self) -> None:
        """Copies that run end with it."""
        self._process.communicate()


_template: AppTemplate | None = None


def template() -> AppTemplate | None:
    """What apps are copied from at present, if they are."""
    return _template


@contextmanager
def copied_apps() -> Iterator[None]:
    """Inside, apps that this process starts are copies, where the system can make them."""
    global _template
    _template = AppTemplate() if AVAILABLE else None
    try:
        yield
    finally:
        if _template:
            _template.close()
        _template = None


@contextmanager
def started_anew() -> Iterator[None]:
    """Inside, apps start by themselves, as people start them."""
    global _template
    before, _template = _template, None
    try:
        yield
    finally:
        _template = before
