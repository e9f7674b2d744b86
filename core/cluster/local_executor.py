"""Jobs done by threads of this process, which have the pages read by processes of their own."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from core.cluster import open_jobs
from core.cluster.job_reader import IDLE_SECONDS, JobReader, read_or_tell
from core.errors import SetupError
from core.workbench import Workbench

if TYPE_CHECKING:
    from collections.abc import Callable

    from core.settings import Settings


class LocalExecutor:
    """Reads without Ray."""

    def __init__(self, settings: Settings, lease_seconds: float) -> None:
        self._settings, self._lease_seconds = settings, lease_seconds

    def run(self, workers: int | None, stop: Callable[[], bool]) -> None:
        """Reads so many files at once until `stop` says so, which is asked about every second.

        None: as many as there are processors for. They share the processes that the settings allow,
        and the cores. What is being read then goes back into the table, and counts as no failure.

        Raises:
            SetupError: nothing can be read here.
        """
        workers = workers or max(1, self._settings.parse_workers // 2)
        shared = self._settings.shared_by(workers)
        table = open_jobs(self._settings, self._lease_seconds)
        table.sweep()
        bench, stopped = Workbench(shared), threading.Event()
        readers = [
            JobReader(
                table,
                bench,
                number=number,
                processes=shared.parse_workers,
                stopping=stopped.is_set,
            )
            for number in range(workers)
        ]
        threads = [threading.Thread(target=_work, args=(each, stopped)) for each in readers]
        for thread in threads:
            thread.start()
        try:
            while not stop():
                stopped.wait(IDLE_SECONDS)
                if not all(thread.is_alive() for thread in threads):
                    raise SetupError(
                        "A thread of this worker ended in a way that is not foreseen. Its log says "
                        "more; start it again. Its file is read by another worker, or then."
                    )
        finally:
            stopped.set()
            for thread in threads:
                thread.join()


def _work(reader: JobReader, stopped: threading.Event) -> None:
    while not stopped.is_set():
        if not read_or_tell(reader):
            stopped.wait(IDLE_SECONDS)
    reader.close()
