"""What becomes of a file that a worker reads: a document, a failure, or another attempt."""

from __future__ import annotations

import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pymupdf
import pytest

from core.cluster import job_table, open_executor, open_jobs
from core.cluster.base import LOCAL, ReadingJob
from core.cluster.job_reader import JobReader
from core.jobs.background import Stage
from core.settings import Settings, load_settings
from core.workbench import Workbench
from tests.builders import pdf_bytes
from tests.disks import with_free

if TYPE_CHECKING:
    from pathlib import Path

    from core.cluster.job_table import JobTable

LEASE = 3.0


@pytest.fixture
def settings(home: Path) -> Settings:
    return load_settings(parse_workers=1)


@pytest.fixture
def table(settings: Settings) -> JobTable:
    return open_jobs(settings, LEASE)


@pytest.fixture
def bench(settings: Settings) -> Workbench:
    return Workbench(settings)


def the_job(table: JobTable, number: int) -> ReadingJob:
    (job,) = table.get([number])
    return job


def test_a_job_becomes_a_document(table: JobTable, bench: Workbench) -> None:
    number = table.put(pdf_bytes(["Take it twice.", "Keep it cool."]), "dose\x1b[31m.pdf").number
    reader = JobReader(table, bench)
    assert reader.read_next() and not reader.read_next()
    job = the_job(table, number)
    assert (job.state, job.done, job.total) == (Stage.DONE, 2, 2)
    assert bench.library.get(job.document).name == job.name == "dose[31m.pdf"


def test_a_broken_file_fails_at_once_and_the_next_is_read(
    table: JobTable, bench: Workbench
) -> None:
    broken = table.put(b"%PDF-1.7 and nothing of it", "broken.pdf").number
    table.put(pdf_bytes(), "whole.pdf")
    reader = JobReader(table, bench)
    assert reader.read_next() and reader.read_next()
    job = the_job(table, broken)
    assert (job.state, job.attempts) == (Stage.FAILED, 1)
    assert "broken.pdf" in job.message
    assert [record.name for record in bench.library.list()] == ["whole.pdf"]


def test_a_file_that_needs_a_password_says_how_to_add_it(table: JobTable, bench: Workbench) -> None:
    locked = pdf_bytes(encryption=pymupdf.mupdf.PDF_ENCRYPT_AES_256, user_pw="x", owner_pw="y")
    number = table.put(locked, "locked.pdf").number
    JobReader(table, bench).read_next()
    assert "without --cluster, with --password" in the_job(table, number).message


def test_a_full_disk_loses_nothing(
    table: JobTable, bench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = table.put(pdf_bytes(), "a.pdf").number
    monkeypatch.setattr(job_table, "_RETRY_SECONDS", 0)
    with monkeypatch.context() as full:
        with_free(full, 0)
        JobReader(table, bench).read_next()
    job = the_job(table, number)
    assert job.state is Stage.WAITING and "is full" in job.message
    assert bench.library.list() == () and table.file(job).exists()
    JobReader(table, bench).read_next()
    assert the_job(table, number).state is Stage.DONE
    assert len(bench.library.list()) == 1


def test_what_nobody_foresaw_is_tried_again_and_given_up_at_last(
    table: JobTable, bench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = table.put(pdf_bytes(), "a.pdf").number
    monkeypatch.setattr(job_table, "_RETRY_SECONDS", 0)
    monkeypatch.setattr(bench.documents, "add", lambda *_, **__: 1 // 0)
    for _ in range(job_table.MOST_FAILURES):
        assert JobReader(table, bench).read_next()
    job = the_job(table, number)
    assert job.state is Stage.FAILED and "a.pdf" in job.message


def test_a_job_that_is_cancelled_while_it_is_read_leaves_nothing(
    table: JobTable, bench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = table.put(pdf_bytes(["A page."] * 30), "a.pdf").number
    monkeypatch.setattr(table, "lease_seconds", 0.0)
    report = table.report

    def cancelled(job: ReadingJob, done: int, total: int) -> bool:
        table.cancel(job)
        return report(job, done, total)

    monkeypatch.setattr(table, "report", cancelled)
    JobReader(table, bench).read_next()
    assert the_job(table, number).state is Stage.CANCELLED
    assert bench.library.list() == ()


def test_a_reader_that_is_stopped_puts_its_job_back(table: JobTable, bench: Workbench) -> None:
    number = table.put(pdf_bytes(["A page."] * 30), "a.pdf").number
    JobReader(table, bench, stopping=lambda: True).read_next()
    job = the_job(table, number)
    assert (job.state, job.failures) == (Stage.WAITING, 0)
    assert bench.library.list() == ()


def test_a_worker_that_is_killed_while_reading_loses_nothing(
    table: JobTable, settings: Settings
) -> None:
    number = table.put(pdf_bytes(["A page with words."] * 60), "a.pdf").number
    code = (
        "from core.cluster import open_executor; from core.settings import load_settings;"
        f"open_executor(load_settings(parse_workers=1), 'local', {LEASE}).run(1, lambda: False)"
    )
    with subprocess.Popen([sys.executable, "-c", code]) as worker:
        while the_job(table, number).state is not Stage.RUNNING:
            time.sleep(0.02)
        worker.kill()
    assert the_job(table, number).state is Stage.RUNNING
    open_executor(settings, LOCAL, LEASE).run(1, lambda: not table.active())
    job = the_job(table, number)
    assert job.state is Stage.DONE and job.attempts > 1 and job.failures
    assert [record.sha for record in Workbench(settings).library.list()] == [job.document]
