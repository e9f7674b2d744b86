"""Processes that a test must not leave behind."""

from __future__ import annotations

import psutil


def isolated_jobs() -> list[psutil.Process]:
    """Children of this process that run an isolated job; other tests may own other children."""
    return children_named("job")


def children_named(name: str) -> list[psutil.Process]:
    """What this process started, by itself or through others, and is listed by this name."""
    children = psutil.Process().children(recursive=True)
    return [child for child in children if _name(child) == name]


def _name(process: psutil.Process) -> str:
    try:
        return process.name()
    except psutil.NoSuchProcess:
        return ""
