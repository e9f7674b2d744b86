"""The fastest backend that gives the vectors of the reference is taken, and no other."""

from __future__ import annotations

import numpy as np
import pytest

from core.embedding.backends import REFERENCE
from core.embedding.backends.measuring import BackendFigure, fastest, measure
from core.errors import Cancelled, MissingExtra
from tests.core.embedding.backends.fake_backends import Clock, FakeBackend, FakeEncoder


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


def nothing() -> None:
    """Does not stand aside."""


def chosen(encoder: FakeEncoder) -> str:
    return fastest(measure(encoder, list(encoder.backends), nothing))


def test_the_fastest_exact_backend_is_chosen(clock: Clock) -> None:
    backends = {
        REFERENCE: FakeBackend(clock, 0.03),
        "slow": FakeBackend(clock, 0.05),
        "fast": FakeBackend(clock, 0.01),
        "faster": FakeBackend(clock, 0.005),
    }
    encoder = FakeEncoder({**backends})
    figures = measure(encoder, list(backends), nothing)
    assert fastest(figures) == "faster"
    speeds = [figures[name].speed for name in ("slow", REFERENCE, "fast", "faster")]
    assert speeds == sorted(speeds)
    assert figures["fast"].speed == pytest.approx(3 * figures[REFERENCE].speed)


@pytest.mark.parametrize("noise", [0.2, np.nan])
def test_one_that_deviates_is_not_chosen_however_fast_it_is(clock: Clock, noise: float) -> None:
    encoder = FakeEncoder(
        {REFERENCE: FakeBackend(clock, 0.03), "inexact": FakeBackend(clock, 0.001, noise)}
    )
    figures = measure(encoder, ["inexact"], nothing)
    assert not figures["inexact"].is_exact
    assert fastest(figures) == REFERENCE


@pytest.mark.parametrize("error", [MissingExtra("pip install x"), RuntimeError("no AMX")])
def test_one_that_fails_is_left_out_with_its_reason(clock: Clock, error: Exception) -> None:
    encoder = FakeEncoder({REFERENCE: FakeBackend(clock, 0.03), "failing": error})
    figures = measure(encoder, ["failing"], nothing)
    assert figures["failing"].problem
    assert fastest(figures) == REFERENCE


def test_one_that_is_hardly_faster_is_not_worth_loading(clock: Clock) -> None:
    encoder = FakeEncoder({REFERENCE: FakeBackend(clock, 0.03), "x": FakeBackend(clock, 0.029)})
    assert chosen(encoder) == REFERENCE


def test_waiting_between_batches_counts_for_nobody(clock: Clock) -> None:
    def stand_aside() -> None:
        clock.now += 60

    encoder = FakeEncoder({REFERENCE: FakeBackend(clock, 0.03)})
    alone = measure(encoder, [], nothing)[REFERENCE].speed
    assert measure(encoder, [], stand_aside)[REFERENCE].speed == pytest.approx(alone)


def test_few_rounds_are_made_where_all_are_slow(clock: Clock) -> None:
    encoder = FakeEncoder({REFERENCE: FakeBackend(clock, 10.0)})
    measure(encoder, [], nothing)
    batches = len(encoder.padded_batches(["text"] * 16))
    assert clock.now == 2 * batches * 10.0


def test_a_measurement_can_be_cancelled(clock: Clock) -> None:
    def cancel() -> None:
        raise Cancelled("stopped")

    with pytest.raises(Cancelled):
        measure(FakeEncoder({REFERENCE: FakeBackend(clock, 0.03)}), [], cancel)


def test_without_figures_the_reference_runs() -> None:
    assert fastest({}) == REFERENCE
    assert fastest({"x": BackendFigure(speed=9, cosine=0.9)}) == REFERENCE
