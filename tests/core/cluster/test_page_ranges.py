"""A long file is read in ranges of its pages, by all workers, and becomes the same document."""

from __future__ import annotations

from threading import Event, Thread
from typing import TYPE_CHECKING, Any

import pytest

from core import sir_io
from core.cluster import open_jobs, range_jobs
from core.cluster.job_reader import JobReader
from core.cluster.job_table import JobTable
from core.cluster.range_jobs import page_ranges
from core.database.engine import open_database
from core.errors import BrokenPdf
from core.jobs import JobRunner
from core.jobs.background import Stage
from core.settings import Settings, load_settings
from core.workbench import Workbench
from sample_docs import SAMPLES
from tests.builders import pdf_bytes

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from core.cluster.base import ReadingJob
    from core.progress import Progress

RULES = "structural_rule"
LONG = pdf_bytes([f"Page {number} of the plan.\n\nTake it twice." for number in range(1, 13)])


@pytest.fixture(autouse=True)
def short_ranges(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(range_jobs, "RANGE_PAGES", 4)


@pytest.fixture
def jobs(database: str, tmp_path: Path) -> JobTable:
    return JobTable(open_database(database), tmp_path / "home")


@pytest.fixture
def settings(home: Path) -> Settings:
    return load_settings(parse_workers=1)


@pytest.fixture
def table(settings: Settings) -> JobTable:
    return open_jobs(settings)


@pytest.fixture
def bench(settings: Settings) -> Iterator[Workbench]:
    with_library = Workbench(settings)
    yield with_library
    with_library.close()


def split(table: JobTable, options: str = "{}", owner: str = "") -> ReadingJob:
    """The running job of a file that is put in three ranges."""
    number = table.put(LONG, "plan.pdf", owner).number
    job = table.take("whole")
    assert job and job.number == number
    table.split(job, "automatic", options, 12)
    return job


def left_over(table: JobTable, job: ReadingJob) -> list[Path]:
    return list(table.file(job).parent.glob("*"))


@pytest.mark.parametrize("pages", [1, 3, 4, 7, 8, 9, 12, 101])
def test_ranges_hold_every_page_once(pages: int) -> None:
    ranges = page_ranges(pages)
    numbers = [number for first, last in ranges for number in range(first, last + 1)]
    assert numbers == list(range(1, pages + 1))
    assert all(4 <= last - first + 1 < 8 for first, last in ranges) or len(ranges) == 1


def test_ranges_are_taken_while_their_file_is_read_and_count_as_no_files(jobs: JobTable) -> None:
    job = split(jobs)
    taken = [jobs.take("one"), jobs.take("two"), jobs.take("three")]
    pages = [(each.first_page, each.last_page, each.part_of) for each in taken if each]
    assert pages == [(1, 4, job.number), (5, 8, job.number), (9, 12, job.number)]
    assert jobs.take("four") is None
    assert [each.number for each in jobs.active()] == [job.number]
    assert jobs.put(LONG, "plan.pdf").number == job.number


def test_what_was_begun_comes_first_but_owners_take_turns(jobs: JobTable) -> None:
    job = split(jobs, owner="alice")
    jobs.put(b"%PDF a", "a.pdf", "alice")
    jobs.put(b"%PDF b", "b.pdf", "bob")
    order = [jobs.take("worker") for _ in range(5)]
    names = [(each.name, each.part_of) for each in order if each]
    assert sorted(names[:2]) == [("b.pdf", 0), ("plan.pdf", job.number)]
    assert names[2:] == [("plan.pdf", job.number)] * 2 + [("a.pdf", 0)]


def test_a_worker_takes_ranges_of_its_own_file_only(jobs: JobTable) -> None:
    job = split(jobs)
    jobs.put(b"%PDF a", "a.pdf")
    taken = [jobs.take("whole", part_of=job.number) for _ in range(4)]
    assert [each.first_page if each else None for each in taken] == [1, 5, 9, None]


@pytest.mark.parametrize("ending", ["finish", "give_up", "cancel"])
def test_ranges_end_with_their_file_and_leave_nothing(jobs: JobTable, ending: str) -> None:
    job = split(jobs)
    first, second = jobs.take("one"), jobs.take("two")
    assert first and second
    jobs.finish_range(first, b"pages")
    assert jobs.result(jobs.ranges(job)[0]).read_bytes() == b"pages"
    {
        "finish": lambda: jobs.finish(job, 12),
        "give_up": lambda: jobs.give_up(job, "for a test"),
        "cancel": lambda: jobs.cancel(job),
    }[ending]()
    assert jobs.ranges(job) == [] and jobs.take("three") is None
    assert not jobs.report(second, 1, 4)
    jobs.finish_range(second, b"late pages")
    assert left_over(jobs, job) == []


def test_ranges_stay_where_their_file_only_lost_its_worker(jobs: JobTable) -> None:
    job = split(jobs)
    first = jobs.take("one")
    assert first
    jobs.finish_range(first, b"pages")
    jobs.lose("whole")
    again = jobs.take("other", part_of=job.number)
    assert again and again.first_page == 5
    jobs.put_back(again)
    jobs.split(job, "automatic", "{}", 12)
    assert jobs.ranges(job)[0].state is Stage.DONE


def test_ranges_for_another_parser_take_their_place(jobs: JobTable) -> None:
    job = split(jobs)
    first = jobs.take("one")
    assert first
    jobs.finish_range(first, b"pages")
    jobs.split(job, "automatic", '{"ocr": "tesseract"}', 12)
    assert {each.state for each in jobs.ranges(job)} == {Stage.WAITING}


@pytest.mark.parametrize("pages", [1, 7])
def test_a_short_file_is_not_put_in_ranges(jobs: JobTable, pages: int) -> None:
    jobs.put(LONG, "plan.pdf")
    job = jobs.take("whole")
    assert job
    jobs.split(job, "automatic", "{}", pages)
    assert jobs.ranges(job) == []


def test_a_file_whose_worker_was_lost_is_not_put_in_ranges(jobs: JobTable) -> None:
    jobs.put(LONG, "plan.pdf")
    job = jobs.take("whole")
    assert job
    jobs.cancel(job)
    jobs.split(job, "automatic", "{}", 12)
    assert jobs.ranges(job) == []


def test_two_workers_read_a_file_and_its_tree_is_that_of_one(
    table: JobTable, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(range_jobs, "RANGE_PAGES", 5)
    guideline = next(one.path for one in SAMPLES if one.file_name == "oncology_guideline_en.pdf")
    long = guideline.read_bytes()
    number = table.put(long, "guideline.pdf", parser=RULES).number
    first = JobReader(table, Workbench(settings), number=1)
    second = JobReader(table, Workbench(settings), number=2)
    readers, take = set[str](), JobTable.take
    second_may = Event()

    def watched(table: JobTable, worker: str, part_of: int = 0) -> ReadingJob | None:
        if worker == first.worker and part_of:
            second_may.set()
            second_has.wait(60)
        if (job := take(table, worker, part_of)) and job.part_of:
            readers.add(worker)
        if worker == second.worker:
            second_has.set()
        return job

    monkeypatch.setattr(JobTable, "take", watched)
    second_has, reading = Event(), Thread(target=first.read_next)
    reading.start()
    assert second_may.wait(60)
    while second.read_next():
        pass
    reading.join()
    for each in (first, second):
        each.close()
    assert table.get([number])[0].state is Stage.DONE
    assert readers == {first.worker, second.worker}
    alone = Workbench(load_settings(home=tmp_path / "alone"))
    document = alone.documents.add(long, "guideline.pdf", parser=RULES).sha
    together = Workbench(settings)
    assert shown(together, document) == shown(alone, document)
    assert together.library.get(document).parse.key == alone.library.get(document).parse.key  # type: ignore[union-attr]
    assert left_over(table, table.get([number])[0]) == []
    assert not list((settings.home / "tmp").glob("*"))


def shown(bench: Workbench, document: str) -> dict[str, Any]:
    return sir_io.to_json(bench.documents.sir(document))


def test_another_worker_goes_on_and_reads_nothing_twice(
    table: JobTable, bench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    number, read = table.put(LONG, "plan.pdf", parser=RULES).number, list[int]()
    counting(monkeypatch, read)
    first = JobReader(table, bench, stopping=lambda: len(read) == 2)
    first.read_next()
    job = table.get([number])[0]
    assert (job.state, job.failures) == (Stage.WAITING, 0) and bench.library.list() == ()
    done = [each.first_page for each in table.ranges(job) if each.state is Stage.DONE]
    second = JobReader(table, bench, number=2)
    while second.read_next():
        pass
    assert table.get([number])[0].state is Stage.DONE
    assert done and all(read.count(page) == 1 for page in done)
    assert set(read) == {1, 5, 9}


def counting(monkeypatch: pytest.MonkeyPatch, read: list[int]) -> None:
    """Notes the first page of each range that is read."""
    run = JobRunner.run

    def counted(self: JobRunner, job: Any, limits: Any, progress: Progress | None = None) -> Any:
        if job.target.endswith("read_range"):
            read.append(job.arguments["first"])
        return run(self, job, limits, progress)

    monkeypatch.setattr(JobRunner, "run", counted)


def test_a_range_that_cannot_be_read_fails_its_file(
    table: JobTable, bench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = table.put(LONG, "plan.pdf", parser=RULES).number
    run = JobRunner.run

    def crashing(self: JobRunner, job: Any, limits: Any, progress: Progress | None = None) -> Any:
        if job.target.endswith("read_range"):
            raise BrokenPdf(f"{job.subject}: page {job.arguments['first']} is broken.")
        return run(self, job, limits, progress)

    monkeypatch.setattr(JobRunner, "run", crashing)
    JobReader(table, bench).read_next()
    job = table.get([number])[0]
    assert (job.state, job.message) == (Stage.FAILED, "plan.pdf: page 1 is broken.")
    assert bench.library.list() == () and left_over(table, job) == []
    assert table.take("other") is None


def test_pages_that_were_damaged_on_their_way_are_read_again(
    table: JobTable, bench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = table.put(LONG, "plan.pdf", parser=RULES).number
    finish = table.finish_range

    def damaging(job: ReadingJob, content: bytes) -> None:
        finish(job, content[: len(content) // 2] if job.first_page == 5 else content)

    monkeypatch.setattr(table, "finish_range", damaging)
    JobReader(table, bench).read_next()
    job = table.get([number])[0]
    assert job.state is Stage.DONE
    tree = bench.documents.sir(job.document)
    said = [node.text for node in tree.nodes if "of the plan" in node.text]
    assert [int(text.split()[1]) for text in said] == list(range(1, 13))


def test_a_file_in_another_format_is_read_by_one(table: JobTable, bench: Workbench) -> None:
    text = "\n\n".join(f"Paragraph {number} of a long text." * 40 for number in range(60))
    number = table.put(text.encode(), "plan.txt").number
    JobReader(table, bench).read_next()
    job = table.get([number])[0]
    assert job.state is Stage.DONE and job.total > 8
    assert table.get([number + 1]) == []


def test_each_file_has_a_process_of_its_own(
    table: JobTable, bench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    children = list[tuple[str, Any]]()
    run = JobRunner.run

    def noted(self: JobRunner, job: Any, limits: Any, progress: Progress | None = None) -> Any:
        result = run(self, job, limits, progress)
        if job.target.endswith("read_range"):
            children.append((job.subject, self._child))
        return result

    monkeypatch.setattr(JobRunner, "run", noted)
    for name in ("one", "two"):
        table.put(LONG + f"\n% {name}\n".encode(), f"{name}.pdf")
    for job in [table.take("whole"), table.take("whole")]:
        assert job
        table.split(job, RULES, '{"use_outline": true}', 12)
    reader = JobReader(table, bench)
    while reader.read_next():
        pass
    reader.close()
    assert [name for name, _ in children] == ["one.pdf"] * 3 + ["two.pdf"] * 3
    assert len({child for _, child in children}) == 2
