"""What is wrong with a file of the data folder, and what can be done about it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
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

    `mend` repairs it and says what was done; None where only a person can. `repaired` is what it
    said; empty where the damage remains.
    """

    path: Path
    problem: str
    next_step: str
    mend: Mend | None = field(default=None, compare=False)
    repaired: str = ""

    @property
    def repairable(self) -> bool:
        """Whether it can be repaired without a person."""
        return self.mend is not None

    def mended(self, progress: Progress | None) -> Damage:
        """The same after its repair, if it can be repaired. Raises `Cancelled`."""
        if self.mend is None:
            return self
        try:
            return replace(self, repaired=self.mend(progress))
        except Cancelled:
            raise
        except SightlineError as error:
            return replace(self, problem=f"{self.problem} It was not repaired: {error}")


def too_new(path: Path, error: DataTooNew) -> Damage:
    """A file that a later version wrote, which is left alone."""
    return Damage(path, str(error), USE_LATER)
