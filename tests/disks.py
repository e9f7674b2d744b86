"""Disks with little room, without filling one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core import files

if TYPE_CHECKING:
    import pytest


class _Usage:
    def __init__(self, free: int) -> None:
        self.free = free


def with_free(monkeypatch: pytest.MonkeyPatch, megabytes: int) -> None:
    """Every disk seems to have so much room, until `monkeypatch` undoes it."""
    monkeypatch.setattr(files.shutil, "disk_usage", lambda _: _Usage(megabytes << 20))
