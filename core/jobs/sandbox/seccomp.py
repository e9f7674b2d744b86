"""Seccomp: calls of the kernel that a process and all that it starts can no longer make.

Source: https://docs.kernel.org/userspace-api/seccomp_filter.html
"""

from __future__ import annotations

import ctypes
import errno
import json
import struct
from pathlib import Path
from typing import TYPE_CHECKING

from core.jobs.sandbox.system_calls import ARM_64, X86_64, call, machine

if TYPE_CHECKING:
    from collections.abc import Iterable

_CALLS: dict[str, dict[str, int]] = json.loads(
    Path(__file__).with_name("call_numbers.json").read_text("utf-8")
)
"""Numbers of calls by kind of processor."""
_KIND_OF_MACHINE = {X86_64: 0xC000003E, ARM_64: 0xC00000B7}

ALWAYS = (
    "ptrace", "process_vm_readv", "process_vm_writev", "pidfd_getfd", "open_by_handle_at",
    "unshare", "setns", "bpf", "userfaultfd", "perf_event_open", "add_key", "request_key", "keyctl",
)  # fmt: skip
"""Into other processes, past the file system, and to parts of the kernel nobody here needs."""
NETWORK = ("socket", "io_uring_setup")
"""Pairs of sockets, by which processes of one job talk, are made by another call."""
NEW_GROUP = ("setsid", "setpgid")
"""Whoever leaves the group of the job would not end with it."""
PROGRAMS = ("fork", "vfork", "execve", "execveat")
"""Threads are made by `clone`, which is looked at more closely."""

_SET_MODE_FILTER = 1
# Older kernels would else slow down every process that has a filter, against attacks on it.
_FOR_ALL_THREADS, _AT_FULL_SPEED = 1, 1 << 2
_NUMBER_AT, _MACHINE_AT, _FIRST_ARGUMENT_AT = 0, 4, 16
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_KILL, _ALLOW, _REFUSE = 0x80000000, 0x7FFF0000, 0x00050000
_NUMBERS_OF_X32 = 0x40000000
_THREAD, _NEW_USER_NAMESPACE = 0x00010000, 0x10000000

_Step = tuple[int, int, int, int]


def refuse(calls: Iterable[str], *, processes: bool) -> None:
    """From now on these calls fail with `EPERM`; without `processes` so does a new process.

    Raises:
        OSError: the kernel refuses, or the processor is of a kind whose calls are not known.
    """
    kind = machine()
    if not kind:
        raise OSError(errno.ENOSYS, "the numbers of this processor's calls are not known")
    steps = _filter(kind, calls, processes=processes)
    packed = b"".join(struct.pack("=HBBI", *step) for step in steps)
    content = ctypes.create_string_buffer(packed, len(packed))
    # A length of 16 bits, and an address at the next multiple of 8 bytes.
    program = struct.pack("@HP", len(steps), ctypes.addressof(content))
    call(_CALLS[kind]["seccomp"], _SET_MODE_FILTER, _FOR_ALL_THREADS | _AT_FULL_SPEED, program)


def _filter(kind: str, calls: Iterable[str], *, processes: bool) -> list[_Step]:
    """Instructions, each with how many to pass over if it holds, and if it does not."""
    numbers = _CALLS[kind]
    refused = [numbers[name] for name in calls if name in numbers]
    steps = [
        (_LOAD, 0, 0, _MACHINE_AT),
        (_EQUAL, 1, 0, _KIND_OF_MACHINE[kind]),
        (_RETURN, 0, 0, _KILL),
        (_LOAD, 0, 0, _NUMBER_AT),
        *_answer(_AT_LEAST, _NUMBERS_OF_X32, errno.ENOSYS),
        # Its arguments cannot be looked at; programs then take `clone`.
        *_answer(_EQUAL, numbers["clone3"], errno.ENOSYS),
    ]
    for number in refused:
        steps += _answer(_EQUAL, number, errno.EPERM)
    steps += [
        (_EQUAL, 1, 0, numbers["clone"]),
        (_RETURN, 0, 0, _ALLOW),
        (_LOAD, 0, 0, _FIRST_ARGUMENT_AT),
        *_answer(_ANY_BIT, _NEW_USER_NAMESPACE, errno.EPERM),
    ]
    if not processes:
        steps += [(_ANY_BIT, 1, 0, _THREAD), (_RETURN, 0, 0, _REFUSE | errno.EPERM)]
    return [*steps, (_RETURN, 0, 0, _ALLOW)]


def _answer(test: int, value: int, error: int) -> list[_Step]:
    return [(test, 0, 1, value), (_RETURN, 0, 0, _REFUSE | error)]
