"""What a hostile file would try from the process that reads it; runs inside of that process."""

from __future__ import annotations

import ctypes
import json
import os
import socket
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.jobs.messages import Reply

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from core.progress import Progress

MARKER = "MARKER-of-a-key"
_GIGABYTE = 1024**3
_PROCESSES = 200
_PR_SET_NAME = 15

Targets = dict[str, Any]
"""Names of files, folders and addresses outside; see `tests.core.jobs.sandbox.processes`."""


def attempts(targets: Targets, progress: Progress | None = None) -> dict[str, str]:
    """What came of each attempt; empty where it failed."""
    return {name: _reached(attempt, targets) for name, attempt in ATTEMPTS.items()}


def _reached(attempt: Callable[[Mapping[str, Any]], object], targets: Targets) -> str:
    try:
        return str(attempt(targets) or "")
    except (OSError, ValueError):
        return ""


def _key(_: Mapping[str, Any]) -> str:
    return "a key" if any(MARKER in value for value in os.environ.values()) else ""


def _first_environment(_: Mapping[str, Any]) -> str:
    return "a key" if MARKER.encode() in Path("/proc/self/environ").read_bytes() else ""


def _parent_environment(targets: Mapping[str, Any]) -> str:
    content = Path(f"/proc/{targets['parent']}/environ").read_bytes()
    return "the environment of the parent" if content else ""


def _parent_memory(targets: Mapping[str, Any]) -> str:
    with Path(f"/proc/{targets['parent']}/mem").open("rb"):
        return "the memory of the parent"


def _original_memory(_: Mapping[str, Any]) -> str:
    with Path(f"/proc/{os.getppid()}/mem").open("rb"):
        return "the memory of what it was copied from"


def _read(targets: Mapping[str, Any]) -> str:
    return Path(targets["file"]).read_text("utf-8")


def _list(targets: Mapping[str, Any]) -> str:
    return ", ".join(map(str, Path(targets["outside"]).iterdir()))


def _write(targets: Mapping[str, Any]) -> str:
    Path(targets["outside"], "planted").write_text("x", "utf-8")
    return "a file in a folder outside"


def _change(targets: Mapping[str, Any]) -> str:
    with Path(targets["file"]).open("a", encoding="utf-8") as file:
        file.write("x")
    return "a changed file"


def _write_home(_: Mapping[str, Any]) -> str:
    planted = Path.home() / f".planted-{os.getpid()}"
    planted.write_text("x", "utf-8")
    planted.unlink()
    return "a file in the home folder"


def _tcp(targets: Mapping[str, Any]) -> str:
    with socket.create_connection(("127.0.0.1", targets["tcp"]), 2):
        return "a TCP connection"


def _udp(targets: Mapping[str, Any]) -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        sender.sendto(b"x", ("127.0.0.1", targets["tcp"]))
    return "a datagram"


def _unix(targets: Mapping[str, Any]) -> str:
    with socket.socket(socket.AF_UNIX) as sender:
        sender.connect(targets["unix"])
    return "a local socket"


def _abstract(targets: Mapping[str, Any]) -> str:
    with socket.socket(socket.AF_UNIX) as sender:
        sender.connect("\0" + targets["abstract"])
    return "an abstract socket"


def _privileges(_: Mapping[str, Any]) -> str:
    forbidden = "NoNewPrivs:\t1" in Path("/proc/self/status").read_text("utf-8")
    return "" if forbidden else "programs of root run as root"


def _signal(targets: Mapping[str, Any]) -> str:
    os.kill(targets["parent"], 0)
    return "a signal to the parent"


def _signal_original(_: Mapping[str, Any]) -> str:
    os.kill(os.getppid(), 0)
    return "a signal to what it was copied from"


def _leave(_: Mapping[str, Any]) -> str:
    os.setsid()
    return "a session that outlives the job"


def _large(targets: Mapping[str, Any]) -> str:
    with Path(targets["own"], "large").open("wb") as file:
        file.truncate(targets["largest_mb"] * 1024**2 + _GIGABYTE)
    return "a file without end"


ATTEMPTS: dict[str, Callable[[Mapping[str, Any]], object]] = {
    "read a key": _key,
    "read the environment it was started with": _first_environment,
    "read the parent's environment": _parent_environment,
    "read the parent's memory": _parent_memory,
    "read the memory of what it was copied from": _original_memory,
    "read another file": _read,
    "list a folder outside": _list,
    "write into a folder outside": _write,
    "change a file outside": _change,
    "write into the home folder": _write_home,
    "connect by TCP": _tcp,
    "send a datagram": _udp,
    "connect to a local socket": _unix,
    "connect to an abstract socket": _abstract,
    "gain privileges": _privileges,
    "signal the parent": _signal,
    "signal what it was copied from": _signal_original,
    "leave the group of its job": _leave,
    "write a file of many GB": _large,
}
"""Each attempt by its name."""


def multiply(name: str, progress: Progress | None = None) -> int:
    """How many processes could be started that would go on for an hour, all listed by `name`."""
    ctypes.CDLL(None).prctl(_PR_SET_NAME, name.encode())
    for count in range(_PROCESSES):
        try:
            child = os.fork()
        except OSError:
            return count
        if not child:
            time.sleep(3600)
            os._exit(0)
    return _PROCESSES


def serve(targets: Targets) -> Callable[..., dict[str, str]]:
    """A process that scores settings, taken over: it answers with what it could reach."""
    return partial(attempts, targets)


def draw() -> Callable[..., Reply]:
    """The process that draws, taken over by a file: the job's name holds the targets."""

    def answer(name: str, **_: Any) -> Reply:
        return Reply(None, json.dumps(attempts(json.loads(name))).encode())

    return answer
