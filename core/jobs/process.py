"""A child process with limits: how it is started, asked, and ended with all that it started."""

from __future__ import annotations

import contextlib
import logging
import os
import queue
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from dataclasses import asdict
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from core import errors
from core.jobs import forked_process
from core.jobs.messages import Reply, receive, send
from core.jobs.pool import ended_by
from core.jobs.sandbox.environment import child_environment
from core.jobs.time_limit import TimeLimit, with_descendants

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from core.jobs.sandbox.confinement import Permits
    from core.progress import Progress

    Messages = queue.SimpleQueue[tuple[dict[str, Any], bytes] | None]

_LOG = logging.getLogger("sightline")
_MODULE = "core.jobs.child"
HANDS_OVER_FILES = hasattr(socket, "send_fds")
"""Whether this system can hand an open file to another process."""
_TICK_SECONDS = 0.2
_TAIL_BYTES = 4000


class Ended(Exception):
    """The process ended, with this exit code, before it answered; the message says why briefly.

    `printed` is the end of what it printed to standard error.
    """

    def __init__(self, code: int, printed: str) -> None:
        super().__init__(ended_by(code) if code < 0 or not printed else printed.splitlines()[-1])
        self.code, self.printed = code, printed


class OutOfTime(Exception):
    """The process has not answered when its time was over."""


class ChildProcess:
    """A process that answers one request after the other; one thread at a time may ask.

    The function that `prepare` names as `package.module:name` is called there with `arguments`,
    and gives the function that answers; without it, requests name functions themselves (see
    `core.jobs.child.call`). It ends with the process that made it.
    """

    def __init__(
        self,
        permits: Permits,
        prepare: str = "",
        arguments: Mapping[str, Any] | None = None,
        *,
        memory_mb: int = 0,
        seconds: float = 0.0,
        environment: Mapping[str, str] | None = None,
        files: bool = False,
    ) -> None:
        """`memory_mb` of address space and `seconds` on each processor are its limits; 0: none.

        `environment` is added to the variables that any child gets. With `files` it can be handed
        open files, where the system can (`HANDS_OVER_FILES`); else it opens them by their paths.
        """
        self._files: socket.socket | None = None
        self._messages: Messages = queue.SimpleQueue()
        with contextlib.ExitStack() as stack, contextlib.ExitStack() as theirs:
            self._log = stack.enter_context(tempfile.TemporaryFile())
            requests, self._requests = _pipe(theirs, stack)
            self._answers, answers = _pipe(stack, theirs)
            inherited = [requests.fileno(), answers.fileno(), self._log.fileno()]
            if files:
                self._files, other = socket.socketpair()
                stack.enter_context(self._files)
                inherited.append(theirs.enter_context(other).fileno())
            self._process = _started(inherited)
            stack.callback(self._process.wait)
            reader = threading.Thread(target=self._read, daemon=True)
            reader.start()
            stack.callback(reader.join)
            stack.callback(self.stop)
            self._stack = stack.pop_all()
        self._ready, self._printed = False, 0
        self._send(
            {
                "folder": _folder(),
                "environment": child_environment(environment),
                "memory_mb": memory_mb,
                "seconds": seconds,
                "permits": asdict(permits),
                "prepare": prepare,
                "arguments": dict(arguments or {}),
                "files": files,
            }
        )

    def ask(
        self,
        request: Mapping[str, Any],
        progress: Progress | None = None,
        *,
        total: int = 0,
        limit: TimeLimit | None = None,
        subject: str = "",
        source: IO[bytes] | None = None,
    ) -> Reply:
        """What the process answers.

        `progress` is called several times a second even without news, first up to `total`; it may
        raise. `subject` is what errors are about. `source` is an open file that it is handed.

        Raises:
            SightlineError: of the class that was raised there.
            OutOfTime: it is not done when the limit is over.
            Ended: the process has ended, or ends meanwhile.
        """
        if not self._ready:
            self._reply(progress, total, limit, subject)
        if source:
            request = {**request, "source": source.name}
            if self._files:
                with contextlib.suppress(ConnectionError):
                    socket.send_fds(self._files, [b"."], [source.fileno()])
        self._send(request)
        return self._reply(progress, total, limit, subject)

    def wait_until_ready(self, limit: TimeLimit) -> None:
        """Returns when the process has prepared itself. Raises as `ask`."""
        if not self._ready:
            self._reply(None, 0, limit, "")

    def printed(self) -> str:
        """The end of what it printed to standard error since this was last asked."""
        end = self._log.seek(0, os.SEEK_END)
        self._log.seek(max(end - _TAIL_BYTES, self._printed))
        self._printed = end
        return self._log.read().decode(errors="replace").strip()

    @property
    def runs(self) -> bool:
        """Whether it has not ended."""
        return self._process.poll() is None

    def stop(self) -> None:
        """Ends the process and all that it started at once.

        Any thread may do it, and one that asks gets `Ended`.
        """
        if os.name != "posix":
            self._process.kill()
            return
        # As the first of its session it leads the group of those that it started.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)

    def close(self) -> None:
        """Ends the process, and waits until it has ended."""
        # A request that a process no longer read is still in the pipe.
        with contextlib.suppress(BrokenPipeError):
            self._stack.close()

    def __enter__(self) -> ChildProcess:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()

    def _send(self, content: Mapping[str, Any]) -> None:
        # A process that has ended is found by its silence.
        with contextlib.suppress(BrokenPipeError):
            send(self._requests, content)

    def _reply(
        self, progress: Progress | None, total: int, limit: TimeLimit | None, subject: str
    ) -> Reply:
        done, limit = 0, limit or TimeLimit()
        while not limit.is_over(self._ids):
            with contextlib.suppress(queue.Empty):
                message = self._messages.get(timeout=_TICK_SECONDS)
                if message is None:
                    self._messages.put(None)  # Whoever asks again is told the same.
                    raise self._ended(subject)
                content, body = message
                if "progress" not in content:
                    self._ready = True
                    return _reply(content, body, subject)
                done, total = content["progress"]
            if progress:
                progress(done, total)
        raise OutOfTime

    def _ids(self) -> Iterator[int]:
        return with_descendants(self._process.pid)

    def _read(self) -> None:
        """Takes in what the process sends, as it comes, and None at its end."""
        try:
            while message := receive(self._answers):
                self._messages.put(message)
        finally:
            self._messages.put(None)

    def _ended(self, subject: str) -> Ended:
        code, printed = self._process.wait(), self.printed()
        _LOG.error("%s (%s) ended with code %d:\n%s", self._process.args, subject, code, printed)
        return Ended(code, printed)


