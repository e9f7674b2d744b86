"""What is wrong with a file of the data folder, and what can be done about it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.errors import Cancelled, DataTooNew, SightlineError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from core.progress import Progress
    from core.workbench import Workbench

    Mend = Callable[[Progress | None], str]
    Check = Callable[[Workbench], Iterator["Damage"]]

USE_LATER = "Use the later version of Sightline that wrote it. Nothing overwrites it."


@dataclass(frozen=True, slots=True)
class Damage:
    """A damaged file, what is wrong with it in words, and the next step.

    `mend` repairs it and says what was done; None where only a person can.
    """

    path: Path
    problem: str
    next_step: str
    mend: Mend | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """A damage after the check: `repaired` says what was done; empty where it remains."""

    path: Path
    problem: str
    next_step: str
    repairable: bool
    repaired: str = ""


def settled(damage: Damage, progress: Progress | None, *, repair: bool) -> Finding:
    """The damage, repaired where that is wanted and can be done. Raises `Cancelled`."""
    parts = damage.path, damage.problem, damage.next_step, damage.mend is not None
    if not (repair and damage.mend):
        return Finding(*parts)
    try:
        return Finding(*parts, repaired=damage.mend(progress))
    except Cancelled:
        raise
    except SightlineError as error:
        return Finding(damage.path, f"{damage.problem} It was not repaired: {error}", *parts[2:])


def too_new(path: Path, error: DataTooNew) -> Damage:
    """A file that a later version wrote, which is left alone."""
    return Damage(path, str(error), USE_LATER)
