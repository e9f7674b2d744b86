"""How often and how long calls are tried, by a clock that only moves when told to."""

from __future__ import annotations

import pytest

from core.errors import KeyRefused, ModelUnreachable, QuotaSpent
from core.llm.retrying import Retrying
from tests.core.llm.models import failure


class Clock:
    """Time that passes by sleeping."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def clock() -> Clock:
    return Clock()


def rules(clock: Clock, tries: int = 4) -> Retrying:
    return Retrying(60.0, tries, clock.sleep, clock)


def test_waits_grow_where_the_service_says_nothing(clock: Clock):
    tries, waits = rules(clock).tries_of("m"), []
    for _ in range(3):
        tries.begin()
        before = clock.now
        tries.wait(failure(0.0))
        waits.append(clock.now - before)
    assert 0.5 <= waits[0] <= 1.0 and 1.0 <= waits[1] <= 2.0 and 2.0 <= waits[2] <= 4.0


def test_the_last_try_is_the_last(clock: Clock):
    tries = rules(clock, tries=2).tries_of("m")
    tries.begin()
    tries.wait(failure(0.0))
    tries.begin()
    with pytest.raises(ModelUnreachable):
        tries.wait(failure(0.0))


def test_all_tries_together_have_a_deadline(clock: Clock):
    tries = rules(clock, tries=99).tries_of("m")
    assert tries.begin() == 60.0
    clock.now += 60
    tries.wait(failure(10.0))
    assert tries.begin() == 50.0
    clock.now += 50
    with pytest.raises(ModelUnreachable):
        tries.wait(failure(0.0))


def test_a_wait_that_ends_after_the_deadline_is_not_begun(clock: Clock):
    tries = rules(clock).tries_of("m")
    tries.begin()
    with pytest.raises(QuotaSpent):
        tries.wait(failure(3600.0, QuotaSpent))
    assert clock.now == 100.0


def test_a_model_that_is_gone_is_left_alone_for_a_while(clock: Clock):
    held = rules(clock)
    tries = held.tries_of("m")
    tries.begin()
    with pytest.raises(KeyRefused):
        tries.wait(failure(None, KeyRefused))
    with pytest.raises(KeyRefused):
        held.tries_of("m")
    held.tries_of("another")
    clock.now += 16
    held.tries_of("m")


@pytest.mark.parametrize(("asked", "given"), [(40.0, 40), (99_999_999_999.0, 300)])
def test_a_model_that_asks_for_a_pause_has_it_but_not_for_ever(
    clock: Clock, asked: float, given: float
):
    held = rules(clock, tries=1)
    tries = held.tries_of("m")
    tries.begin()
    with pytest.raises(QuotaSpent):
        tries.wait(failure(asked, QuotaSpent))
    clock.now += given - 1
    with pytest.raises(QuotaSpent):
        held.tries_of("m")
    clock.now += 2
    held.tries_of("m")


def test_one_slow_call_among_others_does_not_stop_them(clock: Clock):
    held = rules(clock, tries=1)
    slow, other = held.tries_of("m"), held.tries_of("m")
    slow.begin()
    clock.now += 30
    other.begin()
    other.succeeded()
    clock.now += 30
    with pytest.raises(ModelUnreachable):
        slow.wait(failure(0.0))
    held.tries_of("m")


def test_an_answer_ends_the_pause(clock: Clock):
    held = rules(clock)
    held.gave_up("m", failure(None), clock.now)
    held.answered("m")
    held.tries_of("m")
