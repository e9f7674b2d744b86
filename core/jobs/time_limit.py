"""Limits on the time of processes; that in which others keep them waiting does not count."""

from __future__ import annotations

import math
import sys
import time
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

_LOOK_SECONDS = 1.0
_AT_WORK = 0.02
"""The share of a processor that a process takes which does more than look whether there is work."""
_LEAST = 0.1
"""The share of the time that passes which counts at least: so whatever hardly works ends, too."""


class TimeLimit:
    """Seconds from now on that processes have together.

    While one of them works, the processor time of the busiest one is counted: on a busy machine
    that is less than the time that passes, but never less than a tenth of it. While none works,
    all that passes is counted. So they have ten times the seconds at most, whatever they do.
    Where the system does not say what another process works, as only Linux does, that is always so.
    """

    def __init__(self, seconds: float = math.inf) -> None:
        self.seconds = seconds
        self._counted, self._since = 0.0, monotonic()
        self._clocks: Mapping[int, float] | None = None

    @property
    def spent(self) -> float:
        """The seconds that are counted by now; what was not looked at yet as it passes."""
        return self._counted + monotonic() - self._since

    def is_over(self, processes: Callable[[], Iterable[int]]) -> bool:
        """Whether they are spent; to be asked often. `processes` gives the ids of those at it."""
        if self.seconds == math.inf:
            return False
        now = monotonic()
        if self._clocks is None or now - self._since >= _LOOK_SECONDS:
            self._look(now, processes())
        return self.spent >= self.seconds

    def _look(self, now: float, processes: Iterable[int]) -> None:
        passed, before = now - self._since, self._clocks
        self._clocks = dict(_clocks(processes))
        if before is not None:
            worked = max(
                (at - before.get(each, 0.0) for each, at in self._clocks.items()), default=0.0
            )
            if worked > _AT_WORK * passed:
                passed = min(max(worked, _LEAST * passed), passed)
        self._counted, self._since = self._counted + passed, now


def with_descendants(process: int) -> Iterator[int]:
    """The ids of a process and of all that it started, as far as the system tells."""
    # Not by recursion: each of a thousand may have started the next one.
    known = [process]
    for each in known:
        yield each
        known += _children(each)


def _children(process: int) -> Iterator[int]:
    with suppress(OSError):
        for thread in Path(f"/proc/{process}/task").iterdir():
            with suppress(OSError):  # Threads end, others go on.
                yield from map(int, (thread / "children").read_text().split())


def _clocks(processes: Iterable[int]) -> Iterator[tuple[int, float]]:
    for process in processes:
        with suppress(OSError):  # It may have ended.
            yield process, _processor_seconds(process)


def _processor_seconds(process: int) -> float:
    """What a process worked on all processors. Raises `OSError` where the system does not say."""
    if sys.platform != "linux":
        raise OSError
    # The id of its clock; see `clock_getcpuclockid`, which Python knows for threads alone.
    return time.clock_gettime(~process << 3 | 2)
