"""Files read by one and by two workers of a Ray cluster on this machine, and by workers that die.

A guideline is read many times over, each time with other bytes behind its end, so that it is
another document. The machine should do nothing else meanwhile, and have two processors.
"""

from __future__ import annotations

import os
import signal
import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread
from typing import TYPE_CHECKING

import psutil
import pymupdf

from benchmarks.figure import Figure
from core.cluster import open_executor, open_jobs
from core.jobs.background import Stage
from core.settings import Settings, load_settings
from core.workbench import Workbench
from tests.ray_head import ENVIRONMENT, RayHead

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.cluster.base import ReadingJob
    from core.cluster.job_table import JobTable

PAGES = 2000
KILLS = 10
_ROUNDS = 2
"""One worker and two take turns so often, so that what else the machine does meets both."""
_LEASE_SECONDS = 20.0
_LOOK_SECONDS = 0.1
_KILL_SECONDS = 3.0
"""Between two kills, in which a document is not yet read."""
_MOST_FAILURES = 2
"""With one more, a file would be given up."""
_SAMPLE = Path(__file__).parents[1] / "sample_docs" / "data_security_policy.pdf"
_COPY = count()


@dataclass(frozen=True)
class Library:
    """A library that workers read into, and the jobs that they read."""

    settings: Settings
    table: JobTable
    address: str

    @contextmanager
    def workers(self, number: int) -> Iterator[None]:
        """So many workers are there and have read something before the block begins."""
        stopped, seen = Event(), set[str]()
        executor = open_executor(self.settings, self.address, _LEASE_SECONDS)
        thread = Thread(target=executor.run, args=(number, stopped.is_set))
        thread.start()
        try:
            while len(seen) < number:
                numbers = self.put([_one_page()])
                self.wait()
                seen |= {job.worker for job in self.table.get(numbers)}
            yield
        finally:
            stopped.set()
            thread.join()

    def put(self, files: Sequence[bytes]) -> list[int]:
        """The numbers of jobs for new documents."""
        return [self.table.put(content, f"{next(_COPY)}.pdf").number for content in files]

    def read(self, files: Sequence[bytes]) -> float:
        """The seconds in which workers read the files."""
        start = time.monotonic()
        self.put(files)
        self.wait()
        return time.monotonic() - start

    def wait(self) -> None:
        """Returns when no job is left."""
        while self.table.active():
            time.sleep(_LOOK_SECONDS)


def run(data: Path | None) -> list[Figure]:
    """Figures of 2,000 pages and 10 kills; none where Ray is missing."""
    return measure(data, PAGES, KILLS)


