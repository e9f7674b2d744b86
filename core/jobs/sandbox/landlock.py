"""Landlock: which files a process and all that it starts may reach. Linux 5.13 and later.

Source: https://docs.kernel.org/userspace-api/landlock.html
"""

from __future__ import annotations

import os
import struct
import sys
from contextlib import suppress
from enum import IntFlag
from typing import TYPE_CHECKING

from core.jobs.sandbox.system_calls import call

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_ASK_VERSION = 1
_PATH_BENEATH = 1
_BIND_AND_CONNECT_TCP = 0b11
_NO_SOCKETS_OR_SIGNALS_OUTSIDE = 0b11


class Access(IntFlag):
    """What may be done with a file, or with all below a folder."""

    EXECUTE = 1 << 0
    WRITE_FILE = 1 << 1
    READ_FILE = 1 << 2
    READ_DIR = 1 << 3
    REMOVE_DIR = 1 << 4
    REMOVE_FILE = 1 << 5
    MAKE_CHAR = 1 << 6
    MAKE_DIR = 1 << 7
    MAKE_REG = 1 << 8
    MAKE_SOCK = 1 << 9
    MAKE_FIFO = 1 << 10
    MAKE_BLOCK = 1 << 11
    MAKE_SYM = 1 << 12
    REFER = 1 << 13
    TRUNCATE = 1 << 14
    IOCTL_DEV = 1 << 15


READ = Access.READ_FILE | Access.READ_DIR
RUN = READ | Access.EXECUTE
CHANGE = (
    READ
    | Access.WRITE_FILE
    | Access.TRUNCATE
    | Access.REMOVE_DIR
    | Access.REMOVE_FILE
    | Access.MAKE_DIR
    | Access.MAKE_REG
    | Access.REFER
)
ALL = Access((1 << len(Access)) - 1)
_OF_FILES = (
    Access.EXECUTE | Access.WRITE_FILE | Access.READ_FILE | Access.TRUNCATE | Access.IOCTL_DEV
)
_RIGHTS_OF_VERSIONS = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}
"""How many of the rights a version knows; later ones know them all."""
RENAMES_SINCE = 2
"""Before, nothing could be moved from one folder to another."""
_TCP_SINCE, _SCOPES_SINCE = 4, 6


def version() -> int:
    """The version of Landlock in force here; 0 without it."""
    if sys.platform != "linux":
        return 0
    try:
        return call(_CREATE_RULESET, None, 0, _ASK_VERSION)
    except OSError:
        return 0


def restrict_files(permitted: Mapping[Access, Iterable[str]], *, tcp: bool = False) -> None:
    """From now on only these paths can be opened, each for what is permitted; TCP only with `tcp`.

    A folder stands for all below it; paths that are not there are passed over. No process outside
    can be looked into, sent a signal or called by an abstract socket. Holds for the thread that
    calls it, and for all that it starts.

    Raises:
        OSError: the kernel refuses.
    """
    abi = version()
    handled = Access((1 << _RIGHTS_OF_VERSIONS.get(abi, len(Access))) - 1)
    rules = call(_CREATE_RULESET, *_ruleset(abi, handled, tcp=tcp), 0)
    try:
        for access, paths in permitted.items():
            for path in paths:
                with suppress(FileNotFoundError, NotADirectoryError, PermissionError):
                    _permit(rules, path, access & handled)
        call(_RESTRICT_SELF, rules, 0)
    finally:
        os.close(rules)


def _ruleset(abi: int, handled: Access, *, tcp: bool) -> tuple[bytes, int]:
    """The description of a set of rules in the length that a version of Landlock knows."""
    parts = [int(handled)]
    if abi >= _TCP_SINCE:
        parts.append(0 if tcp else _BIND_AND_CONNECT_TCP)
    if abi >= _SCOPES_SINCE:
        parts.append(_NO_SOCKETS_OR_SIGNALS_OUTSIDE)
    return struct.pack(f"={len(parts)}Q", *parts), 8 * len(parts)


def _permit(rules: int, path: str, access: Access) -> None:
    place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        if not os.path.isdir(path):  # noqa: PTH112
            access &= _OF_FILES
        call(_ADD_RULE, rules, _PATH_BENEATH, struct.pack("=Qi", int(access), place), 0)
    finally:
        os.close(place)
