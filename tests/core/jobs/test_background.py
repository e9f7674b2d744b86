"""Tasks in the background: each ends once, with its error, and none runs after it was cancelled."""

from __future__ import annotations

from threading import Event
from threading import enumerate as enumerate_threads
from typing import TYPE_CHECKING

import pytest

from core.errors import NotFound, PasswordNeeded
from core.jobs.background import BackgroundQueue, Stage, Task

if TYPE_CHECKING:
    from core.progress import Progress

WAIT = 20


class Gate:
    """Work that reports until it may end."""

    def __init__(self) -> None:
        self.began, self.may = Event(), Event()

    def work(self, task: Task, report: Progress) -> None:
        self.began.set()
        while not self.may.wait(0.01):
            report(1, 2)
        report(2, 2)


def test_what_is_running_can_be_cancelled_and_what_waits_goes_on() -> None:
    gate, ended = Gate(), list[Task]()
    queue = BackgroundQueue[str, Task](gate.work, on_end=ended.append)
    queue.put("a", Task())
    queue.put("b", Task())
    assert gate.began.wait(WAIT)
    assert [task.stage for task in queue.snapshot().values()] == [Stage.RUNNING, Stage.WAITING]
    queue.cancel("a")
    gate.may.set()
    assert queue.wait(WAIT)
    tasks = queue.snapshot()
    assert [task.stage for task in tasks.values()] == [Stage.CANCELLED, Stage.DONE]
    assert (tasks["b"].done, tasks["b"].total) == (2, 2)
    assert len(ended) == 2


def test_a_task_that_is_replaced_ends_and_says_no_more() -> None:
    gate = Gate()
    queue = BackgroundQueue[str, Task](gate.work)
    queue.put("a", Task())
    assert gate.began.wait(WAIT)
    queue.put("a", Task(stage=Stage.UNKNOWN))
    gate.may.set()
    assert queue.wait(WAIT)
    assert queue.snapshot() == {"a": Task(stage=Stage.UNKNOWN)}


def test_an_error_is_kept_for_whoever_looks_and_a_paused_task_can_be_taken_up_again() -> None:
    errors: list[Exception] = [PasswordNeeded("Give it."), NotFound("Gone."), ValueError("odd")]

    def work(task: Task, report: Progress) -> None:
        raise errors.pop(0)

    stages: dict[type[Exception], Stage] = {PasswordNeeded: Stage.PAUSED, NotFound: Stage.CANCELLED}
    queue = BackgroundQueue[str, Task](work, stages=stages)
    for stage, words in (
        (Stage.PAUSED, "Give it."),
        (Stage.CANCELLED, None),
        (Stage.FAILED, "odd"),
    ):
        queue.put("a", Task())
        assert queue.wait(WAIT)
        task = queue.snapshot()["a"]
        assert (task.stage, str(task.error) if task.error else None) == (stage, words)


class Panic(BaseException):
    """What a library in Rust raises where it cannot go on."""


def test_a_panic_is_an_error_of_its_task() -> None:
    def work(task: Task, report: Progress) -> None:
        raise Panic("index out of bounds")

    queue = BackgroundQueue[str, Task](work)
    queue.put("a", Task())
    assert queue.wait(WAIT)
    task = queue.snapshot()["a"]
    assert task.stage is Stage.FAILED
    assert "index out of bounds" in str(task.error)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_an_error_at_the_end_of_a_task_does_not_keep_the_next_one_waiting() -> None:
    def work(task: Task, report: Progress) -> None:
        report(1, 1)

    def on_end(task: Task) -> None:
        raise OSError("no space left")

    queue = BackgroundQueue[str, Task](work, on_end=on_end)
    queue.put("a", Task())
    queue.put("b", Task())
    assert queue.wait(WAIT)
    assert [task.stage for task in queue.snapshot().values()] == [Stage.DONE, Stage.DONE]
    for thread in enumerate_threads():  # so that their errors are told within this test
        if thread.name == "background":
            thread.join(WAIT)


def test_a_closed_queue_begins_nothing() -> None:
    queue = BackgroundQueue[str, Task](Gate().work)
    queue.close()
    queue.put("a", Task())
    assert queue.wait(0)
    assert queue.snapshot() == {"a": Task()}
