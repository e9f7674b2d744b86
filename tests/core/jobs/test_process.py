"""A process that stays answers request after request, and its end is told from an error."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest

from core.errors import NoText
from core.jobs.process import ChildProcess, Ended
from core.jobs.sandbox.confinement import Permits
from tests.processes import children_named

if TYPE_CHECKING:
    from collections.abc import Iterator

PREPARE = "tests.core.jobs.serving:prepare"


@pytest.fixture
def child() -> Iterator[ChildProcess]:
    with ChildProcess(Permits(any_file=True), PREPARE, {"first": 1}) as started:
        yield started
    assert not children_named("serving")


def test_it_remembers_between_requests_and_goes_on_after_an_error(child: ChildProcess):
    seen: list[tuple[int, ...]] = []
    assert child.ask({"act": "add", "number": 2}, lambda *at: seen.append(at)).result == 3
    with pytest.raises(NoText, match="holds no text"):
        child.ask({"act": "refuse"})
    assert child.ask({"act": "add", "number": 4}).result == 7
    assert [at for at in seen if at != (0, 0)][:1] == [(1, 2)]
    assert set(seen) <= {(0, 0), (1, 2)}


@pytest.mark.parametrize(("act", "reason"), [("fail", "KeyError: 'guess'"), ("leave", "ended")])
def test_a_process_that_fails_says_why(child: ChildProcess, act: str, reason: str):
    with pytest.raises(Ended, match=reason):
        child.ask({"act": act})
    with pytest.raises(Ended):
        child.ask({"act": "add", "number": 2})


def test_it_can_be_stopped_while_it_is_asked(child: ChildProcess):
    timer = threading.Timer(1.0, child.stop)
    timer.start()
    with pytest.raises(Ended, match="stopped by the system"):
        child.ask({"act": "wait"})
    timer.join()


def test_a_process_that_cannot_prepare_itself_says_why_and_ends():
    with ChildProcess(Permits(any_file=True), PREPARE, {"first": -1}) as child:
        with pytest.raises(NoText, match="below zero"):
            child.ask({"act": "add", "number": 2})
        with pytest.raises(Ended):
            child.ask({"act": "add", "number": 2})
