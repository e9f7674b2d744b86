"""What a plan takes is told before it is paid for."""

from __future__ import annotations

from dataclasses import replace

import pytest

from components.labels.plan_estimate import SHARES, Estimate, estimate, estimate_in_words
from core.chunking import PLANNED, make_options
from core.configuration import Configuration
from core.refining.options import WHOLE
from core.settings import load_settings


@pytest.mark.parametrize("strategy", sorted(PLANNED))
def test_more_text_takes_more(strategy: str) -> None:
    config = Configuration(strategy, make_options(strategy, {}), model="m")
    small, large = estimate(config, 1000), estimate(config, 100_000)
    assert small.calls >= 1
    assert large.sent == round(SHARES[strategy].sent * 100_000)
    assert small < large
    assert small.calls < large.calls


def test_larger_blocks_take_fewer_calls() -> None:
    one, two = (
        estimate(
            Configuration("three_step", make_options("three_step", {"block_size": size})), 170_000
        )
        for size in (2000, 4000)
    )
    assert (one.calls, two.calls) == (100, 50)


def test_paragraphs_by_model_are_in_the_estimate() -> None:
    plain, asked = (
        estimate(Configuration("three_step", make_options("three_step", values)), 50_000)
        for values in ({}, {"paragraphs_by_model": True})
    )
    assert asked.sent > plain.sent
    assert asked.calls > plain.calls


def test_a_refined_strategy_takes_what_its_parts_take() -> None:
    plain = Configuration("topology", make_options("topology", {}), model="m")
    whole, unplanned = (
        estimate(replace(config, refining=WHOLE), 50_000)
        for config in (plain, Configuration.default())
    )
    assert whole.sent == estimate(plain, 50_000).sent + unplanned.sent
    assert whole.calls == estimate(plain, 50_000).calls + unplanned.calls


def test_price_and_calls_are_said() -> None:
    settings = load_settings(model_input_price=1, model_output_price=2)
    assert estimate_in_words(Estimate(61_234, 20_000, 5), settings) == (
        "about 61,000 tokens in about 5 calls, about \\$0.10 at the prices of the settings"
    )
    assert "1 call, less than \\$0.01" in estimate_in_words(Estimate(80, 0, 1), settings)


def test_the_time_is_said_where_the_pace_makes_it_long() -> None:
    settings = load_settings(model_requests_per_minute=60, model_tokens_per_minute=1_000_000)
    said = estimate_in_words(Estimate(400_000, 0, 400), settings)
    assert said.endswith("; at their pace it takes 7 minutes or more")
