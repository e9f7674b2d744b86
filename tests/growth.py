"""Time that grows with the size of what is read, on machines of any speed."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_TIMES = 8
_SLACK_SECONDS = 0.1


def assert_time_grows_with(size: int, work: Callable[[int], object]) -> None:
    """Eight times the size may take 24 times as long; with its square it would be 64 times."""
    small = min(_seconds(size, work) for _ in range(3))
    assert _seconds(_TIMES * size, work) < 3 * _TIMES * small + _SLACK_SECONDS


def _seconds(size: int, work: Callable[[int], object]) -> float:
    """Of the processor, as other programs run beside the tests."""
    began = time.process_time()
    work(size)
    return time.process_time() - began
