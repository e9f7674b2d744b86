"""A time limit is for the work of processes: it holds those that hang, not those kept waiting."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import partial
from typing import TYPE_CHECKING

import pytest

from core.errors import Cancelled
from core.jobs import Limits, Lost, divide, run_isolated, time_limit
from core.jobs.time_limit import TimeLimit, with_descendants
from tests.core.jobs.jobs import announced, leading

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

SECONDS = 60
AMPLE = 500.0
"""Seconds that pass meanwhile by the clock on the wall."""


class Clocks:
    """What the system says of the time that has passed, and of that which processes worked."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.passed = 0.0
        self.worked: dict[int, float] = {}
        monkeypatch.setattr(time_limit, "monotonic", lambda: self.passed)
        monkeypatch.setattr(time_limit, "_processor_seconds", self._processor_seconds)

    def _processor_seconds(self, process: int) -> float:
        if process not in self.worked:
            raise ProcessLookupError
        return self.worked[process]


@pytest.fixture
def clocks(monkeypatch: pytest.MonkeyPatch) -> Clocks:
    return Clocks(monkeypatch)


@pytest.mark.parametrize(
    ("worked", "spent"),
    [
        pytest.param({1: 59}, 59, id="kept waiting by others"),
        pytest.param({1: 30, 2: 50}, 50, id="several, kept waiting"),
        pytest.param({1: 15}, AMPLE / 10, id="hardly at work"),
        pytest.param({1: 61}, 61, id="at work without end"),
        pytest.param({1: 4 * AMPLE}, AMPLE, id="on four processors"),
        pytest.param({1: 0}, AMPLE, id="asleep"),
        pytest.param({1: 5}, AMPLE, id="looking for work now and then"),
        pytest.param({}, AMPLE, id="ended, or of a system that does not say"),
    ],
)
def test_the_work_of_the_busiest_process_counts_or_else_the_time_that_passes(
    clocks: Clocks, worked: dict[int, float], spent: float
) -> None:
    limit = TimeLimit(SECONDS)
    clocks.worked = dict.fromkeys(worked, 0)
    assert not limit.is_over(lambda: [1, 2])
    clocks.passed, clocks.worked = AMPLE, worked
    assert limit.is_over(lambda: [1, 2]) == (spent > SECONDS)
    assert limit.spent == spent


def test_the_work_of_one_look_is_added_to_that_of_others(clocks: Clocks) -> None:
    limit = TimeLimit(SECONDS)
    over = []
    for look in range(5):
        clocks.passed, clocks.worked = 100.0 * look, {1: 16.0 * look}
        over.append(limit.is_over(lambda: [1]))
    assert over == [False, False, False, False, True]


def test_what_hardly_works_ends_after_ten_times_the_seconds(clocks: Clocks) -> None:
    limit = TimeLimit(SECONDS)
    clocks.worked = {1: 0.0}
    while not limit.is_over(lambda: [1]):
        clocks.passed += 1
        clocks.worked[1] += 0.03
    assert clocks.passed == pytest.approx(10 * SECONDS, abs=10)


def test_a_page_counts_for_itself_whatever_the_same_process_read_before(clocks: Clocks) -> None:
    clocks.passed, clocks.worked = AMPLE, {1: AMPLE}
    limit = TimeLimit(SECONDS)
    assert not limit.is_over(lambda: [1])
    clocks.passed += 20
    clocks.worked[1] += 20
    assert not limit.is_over(lambda: [1])
    assert limit.spent == 20


@pytest.mark.parametrize(("worked", "lost"), [(30.0, False), (61.0, True), (0.0, True)])
def test_a_pool_gives_up_what_hangs_and_not_what_has_to_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, worked: float, lost: bool
) -> None:
    begun, looked = tmp_path / "begun", tmp_path / "looked"

    def passed() -> float:
        return AMPLE if begun.exists() else 0.0

    def processor_seconds(_process: int) -> float:
        if not begun.exists():
            looked.touch()
            return 0.0
        return worked

    def over(limit: TimeLimit, processes: Callable[[], Iterable[int]]) -> bool:
        answer = is_over(limit, processes)
        if limit.seconds == SECONDS and passed():
            (tmp_path / "judged").touch()
        return answer

    is_over = TimeLimit.is_over
    monkeypatch.setattr(time_limit, "monotonic", passed)
    monkeypatch.setattr(time_limit, "_processor_seconds", processor_seconds)
    monkeypatch.setattr(TimeLimit, "is_over", over)
    results = dict(divide(partial(announced, str(tmp_path)), [7], 1, SECONDS))
    assert results == {7: Lost("not read after 60 s", late=True) if lost else 7}


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells of other processes")
def test_what_the_pool_of_a_job_works_is_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = set[str]()

    def processor_seconds(process: int) -> float:
        asked.add(str(process))
        raise ProcessLookupError

    def cancel(*_: int) -> None:
        if asked.intersection(path.name for path in tmp_path.iterdir()):
            raise Cancelled("One of the pool was looked at.")

    monkeypatch.setattr(time_limit, "_processor_seconds", processor_seconds)
    with pytest.raises(Cancelled):
        run_isolated(leading(tmp_path), Limits(SECONDS, 2048), cancel)


@pytest.fixture
def family() -> Iterator[subprocess.Popen[bytes]]:
    """A process that has started another one, whose id it tells."""
    script = (
        "import subprocess, sys\n"
        "child = subprocess.Popen([sys.executable, '-c', 'input()'], stdin=subprocess.PIPE)\n"
        "print(child.pid, flush=True)\n"
        "input()\n"
        "child.communicate()"
    )
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", script], stdin=pipe, stdout=pipe) as parent:
        yield parent


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells of other processes")
def test_what_a_process_started_belongs_to_its_work(family: subprocess.Popen[bytes]) -> None:
    assert family.stdout
    child = int(family.stdout.readline())
    assert [*with_descendants(family.pid)] == [family.pid, child]
    assert {family.pid, child} <= {*with_descendants(os.getpid())}


def test_a_long_line_of_processes_is_followed_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    last = 2000
    monkeypatch.setattr(
        time_limit, "_children", lambda each: iter([each + 1] if each < last else [])
    )
    assert [*with_descendants(1)] == [*range(1, last + 1)]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells of other processes")
def test_the_clock_of_a_process_tells_what_it_has_worked() -> None:
    before = time_limit._processor_seconds(os.getpid())
    sum(range(10**6))
    assert before < time_limit._processor_seconds(os.getpid())
    child = subprocess.Popen([sys.executable, "-c", ""])
    child.wait()
    with pytest.raises(OSError, match="argument"):
        time_limit._processor_seconds(child.pid)
