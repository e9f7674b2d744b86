"""A process that scores settings, taken over: its answers are what it could reach."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from benchmarks.attacks.in_child import Targets, attempts

if TYPE_CHECKING:
    from collections.abc import Callable


def prepare(targets: Targets) -> Callable[..., dict[str, str]]:
    """What answers each request with the outcome of the attempts on the targets."""
    return partial(attempts, targets)
