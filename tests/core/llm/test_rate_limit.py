"""Calls at once, and requests and tokens a minute."""

from __future__ import annotations

from threading import Event, Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import Cancelled
from core.llm.rate_limit import MinuteWindow, RateLimit


def test_a_minute_has_so_many_requests():
    window = MinuteWindow(requests=2, tokens=1000)
    window.reserve(0.0, 1)
    window.reserve(10.0, 1)
    assert window.wait(20.0, 1) == 40.0
    assert window.wait(60.0, 1) == 0.0


def test_a_minute_has_so_many_tokens():
    window = MinuteWindow(requests=100, tokens=1000)
    window.reserve(0.0, 900)
    assert window.wait(1.0, 100) == 0.0
    assert window.wait(1.0, 101) == 59.0


def test_a_call_that_is_larger_than_a_minute_goes_when_the_minute_is_empty():
    window = MinuteWindow(requests=100, tokens=1000)
    assert window.wait(0.0, 5000) == 0.0
    window.reserve(0.0, 5000)
    assert window.wait(30.0, 1) == 30.0
    assert window.wait(60.0, 5000) == 0.0


def test_tokens_that_the_service_counted_take_the_place_of_the_estimate():
    window = MinuteWindow(requests=100, tokens=1000)
    window.reserve(0.0, 100).tokens = 1000
    assert window.wait(1.0, 1) == 59.0


@given(
    st.lists(st.tuples(st.floats(0, 30), st.integers(0, 600)), max_size=40),
    st.integers(1, 5),
    st.integers(1, 1000),
)
def test_no_minute_has_more_than_its_budget_and_nobody_waits_for_ever(
    calls: list[tuple[float, int]], requests: int, tokens: int
):
    window, now, begun = MinuteWindow(requests, tokens), 0.0, []
    for gap, size in calls:
        now += gap
        waits = 0
        while (seconds := window.wait(now, size)) > 0:
            # Sums of floats end a hair too early.
            now, waits = now + seconds + 1e-9, waits + 1
            assert waits <= requests
        window.reserve(now, size)
        begun.append((now, size))
        minute = [held for at, held in begun if now - at < 60.0]
        assert len(minute) <= requests
        assert sum(minute) <= tokens or len(minute) == 1


def test_so_many_calls_run_at_once_and_the_next_begins_when_one_ends():
    limit, inside, leave = RateLimit(at_once=2), [Event() for _ in range(3)], Event()

    def call(number: int) -> None:
        with limit.slot(1):
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
    limit = RateLimit(tokens=100, at_once=4, clock=lambda: now[0])
    with limit.slot(60):
        pass
    waiting = [Thread(target=lambda size=size: _run(limit, size, order)) for size in (90, 10)]
    for thread in waiting:
        thread.start()
        thread.join(0.1)
    assert order == []
    now[0] = 61.0
    for thread in waiting:
        thread.join(30)
    assert order == [90, 10]


def _run(limit: RateLimit, size: int, order: list[int]) -> None:
    with limit.slot(size):
        order.append(size)


def test_waiting_can_be_stopped_and_lets_others_pass():
    limit, stop = RateLimit(tokens=100, clock=lambda: 0.0), Event()
    with limit.slot(90):
        pass
    stop.set()
    with pytest.raises(Cancelled), limit.slot(50, stop):
        pass
    with limit.slot(10):
        pass


def test_a_call_that_fails_gives_its_place_back():
    limit = RateLimit(at_once=1)
    for _ in range(3):
        with pytest.raises(ZeroDivisionError), limit.slot(1):
            _ = 1 / 0
