"""Time that grows with the size of what is read, on machines of any speed."""

from __future__ import annotations

import gc
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_TIMES = 8
_SLACK_SECONDS = 0.1
_TRIES = 3


def assert_time_grows_with(size: int, work: Callable[[int], object]) -> None:
    """Eight times the size may take 24 times as long; with its square it would be 64 times."""
    small = min(_seconds(size, work) for _ in range(_TRIES))
    limit = 3 * _TIMES * small + _SLACK_SECONDS
    large = (_seconds(_TIMES * size, work) for _ in range(_TRIES))
    assert any(seconds < limit for seconds in large)


def _seconds(size: int, work: Callable[[int], object]) -> float:
    """Of the processor and this thread alone: other programs and threads run beside the tests.

    The garbage collector waits, which looks through all that earlier tests have left.
    """
    gc.disable()
    try:
        began = time.thread_time()
        work(size)
        return time.thread_time() - began
    finally:
        gc.enable()
