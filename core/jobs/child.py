"""The child: gives up what it does not need, then answers requests until nobody sends any more.

Anything that libraries print goes to standard error.
"""

from __future__ import annotations

import mmap
import os
import socket
import sys
import tempfile
import traceback
from contextlib import suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from core.errors import DiskFull, LimitReached, SightlineError
from core.files import disk_is_full, full_disk
from core.jobs.failure_causes import MORE_MEMORY
from core.jobs.messages import Reply, receive, send
from core.jobs.model_loading import import_lean
from core.jobs.sandbox.confinement import Permits, confine
from core.jobs.sandbox.parent_death import end_with
from core.jobs.sandbox.resource_limits import limit_memory, limit_time

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from core.progress import Progress


def main(channel: int = 0) -> None:
    """Prepares itself as the first request says, and answers that and all others.

    `channel` is the number of the socket by which it is handed files, where it is.
    """
    stream, answers = _streams()
    requests = _requests(stream)
    start = next(requests)
    _live_in(start["folder"], start["environment"])
    _show_as(start["prepare"].partition(":")[0].rpartition(".")[2] or "job")
    if start["memory_mb"]:
        limit_memory(start["memory_mb"])
    if start["seconds"]:
        limit_time(start["seconds"])
    confine(Permits(**start["permits"]))
    import_lean()
    work: Callable[..., Any] = call

    def prepare() -> None:
        nonlocal work
        work = load(start["prepare"])(**start["arguments"])

    def progress(done: int, total: int) -> None:
        send(answers, {"progress": [done, total]})

    content, body = _outcome(prepare if start["prepare"] else dict, start)
    send(answers, content, body)
    if "error" in content:
        return
    sources = _handed_over(channel)
    for request in requests:
        if "source" in request:
            request["source"] = next(sources) if start["files"] else Path(request["source"])
        send(answers, *_outcome(partial(work, **request, progress=progress), start))


def load(target: str) -> Callable[..., Any]:
    """The function that `package.module:name` names."""
    module, _, name = target.partition(":")
    return getattr(import_module(module), name)


def call(target: str, arguments: Mapping[str, Any], progress: Progress) -> Any:
    """What the function that `target` names gives for these arguments."""
    return load(target)(**arguments, progress=progress)


def _streams() -> tuple[IO[bytes], IO[bytes]]:
    """Requests and answers. From now on nothing else is read, and prints go to standard error."""
    requests = os.fdopen(os.dup(sys.stdin.fileno()), "rb")
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    empty = os.open(os.devnull, os.O_RDONLY)
    os.dup2(empty, sys.stdin.fileno())
    os.close(empty)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return requests, answers


def _live_in(folder: str, environment: Mapping[str, str]) -> None:
    """Where relative paths begin, and variables; keys among these are in no other process."""
    with suppress(OSError):  # Its user may have no right to enter it; where it is is the same then.
        os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    tempfile.tempdir = None  # It may have been found by other variables.


def _show_as(name: str) -> None:
    """The name of this process in lists of processes; on Linux, where it is else that of a copy."""
    with suppress(OSError):
        Path("/proc/self/comm").write_text(name)


def _requests(stream: IO[bytes]) -> Iterator[dict[str, Any]]:
    while message := receive(stream):
        yield message[0]


def _handed_over(channel: int) -> Iterator[memoryview]:
    """The contents of the files that are handed to this process, which can open none itself."""
    with socket.socket(fileno=channel) as files:
        while True:
            (place, *_) = socket.recv_fds(files, 1, 1)[1]
            size = os.fstat(place).st_size
            yield memoryview(mmap.mmap(place, size, prot=mmap.PROT_READ) if size else b"")
            os.close(place)


def _outcome(work: Callable[[], Any], start: Mapping[str, Any]) -> tuple[dict[str, Any], bytes]:
    """The answer to a request. An unexpected error ends the process: it may be damaged."""
    limited = bool(start["memory_mb"])
    try:
        result = work()
    except SightlineError as error:
        if limited and error.__cause__ and disk_is_full(error.__cause__):
            return _without_room(start)
        detail = traceback.format_exc() if error.__cause__ else ""
        return _error(type(error), str(error), detail)
    except OSError as error:
        if not (limited and disk_is_full(error)):
            raise
        return _without_room(start)
    except MemoryError:
        if not limited:
            raise
        return _error(
            LimitReached,
            f"needs more than {start['memory_mb']} MB of memory, which is the limit. {MORE_MEMORY}",
        )
    reply = result if isinstance(result, Reply) else Reply(result)
    return {"result": reply.result}, reply.body


def _without_room(start: Mapping[str, Any]) -> tuple[dict[str, Any], bytes]:
    folder = next(iter(start["permits"]["writes"]), tempfile.gettempdir())
    return _error(DiskFull, str(full_disk(Path(folder))))


def _error(kind: type[Exception], message: str, detail: str = "") -> tuple[dict[str, Any], bytes]:
    return {"error": kind.__name__, "message": message, "detail": detail}, b""


if __name__ == "__main__":
    end_with(os.getppid())
    main(*map(int, sys.argv[1:]))
