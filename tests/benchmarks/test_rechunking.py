from __future__ import annotations

import pytest

from benchmarks.rechunking import MOVES
from benchmarks.sizes import sized
from core.chunking import STRATEGIES, make_options


def test_every_strategy_is_moved():
    assert set(STRATEGIES) <= set(MOVES)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_every_value_is_one_that_a_slider_can_take(strategy: str):
    for option, values in MOVES[strategy].items():
        options = [make_options(strategy, {**sized(strategy, 128), option: v}) for v in values]
        assert len({one.model_dump_json() for one in options}) == len(values)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_strategies_are_compared_at_one_size(strategy: str):
    assert 128 <= make_options(strategy, sized(strategy, 128)).size <= 144
