"""What reads ranges of pages, those of one file one after the other in one process."""

from __future__ import annotations

import json
from contextlib import ExitStack
from typing import TYPE_CHECKING

from core.files import staged
from core.jobs import JobRunner, Limits
from core.library.document_runner import document_runner
from core.parsing.child import staff_of
from core.parsing.page_ranges import range_job
from core.parsing.page_store import PageStore
from core.reading.ocr import program_folders

if TYPE_CHECKING:
    from pathlib import Path

    from core.cluster.base import ReadingJob
    from core.progress import Progress
    from core.settings import Settings


class RangeReader:
    """Reads ranges. Its process never sees two files, so that none can harm the next one.

    One thread at a time may use it.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._number = 0
        self._open = ExitStack()
        self._runner = JobRunner()
        self._folder: Path | None = None

    def read(self, job: ReadingJob, file: Path, report: Progress) -> bytes:
        """The pages of a range, as `PageStore.packed` gives them.

        Raises:
            LimitReached: it passed its limits of time or memory.
            DiskFull: there is no room for them.
            BrokenPdf: the file cannot be read, or crashed its reader.
        """
        settings, numbers = self._settings, range(job.first_page, job.last_page + 1)
        limits = Limits(settings.reading_seconds(len(numbers)), settings.parse_memory_mb)
        pages = PageStore(self._folder_for(job, file))
        pages.clear()
        options, staff = json.loads(job.options), staff_of(settings, limits)
        child = range_job(file, job.name, job.parser, options, numbers, pages.folder, staff)
        self._runner.run(child, limits, report)
        return pages.packed()

    def close(self) -> None:
        """Ends the process; the next range gets another one."""
        self._open.close()
        self._folder = None

    def _folder_for(self, job: ReadingJob, file: Path) -> Path:
        if self._folder is None or self._number != job.part_of:
            self.close()
            settings = self._settings
            self._number, self._folder = (
                job.part_of,
                self._open.enter_context(staged(settings.home)),
            )
            reads = (file, *program_folders())
            runner = document_runner(settings, self._folder, reads, processes=True)
            self._runner = self._open.enter_context(runner)
        return self._folder
