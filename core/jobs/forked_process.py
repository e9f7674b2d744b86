"""Children that are copied from one process, which holds what they need in memory.

Starting Python and importing takes about a second, longer than reading a short file. On Linux this
is done once for all children of a process (see `core.jobs.fork_server`).
"""

from __future__ import annotations

import errno
import os
import signal
import socket
import subprocess
import sys
import threading
from multiprocessing import Pipe
from typing import TYPE_CHECKING

from core.jobs.sandbox.environment import child_environment

if TYPE_CHECKING:
    from collections.abc import Sequence
    from multiprocessing.connection import Connection

AVAILABLE = sys.platform == "linux"
_SERVER = "core.jobs.fork_server"
_STANDARD_ERROR = 2
_SECONDS_TO_END = 2.0


class ForkedProcess:
    """A copy of the server, which runs `core.jobs.child`."""

    args = _SERVER

    def __init__(self, pid: int, status: Connection) -> None:
        """Its end will be told by `status`."""
        self.pid = pid
        self._status, self._lock = status, threading.Lock()
        self._code: int | None = None

    def poll(self) -> int | None:
        """As of `subprocess.Popen`."""
        with self._lock:
            if self._code is None and self._status.poll():
                try:
                    self._code = int(self._status.recv_bytes())
                except EOFError:  # The server ended, and all its children with it.
                    self._code = -signal.SIGKILL
        return self._code

    def wait(self) -> int:
        """As of `subprocess.Popen`."""
        while (code := self.poll()) is None:
            self._status.poll(None)
        return code


def fork(files: Sequence[int]) -> ForkedProcess:
    """A process with these open files: its standard input, output and error, and any more.

    It leads a group of its own, and is killed when this process has ended.

    Raises:
        OSError: the system allows no more processes or open files.
    """
    global _server
    with _starting:
        for _ in range(2):  # The server before may have been killed.
            _server = _server or _Server()
            if process := _server.fork(files):
                return process
            _server.close()
            _server = None
    raise OSError("no process can be started: the one to copy it from ends at once")


def prepare() -> None:
    """Starts the server, and lets it import what children use, without waiting for it."""
    global _server
    if AVAILABLE:
        with _starting:
            _server = _server or _Server()
            _server.import_modules()


class _Server:
    def __init__(self) -> None:
        self._forks = 0
        _occupy_standard_streams()
        # Each message comes whole, with the files that belong to it.
        self._requests, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", _SERVER, str(theirs.fileno())],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=None if sys.stderr else subprocess.DEVNULL,
                env=child_environment(),
                pass_fds=[theirs.fileno()],
                start_new_session=True,  # Ctrl-C is for the process that it serves.
            )

    def fork(self, files: Sequence[int]) -> ForkedProcess | None:
        """None if the server has ended. Raises `OSError` as the function `fork`."""
        if self._forks == 1:  # Whoever needs one child only does not wait for more than that.
            self.import_modules()
        self._forks += 1
        status, theirs = Pipe(duplex=False)
        with theirs:
            if not self._sent([theirs.fileno(), *files]):
                return None
        try:
            number = int(status.recv_bytes())
        except EOFError:
            if not self._ends():
                raise OSError(errno.EMFILE, os.strerror(errno.EMFILE)) from None
            return None
        if number < 0:
            raise OSError(-number, os.strerror(-number))
        return ForkedProcess(number, status)

    def import_modules(self) -> None:
        self._sent([])

    def close(self) -> None:
        self._requests.close()
        self._process.wait()

    def leave(self) -> None:
        """Leaves it to the process that this one was copied from."""
        self._requests.close()
        self._process.returncode = 0  # It is not a child of this process.

    def _ends(self) -> bool:
        try:
            self._process.wait(_SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            return False
        return True

    def _sent(self, files: Sequence[int]) -> bool:
        """A request for a process with these files; without any, for importing."""
        try:
            socket.send_fds(self._requests, [bytes([len(files)])], files)
        except (BrokenPipeError, ConnectionResetError):
            return False
        return True


def _occupy_standard_streams() -> None:
    """Of a program that runs with one closed, another file would get its number."""
    while (file := os.open(os.devnull, os.O_RDWR)) <= _STANDARD_ERROR:
        continue
    os.close(file)


_server: _Server | None = None
_starting = threading.Lock()


def _begin_anew() -> None:
    """A copy of this process has a server of its own; the lock may have been held."""
    global _server, _starting
    if _server:
        _server.leave()
    _server, _starting = None, threading.Lock()


if AVAILABLE:
    os.register_at_fork(after_in_child=_begin_anew)
