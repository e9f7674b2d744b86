"""How long work reports how far it is."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[int, int], None]
"""Called with (done, total). It may raise `core.errors.Cancelled` to stop the work."""


def part(progress: Progress | None, start: int, total: int) -> Progress | None:
    """A callback for one part of the work: what it reports is counted on from `start` of `total`.

    The part counts in the same unit as the whole.
    """
    if progress is None:
        return None
    return lambda done, _: progress(start + done, total)
