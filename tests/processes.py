"""Processes that a test must not leave behind."""

from __future__ import annotations

import psutil


def isolated_jobs() -> list[psutil.Process]:
    """Children of this process that run an isolated job; other tests may own other children."""
    children = psutil.Process().children(recursive=True)
    return [child for child in children if _command(child)[-1:] == ["core.jobs.child"]]


def _command(process: psutil.Process) -> list[str]:
    try:
        return process.cmdline()
    except psutil.NoSuchProcess:
        return []
