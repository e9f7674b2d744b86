"""Whatever a job does, the parent goes on and gets a result or an error that names the file."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from core.errors import BrokenPdf, Cancelled, DiskFull, LimitReached, NoText, SightlineError
from core.jobs import Job, JobRunner, Limits, run_isolated
from tests.processes import isolated_jobs

LIMITS = Limits(seconds=60, memory_mb=2048)


def job(name: str, **arguments: Any) -> Job:
    return Job("Leitlinie.pdf", f"tests.core.jobs.jobs:{name}", arguments)


def test_a_job_returns_its_result_and_its_progress() -> None:
    seen: list[tuple[int, ...]] = []
    result = run_isolated(job("add", one=2, other=3), LIMITS, lambda *at: seen.append(at))
    assert result == 5
    assert seen[-1] == (3, 3)


def test_what_libraries_print_is_not_taken_for_an_answer() -> None:
    assert run_isolated(job("chatter"), LIMITS) == "from the job"


def test_an_expected_error_keeps_its_class_and_names_the_file() -> None:
    with pytest.raises(NoText, match=r"^Leitlinie\.pdf: holds no text\.$"):
        run_isolated(job("refuse"), LIMITS)


def test_a_job_that_hangs_is_stopped_at_its_time_limit() -> None:
    with pytest.raises(LimitReached, match=r"Leitlinie\.pdf.*after 1 s,.*settings"):
        run_isolated(job("hang"), Limits(seconds=1, memory_mb=2048))
    assert not isolated_jobs()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits the address space")
def test_a_job_that_takes_too_much_memory_is_stopped() -> None:
    with pytest.raises(LimitReached, match=r"Leitlinie\.pdf.*2048 MB"):
        run_isolated(job("devour"), LIMITS)


@pytest.mark.parametrize(
    ("name", "reason"), [("fail", "KeyError"), ("crash", "code -11"), ("leave", "code 0")]
)
def test_a_job_that_fails_is_a_broken_pdf_and_the_reason_is_in_the_log(
    name: str, reason: str, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(BrokenPdf, match=r"Leitlinie\.pdf.*add that one") as caught:
        run_isolated(job(name), LIMITS)
    assert reason not in str(caught.value)
    assert reason in caplog.text


@pytest.mark.parametrize(
    ("words", "kind", "said"),
    [
        ("code=1: calloc (4104 x 1 bytes) failed", LimitReached, "memory"),
        ("maximum recursion depth exceeded", BrokenPdf, "nested too deeply"),
        ("code=8: unknown encryption handler: 'Adobe.PubSec'", BrokenPdf, "without encryption"),
        ("code=7: object is not a stream", BrokenPdf, "damaged"),
    ],
)
def test_words_of_other_libraries_are_for_the_log(
    words: str, kind: type[SightlineError], said: str, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(kind, match=rf"^Leitlinie\.pdf: .*{said}") as caught:
        run_isolated(job("give_up", words=words), LIMITS)
    assert words not in str(caught.value)
    assert words in caplog.text


@pytest.mark.parametrize("name", ["fill_disk", "fill_disk_unseen"])
def test_a_job_without_room_on_the_disk_says_so_and_does_not_blame_the_file(name: str) -> None:
    with pytest.raises(DiskFull, match=r"Leitlinie\.pdf: The disk of .* is full.*try again"):
        run_isolated(job(name), LIMITS)


def test_a_job_that_the_system_kills_has_reached_a_limit() -> None:
    with pytest.raises(LimitReached, match=r"Leitlinie\.pdf.*memory"):
        run_isolated(job("be_killed"), LIMITS)


def test_jobs_with_one_limit_share_its_seconds() -> None:
    with JobRunner() as runner:
        runner.run(job("add", one=1, other=2), LIMITS)
        assert 0 < runner.spent < 60
        with pytest.raises(LimitReached, match="60 s,"):
            runner.run(job("hang"), Limits(60, 2048, spent=59.5))


def test_jobs_share_a_process_until_one_fails_in_it() -> None:
    with JobRunner() as runner:
        processes = [runner.run(job("process"), LIMITS) for _ in range(2)]
        with pytest.raises(NoText, match=r"^Leitlinie\.pdf: holds no text\.$"):
            runner.run(job("refuse"), LIMITS)
        assert not isolated_jobs()
        other = runner.run(job("process"), LIMITS)
    assert processes[0] == processes[1] != other
    assert not isolated_jobs()


def test_cancel_stops_a_job_that_reports_nothing_and_leaves_no_process() -> None:
    def cancel(done: int, total: int) -> None:
        raise Cancelled("Stopped.")

    with pytest.raises(Cancelled):
        run_isolated(job("hang"), LIMITS, cancel)
    assert not isolated_jobs()
