"""What does all jobs on one document, whose file nobody has looked at before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.jobs import JobRunner
from core.jobs.sandbox.confinement import Permits

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from core.settings import Settings

_PROCESSOR_SHARE = 2.0
"""Seconds of a processor for each second of the longest document, before the system ends its
process; each job keeps its own time."""


def document_runner(
    settings: Settings, folder: Path, reads: Iterable[Path], *, processes: bool
) -> JobRunner:
    """A runner whose child writes below `folder` and reads that and `reads`.

    With `processes` it may start others.
    """
    permits = Permits(
        reads=tuple(str(path.resolve()) for path in reads),
        writes=(str(folder.resolve()),),
        processes=processes,
        largest_mb=settings.parse_memory_mb,
    )
    return JobRunner(permits, _PROCESSOR_SHARE * settings.reading_seconds(settings.max_pages))
