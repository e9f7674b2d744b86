"""Calls at once, and requests and tokens a minute."""

from __future__ import annotations

from threading import Event, Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import Cancelled
from core.llm.rate_limit import Budget, Pace


def test_a_minute_has_so_many_requests():
    budget = Budget(requests=2, tokens=1000)
    budget.spend(0.0, 1)
    budget.spend(10.0, 1)
    assert budget.wait(20.0, 1) == 40.0
    assert budget.wait(60.0, 1) == 0.0


def test_a_minute_has_so_many_tokens():
    budget = Budget(requests=100, tokens=1000)
    budget.spend(0.0, 900)
    assert budget.wait(1.0, 100) == 0.0
    assert budget.wait(1.0, 101) == 59.0


def test_a_call_that_is_larger_than_a_minute_goes_when_the_minute_is_empty():
    budget = Budget(requests=100, tokens=1000)
    assert budget.wait(0.0, 5000) == 0.0
    budget.spend(0.0, 5000)
    assert budget.wait(30.0, 1) == 30.0
    assert budget.wait(60.0, 5000) == 0.0


def test_tokens_that_the_service_counted_take_the_place_of_the_estimate():
    budget = Budget(requests=100, tokens=1000)
    budget.spend(0.0, 100).tokens = 1000
    assert budget.wait(1.0, 1) == 59.0


@given(
    st.lists(st.tuples(st.floats(0, 30), st.integers(0, 600)), max_size=40),
    st.integers(1, 5),
    st.integers(1, 1000),
)
def test_no_minute_has_more_than_its_budget_and_nobody_waits_for_ever(
    calls: list[tuple[float, int]], requests: int, tokens: int
):
    budget, now, begun = Budget(requests, tokens), 0.0, []
    for gap, size in calls:
        now += gap
        waits = 0
        while (seconds := budget.wait(now, size)) > 0:
            # Sums of floats end a hair too early.
            now, waits = now + seconds + 1e-9, waits + 1
            assert waits <= requests
        budget.spend(now, size)
        begun.append((now, size))
        minute = [held for at, held in begun if now - at < 60.0]
        assert len(minute) <= requests
        assert sum(minute) <= tokens or len(minute) == 1


def test_so_many_calls_run_at_once_and_the_next_begins_when_one_ends():
    pace, inside, leave = Pace(at_once=2), [Event() for _ in range(3)], Event()

    def call(number: int) -> None:
        with pace.turn(1):
            inside[number].set()
            leave.wait(30)

    threads = [Thread(target=call, args=(n,)) for n in range(3)]
    for number, thread in enumerate(threads):
        thread.start()
        if number < 2:
            assert inside[number].wait(30)
    assert not inside[2].wait(0.05)
    leave.set()
    assert inside[2].wait(30)
    for thread in threads:
        thread.join(30)


def test_who_asked_first_goes_first():
    """A large call is not overtaken by small ones for which there would be room."""
    now, order = [0.0], []
    pace = Pace(tokens=100, at_once=4, clock=lambda: now[0])
    with pace.turn(60):
        pass
    waiting = [Thread(target=lambda size=size: _run(pace, size, order)) for size in (90, 10)]
    for thread in waiting:
        thread.start()
        thread.join(0.1)
    assert order == []
    now[0] = 61.0
    for thread in waiting:
        thread.join(30)
    assert order == [90, 10]


def _run(pace: Pace, size: int, order: list[int]) -> None:
    with pace.turn(size):
        order.append(size)


def test_waiting_can_be_stopped_and_lets_others_pass():
    pace, stop = Pace(tokens=100, clock=lambda: 0.0), Event()
    with pace.turn(90):
        pass
    stop.set()
    with pytest.raises(Cancelled), pace.turn(50, stop):
        pass
    with pace.turn(10):
        pass


def test_a_call_that_fails_gives_its_place_back():
    pace = Pace(at_once=1)
    for _ in range(3):
        with pytest.raises(ZeroDivisionError), pace.turn(1):
            _ = 1 / 0
