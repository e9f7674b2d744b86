from __future__ import annotations

import pytest

from benchmarks.rechunking import MOVES, SIZES
from core.chunking import STRATEGIES, make_options


def test_every_strategy_is_moved():
    assert set(MOVES) == set(STRATEGIES)


@pytest.mark.parametrize("strategy", MOVES)
def test_every_value_is_one_that_a_slider_can_take(strategy: str):
    option, values = MOVES[strategy]
    options = [make_options(strategy, {option: value}) for value in values]
    options += [make_options(strategy, {"max_tokens": size}) for size in SIZES]
    assert len({one.model_dump_json() for one in options}) >= len(values) + len(SIZES) - 1