def _reply(content: Mapping[str, Any], body: bytes, subject: str) -> Reply:
    if "error" not in content:
        return Reply(content["result"], body)
    if content["detail"]:
        _LOG.warning("%s:\n%s", subject, content["detail"])
    words = f"{subject}: {content['message']}" if subject else content["message"]
    raise getattr(errors, content["error"])(words)


def _folder() -> str:
    """Where this process runs; one that was deleted holds nothing that a path could mean."""
    try:
        return str(Path.cwd())
    except FileNotFoundError:
        return os.sep


def _pipe(reader: contextlib.ExitStack, writer: contextlib.ExitStack) -> tuple[IO[bytes], ...]:
    read, write = os.pipe()
    return reader.enter_context(os.fdopen(read, "rb")), writer.enter_context(os.fdopen(write, "wb"))


def _started(files: Sequence[int]) -> forked_process.ForkedProcess | subprocess.Popen[bytes]:
    """The process, with these open files: its standard input, output and error, and any more.

    It takes no modules from the folder that it runs in.
    """
    if forked_process.AVAILABLE:
        return forked_process.fork(files)
    requests, answers, log, *more = files
    return subprocess.Popen(
        [sys.executable, "-P", "-m", _MODULE, *map(str, more)],
        stdin=requests,
        stdout=answers,
        stderr=log,
        env=child_environment(),
        pass_fds=more,
        # Ctrl-C is for the parent, which ends the child itself.
        start_new_session=True,
    )
