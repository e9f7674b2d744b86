"""What settings share is counted once."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.chunking import make_options
from core.configuration import AnswerOptions, Configuration
from core.evaluation.estimate import Speed, measured_speed, sweep_seconds
from core.evaluation.outcome import Cost


def setting(strategy: str = "fixed", **options: float) -> Configuration:
    return Configuration(strategy, make_options(strategy, options))


def test_settings_of_one_index_embed_once() -> None:
    one = setting(max_tokens=128)
    both = [one, one.with_retrieval(top_k=3)]
    fast = Speed(embedded=100.0, searched=0.0)
    assert sweep_seconds(both, 1000, 5, speed=fast) == sweep_seconds([one], 1000, 5, speed=fast)


def test_sentences_are_embedded_once_for_all_that_read_them() -> None:
    fast = Speed(embedded=100.0, searched=0.0)
    cuts = [setting("semantic", max_tokens=128), setting("semantic", max_tokens=256)]
    assert sweep_seconds(cuts, 1000, 0, speed=fast) == pytest.approx((1.15 * 2 + 1) * 10)


def test_workers_share_all_but_the_parsing() -> None:
    one, speed = [setting()], Speed(embedded=115.0, searched=1.0)
    assert sweep_seconds(one, 100, 3, speed=speed, parsing=7) == pytest.approx(7 + 1 + 3)
    assert sweep_seconds(one, 100, 3, speed=speed, parsing=7, workers=2) == pytest.approx(7 + 2)


def test_answers_take_longer() -> None:
    assert sweep_seconds([setting()], 0, 10, answers=True) > sweep_seconds([setting()], 0, 10)


def test_close_reading_takes_longest_and_is_done_once_for_all_thresholds() -> None:
    one = setting()
    low = replace(one, answer=AnswerOptions(threshold=0.1))
    plain = one.with_retrieval(reading=False)
    fast = Speed(embedded=100.0, searched=0.0)

    def seconds(*settings: Configuration) -> float:
        return sweep_seconds(settings, 0, 10, speed=fast, answers=True)

    assert seconds(one, low) == seconds(one)
    assert seconds(plain) < seconds(one) / 5
    assert seconds(one, plain) == pytest.approx(seconds(one) + seconds(plain))


def test_speed_is_that_of_sweeps_before() -> None:
    cost = Cost(chunks=1, chunk_tokens=1, index_tokens=600, embed_seconds=2.0, search_seconds=0.5)
    assert measured_speed([cost, cost]) == Speed(300.0, 0.5)
    assert measured_speed([]) == Speed()
