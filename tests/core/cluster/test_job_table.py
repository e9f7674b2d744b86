"""Jobs in a database: leases, turns, failures, cancel, and the bytes of files."""

from __future__ import annotations

import os
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from core.cluster import job_table
from core.cluster.job_table import JobTable
from core.database.engine import changing_people, open_database
from core.errors import DiskFull
from core.jobs.background import Stage
from tests.disks import with_free

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def table(database: str, tmp_path: Path) -> JobTable:
    return JobTable(open_database(database), tmp_path / "home")


def put(table: JobTable, text: str, owner: str = "") -> int:
    return table.put(text.encode(), f"{text}.pdf", owner).number


def taken(table: JobTable) -> str:
    job = table.take("worker")
    return job.name if job else ""


def test_a_file_that_was_put_before_is_the_same_job(table: JobTable) -> None:
    assert put(table, "a") == put(table, "a")
    job = table.take("worker")
    assert job and put(table, "a") == job.number
    table.finish(job, 3)
    assert put(table, "a") == job.number
    assert table.take("worker") is None


def test_a_file_is_put_while_people_are_changed(table: JobTable) -> None:
    if table.place.startswith("sqlite"):
        return  # One transaction at a time changes anything there.
    with ThreadPoolExecutor(1) as pool, changing_people(table._engine):
        assert pool.submit(put, table, "a").result(timeout=10)


def test_the_bytes_of_a_file_lie_there_as_long_as_a_job_waits_for_them(table: JobTable) -> None:
    put(table, "a", "alice")
    put(table, "a", "bob")
    first = table.take("one")
    assert first and table.file(first).read_bytes() == b"a"
    table.finish(first, 1)
    second = table.take("one")
    assert second and table.file(second).read_bytes() == b"a"
    table.give_up(second, "for a test")
    assert not table.file(second).exists()


def test_owners_take_turns(table: JobTable) -> None:
    for name in ("a1", "a2", "a3"):
        put(table, name, "alice")
    for name in ("b1", "b2"):
        put(table, name, "bob")
    names = [taken(table) for _ in range(5)]
    assert sorted(names[:2]) == ["a1.pdf", "b1.pdf"]
    assert sorted(names[2:4]) == ["a2.pdf", "b2.pdf"]
    assert names[4] == "a3.pdf"


def test_no_document_is_read_by_two_at_once(table: JobTable) -> None:
    put(table, "a", "alice")
    put(table, "a", "bob")
    assert taken(table) == "a.pdf"
    assert table.take("other") is None


def test_a_worker_that_is_silent_loses_its_job_and_cannot_end_it(table: JobTable) -> None:
    put(table, "a")
    table.lease_seconds = -1
    first = table.take("one")
    table.lease_seconds = 60
    second = table.take("two")
    assert first and second and first.number == second.number
    assert (second.attempts, second.failures) == (2, 1)
    assert not table.report(first, 5, 9)
    table.finish(first, 9)
    table.put_back(first)
    assert table.report(second, 1, 9)


def test_a_file_that_ends_its_workers_is_given_up_with_a_reason(table: JobTable) -> None:
    number = put(table, "poison")
    for _ in range(job_table.MOST_FAILURES):
        job = table.take("worker")
        assert job
        table.lose("worker")
    assert table.take("worker") is None
    (job,) = table.get([number])
    assert job.state is Stage.FAILED
    assert job.attempts == job.failures == 3
    assert job.message.startswith("poison.pdf: reading it ended its worker 3 times")
    assert not table.file(job).exists()


def test_a_worker_that_is_told_to_stop_counts_as_no_failure(table: JobTable) -> None:
    put(table, "a")
    for _ in range(job_table.MOST_FAILURES):
        job = table.take("worker")
        assert job and not job.failures
        table.lose("worker", failed=False)
    job = table.take("worker")
    assert job
    table.put_back(job)
    assert taken(table) == "a.pdf"


def test_counters_only_grow(table: JobTable) -> None:
    number = put(table, "a")
    job = table.take("one")
    assert job and table.report(job, 7, 9)
    table.put_back(job)
    job = table.take("two")
    assert job and table.report(job, 1, 9)
    assert [(job.done, job.attempts) for job in table.get([number])] == [(7, 2)]


def test_a_job_waits_after_a_failure_that_may_pass_and_is_given_up_at_last(
    table: JobTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = put(table, "a")
    job = table.take("worker")
    assert job
    table.put_back(job, "the disk is full")
    assert table.take("worker") is None
    monkeypatch.setattr(job_table, "_RETRY_SECONDS", 0)
    (job,) = table.get([number])
    assert (job.state, job.message) == (Stage.WAITING, "the disk is full")
    monkeypatch.setattr(time, "time", lambda: 4e9)
    if not table.place.startswith("sqlite"):
        return  # The clock is that of the server.
    for _ in range(2):
        job = table.take("worker")
        assert job
        table.put_back(job, "the disk is full")
    assert [job.state for job in table.get([number])] == [Stage.FAILED]


@pytest.mark.parametrize("running", [False, True])
def test_a_cancelled_job_is_not_read(table: JobTable, running: bool) -> None:
    number = put(table, "a")
    job = table.take("worker") if running else table.get([number])[0]
    assert job
    table.cancel(job)
    assert not table.report(job, 1, 2)
    assert table.take("worker") is None and table.active() == []
    assert not table.file(job).exists()
    assert put(table, "a") != number


def test_a_file_for_which_there_is_no_room_is_no_job(
    table: JobTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_free(monkeypatch, 0)
    with pytest.raises(DiskFull):
        put(table, "a")
    assert table.active() == []


def test_jobs_that_ended_long_ago_are_forgotten(
    table: JobTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = put(table, "a")
    job = table.take("worker")
    assert job
    table.finish(job, 1)
    monkeypatch.setattr(job_table, "_KEPT_SECONDS", -1)
    put(table, "b")
    assert table.get([number]) == []


def test_bytes_without_a_job_are_removed_after_a_day(table: JobTable) -> None:
    put(table, "a")
    (job,) = table.active()
    for name in ("new", "old", job.document):
        path = table.file(job).with_name(name)
        path.write_bytes(b"")
        os.utime(path, (0, 0) if name != "new" else None)
    table.sweep()
    assert {path.name for path in path.parent.glob("*")} == {"new", job.document}


def test_the_place_of_the_jobs_names_no_password(tmp_path: Path) -> None:
    class Engine:
        from sqlalchemy import make_url

        url = make_url("postgresql+psycopg://sightline:secret@db.example:5432/jobs?password=also")

    place = JobTable(Engine(), tmp_path).place  # type: ignore[arg-type]
    assert place == "postgresql://db.example:5432/jobs"