def measure(data: Path | None, pages: int, kills: int, rounds: int = _ROUNDS) -> list[Figure]:
    """Figures of about so many pages for each number of workers, and of so many kills."""
    if find_spec("ray") is None:
        return []
    with started() as library:
        source = _source(data)
        speeds = _speeds(library, source, pages, rounds)
        long = _long_file(library, source, pages // rounds)
        return [*speeds, *long, *killed(library, source, pages // rounds, kills)]


@contextmanager
def started() -> Iterator[Library]:
    """An empty library beside a head of Ray, both of which end with the block."""
    os.environ.update(ENVIRONMENT)
    with TemporaryDirectory(prefix="ray-", ignore_cleanup_errors=True) as folder:
        head = RayHead(Path(folder))
        try:
            settings = load_settings(home=Path(folder) / "home", database=None)
            yield Library(settings, open_jobs(settings, _LEASE_SECONDS), head.address)
        finally:
            head.kill()


def _speeds(library: Library, source: bytes, pages: int, rounds: int) -> list[Figure]:
    copies = max(1, round(pages / rounds / _page_count(source)))
    seconds, processor = {1: 0.0, 2: 0.0}, {1: 0.0, 2: 0.0}
    for _ in range(rounds):
        for workers in seconds:
            files = [_copy(source) for _ in range(copies)]
            with library.workers(workers):
                before = _processor_seconds()
                seconds[workers] += library.read(files)
                processor[workers] += _processor_seconds() - before
    read = copies * rounds * _page_count(source)
    how = f"{read} pages, {rounds} times by each in turn, on {os.cpu_count()} processors"
    one, two = (read / seconds[workers] for workers in (1, 2))
    used = [1000 * processor[workers] / read for workers in (1, 2)]
    return [
        Figure("pages a second, one worker", how, one, "pages/s"),
        Figure("pages a second, two workers", how, two, "pages/s", one, "one worker"),
        Figure("two workers to one", how, two / one, "times", target=1.7),
        Figure("processor time, two workers", how, used[1], "ms/page", used[0], "one worker"),
    ]


def _long_file(library: Library, source: bytes, pages: int) -> list[Figure]:
    """How much faster two workers read one file of about so many pages."""
    file = _repeated(source, max(1, round(pages / _page_count(source))))
    read, seconds = _page_count(file), dict[int, float]()
    for workers in (1, 2):
        with library.workers(workers):
            seconds[workers] = library.read([_copy(file)])
    one, two = (read / seconds[workers] for workers in (1, 2))
    how = f"one file of {read} pages, in ranges, on {os.cpu_count()} processors"
    return [
        Figure("pages a second of one file, two workers", how, two, "pages/s", one, "one worker"),
        Figure("two workers to one, of one file", how, two / one, "times"),
    ]


def _repeated(source: bytes, times: int) -> bytes:
    with pymupdf.open() as file, pymupdf.open(stream=source, filetype="pdf") as pdf:
        for _ in range(times):
            file.insert_pdf(pdf)
        return file.tobytes()


def _processor_seconds() -> float:
    """What all processes below this one took so far, with those of theirs that ended."""
    total = 0.0
    for process in psutil.Process().children(recursive=True):
        with suppress(psutil.Error):
            total += sum(process.cpu_times()[:4])
    return total


def killed(library: Library, source: bytes, pages: int, kills: int) -> list[Figure]:
    """Documents that are missing or double after workers were killed while they read."""
    files = [_copy(source) for _ in range(max(2, round(pages / _page_count(source))))]
    before = {record.sha for record in Workbench(library.settings).library.list()}
    with library.workers(2):
        numbers = library.put(files)
        done, last = 0, 0.0
        while library.table.active():
            due = done < kills and time.monotonic() - last > _KILL_SECONDS
            if due and _kill_one(library.table.get(numbers)):
                done, last = done + 1, time.monotonic()
            time.sleep(_LOOK_SECONDS)
    jobs = library.table.get(numbers)
    records = [record.sha for record in Workbench(library.settings).library.list()]
    new = [sha for sha in records if sha not in before]
    folders = len(list((library.settings.home / "documents").iterdir()))
    lost = len({job.document for job in jobs} - set(new))
    double = len(new) - len(set(new)) + folders - len(records)
    how = f"{done} kills while {len(files)} documents were read by two workers"
    taken = sum(job.attempts for job in jobs) / len(jobs)
    unread = sum(job.state is not Stage.DONE for job in jobs)
    return [
        Figure("workers killed", how, done, ""),
        Figure("documents lost", how, lost + unread, "", target=0, at_most=True),
        Figure("documents double", how, double, "", target=0, at_most=True),
        Figure("readings of a document", how, taken, "times"),
    ]


def _kill_one(jobs: Sequence[ReadingJob]) -> bool:
    """Whether a worker was there that reads a document; it was killed."""
    for job in jobs:
        if job.state is Stage.RUNNING and job.failures < _MOST_FAILURES:
            try:
                os.kill(int(job.worker.split(":")[1]), signal.SIGKILL)
            except ProcessLookupError:
                continue
            return True
    return False


def _source(data: Path | None) -> bytes:
    guideline = data / "nice_ng243" / "ng243.pdf" if data else None
    return (guideline or _SAMPLE).read_bytes()


def _copy(source: bytes) -> bytes:
    return source + b"\n%% copy %d\n" % next(_COPY)


def _one_page() -> bytes:
    with pymupdf.open() as pdf:
        pdf.new_page().insert_text((72, 72), f"Warming up, {next(_COPY)}.")
        return pdf.tobytes()


def _page_count(source: bytes) -> int:
    with pymupdf.open(stream=source, filetype="pdf") as pdf:
        return pdf.page_count
