"""Which restrictions this system has for child processes, as one of them found them."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from core.jobs.job import Job, Limits, run_isolated
from core.jobs.sandbox.confinement import Permits, Restriction, confine

if TYPE_CHECKING:
    from core.progress import Progress

_LIMITS = Limits(60, 2048)


def restrictions_in_force() -> list[Restriction]:
    """Each restriction of the processes that read documents, tried in one of them.

    Raises:
        SightlineError: no such process can be started.
    """
    job = Job("The trial of a process", f"{__name__}:tried", {}, processes=True)
    return [Restriction(**values) for values in run_isolated(job, _LIMITS)]


def tried(progress: Progress) -> list[dict[str, Any]]:
    """What becomes of each restriction; runs in the child process."""
    return [asdict(restriction) for restriction in confine(Permits(processes=True))]
