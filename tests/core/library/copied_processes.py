"""Processes that change a library and are killed: copies of one that imported what they need."""

from __future__ import annotations

from multiprocessing import get_context

PROCESSES = get_context("forkserver")
# All in one list: the process that others are copied from is started once, with the first one's.
PROCESSES.set_forkserver_preload(["tests.core.library.preloaded"])
