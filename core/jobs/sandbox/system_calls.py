"""Calls of the Linux kernel for which Python has no function, by their numbers."""

from __future__ import annotations

import ctypes
import os
import platform
import sys
from functools import cache

X86_64, ARM_64 = "x86_64", "aarch64"
_CAPSET = {X86_64: 126, ARM_64: 91}
_PR_SET_NO_NEW_PRIVS = 38
_CAPABILITY_VERSION = 0x20080522
_READ_AND_WRITE_ANY_FILE = 0b110
"""`CAP_DAC_OVERRIDE` and `CAP_DAC_READ_SEARCH`: without them root may read less than its user."""


def machine() -> str:
    """The kind of processor whose numbers of calls are known here; empty for any other."""
    supported = sys.platform == "linux" and sys.maxsize > 2**32 and platform.machine() in _CAPSET
    return platform.machine() if supported else ""


def call(number: int, *arguments: int | bytes | ctypes.Array[ctypes.c_char] | None) -> int:
    """What the kernel answers.

    Raises:
        OSError: it refuses, or does not know the call.
    """
    words = [ctypes.c_long(value) if isinstance(value, int) else value for value in arguments]
    answer = _libc().syscall(ctypes.c_long(number), *words)
    if answer < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return answer


def forbid_new_privileges() -> None:
    """From now on no program that this process starts may do more than it, whoever owns it.

    Of root's rights only that to its files is left.

    Raises:
        OSError: the kernel does not know it.
    """
    if _libc().prctl(_PR_SET_NO_NEW_PRIVS, *map(ctypes.c_ulong, (1, 0, 0, 0))):
        raise OSError(ctypes.get_errno(), "no new privileges cannot be forbidden")
    if os.geteuid() == 0 and machine():
        _give_up_capabilities()


def _give_up_capabilities() -> None:
    """Keeps those to files, where there are any."""
    header = _words(_CAPABILITY_VERSION, 0)
    try:
        call(_CAPSET[machine()], header, _words(*[_READ_AND_WRITE_ANY_FILE] * 2, 0, 0, 0, 0))
    except PermissionError:  # A container may have taken them before.
        call(_CAPSET[machine()], header, _words(0, 0, 0, 0, 0, 0))


def _words(*values: int) -> ctypes.Array[ctypes.c_char]:
    content = b"".join(value.to_bytes(4, sys.byteorder) for value in values)
    return ctypes.create_string_buffer(content, len(content))


@cache
def _libc() -> ctypes.CDLL:
    libc = ctypes.CDLL(None, use_errno=True)
    libc.syscall.restype = ctypes.c_long
    return libc
