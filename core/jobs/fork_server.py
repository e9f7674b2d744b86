"""A process that children are copied from, so that they start with what they need in memory.

It has seen no file and no key. It ends with the process that it serves, as its copies do with it.
Copies share the layout of their memory, which is no secret to a file that crashes one after
another: what keeps it in is what each of them gives up (see `core.jobs.sandbox`).
"""

from __future__ import annotations

import contextlib
import errno
import gc
import os
import signal
import socket
import sys
from importlib import import_module
from multiprocessing.connection import Connection, wait
from typing import TYPE_CHECKING

from core.jobs import child
from core.jobs.model_loading import import_lean
from core.jobs.sandbox.parent_death import end_with

if TYPE_CHECKING:
    from collections.abc import Sequence

_MODULES = (
    "core.inspection.layout",
    "core.inspection.metadata",
    "core.inspection.rules",
    "core.inspection.worker",
    "core.library.file_checks",
    "core.parsing.adapters.native",
    "core.parsing.child",
    "core.parsing.pages_by_model",
    "core.parsing.routed",
    "core.parsing.structural_rule",
    "core.rendering.drawing",
    "onnxruntime",
)
"""What most children use. None may start a thread when it is imported: copies would miss it.

Whoever reads pages imports onnxruntime, if only to limit its threads.
"""
IMPORT = b"\0"
"""The request to import what most children use. Others are how many files come with them."""
_MOST_FILES = 8
_STANDARD_STREAMS = 3
_MANY = 4096
"""Bytes, one for each child that has ended; what is left is read next."""


def main() -> None:
    """Serves until nobody can ask any more; in each copy: runs the child."""
    requests = socket.socket(fileno=int(sys.argv[1]))
    # The end of a child is seen in this pipe, also when it comes just before waiting.
    woken, waking = os.pipe()
    os.set_blocking(waking, False)
    signal.set_wakeup_fd(waking)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    import_lean()
    parents: dict[int, Connection] = {}
    while True:
        if woken in wait([requests, woken]):
            os.read(woken, _MANY)
            _tell_ends(parents)
            continue
        request, files, *_ = socket.recv_fds(requests, 1, _MOST_FILES)
        if not request:
            return
        if request == IMPORT:
            _import_modules()
        elif len(files) == request[0]:  # It is less where this process may open no more.
            parent = Connection(files.pop(0), readable=False)
            if not _fork(parent, parents):
                break
        for file in files:
            os.close(file)
    requests.close()
    os.close(woken)
    os.close(waking)
    _take(files)
    child.main(_STANDARD_STREAMS)


def _fork(parent: Connection, parents: dict[int, Connection]) -> bool:
    """Whether this is still the server, and not the new child; its parent is told its number."""
    try:
        pid = _forked()
    except OSError as error:  # The system has no room for another one.
        with parent:
            _tell(parent, -(error.errno or errno.EAGAIN))
        return True
    parents[pid] = parent
    if pid:
        _tell(parent, pid)
        return True
    for connection in parents.values():
        connection.close()
    return False


def _tell_ends(parents: dict[int, Connection]) -> None:
    while parents:
        pid, status = os.waitpid(-1, os.WNOHANG)
        if not pid:
            return
        with parents.pop(pid) as parent:
            _tell(parent, os.waitstatus_to_exitcode(status))


def _tell(parent: Connection, number: int) -> None:
    with contextlib.suppress(BrokenPipeError):  # It does not want to know any more.
        parent.send_bytes(str(number).encode())


def _import_modules() -> None:
    for module in _MODULES:
        with contextlib.suppress(ImportError):  # Whoever needs it says so.
            import_module(module)
    gc.collect()
    gc.freeze()  # What is never looked at stays shared with the copies.


def _forked() -> int:
    """The number of a new child; 0 in that child, which leads a group of its own."""
    server = os.getpid()
    pid = os.fork()
    # In both, as either may go on first.
    with contextlib.suppress(OSError):
        os.setpgid(pid, pid)
    if not pid:
        end_with(server)
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    return pid


def _take(files: Sequence[int]) -> None:
    """Makes these open files the first ones. They stand in the order of their numbers."""
    for number, file in enumerate(files):
        os.dup2(file, number)
    for file in files:
        if file >= len(files):
            os.close(file)


if __name__ == "__main__":
    main()
