"""What a language model takes for the answers of a sweep is told before it is asked."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.configuration import AnswerOptions, Configuration
from core.evaluation.model_estimate import (
    Estimate,
    dollars,
    estimate_in_words,
    measured_seconds,
    writing_estimate,
)
from core.evaluation.sweeps.base import Writer
from core.llm.ledger import Call
from core.settings import Settings, load_settings

ONE = Configuration.default()
WRITER = Writer(model="gemini:gemini-2.5-flash")
FAST = {"model_requests_per_minute": 100_000, "model_tokens_per_minute": 1_000_000_000}


def settings(**values: object) -> Settings:
    return load_settings(**{**FAST, **values})


def test_each_question_is_asked_once_for_all_settings_that_share_its_answer() -> None:
    shy = replace(ONE, answer=AnswerOptions(threshold=0.5, max_citations=1))
    wide = ONE.with_retrieval(top_k=20)
    plain = ONE.with_retrieval(reading=False)
    asked, _ = writing_estimate([ONE, shy, wide], 10, WRITER, settings())
    assert asked == Estimate(10 * 4600, 10 * 300, 10)
    assert writing_estimate([ONE, plain], 10, WRITER, settings()).asked.calls == 20


def test_claims_that_the_model_reads_once_more_are_calls_of_their_own() -> None:
    again = WRITER.model_copy(update={"second_reader": "model"})
    here = WRITER.model_copy(update={"second_reader": "nli:some-model"})
    asked, seconds = writing_estimate([ONE], 2, again, settings())
    assert asked == Estimate(2 * (4600 + 5 * 600), 2 * (300 + 5 * 40), 2 * 6)
    assert seconds > writing_estimate([ONE], 2, WRITER, settings()).seconds
    assert writing_estimate([ONE], 2, here, settings()).asked.calls == 2


def test_the_price_is_that_of_the_settings_and_none_on_this_machine() -> None:
    asked = Estimate(1_000_000, 100_000, 10)
    prices = {"model_input_price": 0.5, "model_output_price": 2.0}
    assert dollars(asked, settings(**prices)) == pytest.approx(0.7)
    here = settings(model="openai:llama3.2@http://127.0.0.1:11434/v1", **prices)
    assert dollars(asked, here) == 0
    assert "about 1,000,000 tokens in about 10 calls, about $0.70" in estimate_in_words(
        asked, settings(**prices)
    )
    assert estimate_in_words(asked, here).endswith("10 calls, free on this machine")


def test_the_time_is_the_measured_one_and_never_less_than_the_pace_allows() -> None:
    assert writing_estimate([ONE], 10, WRITER, settings(), measured=2.0).seconds == 20
    slow = settings(model_requests_per_minute=2)
    assert writing_estimate([ONE], 10, WRITER, slow, measured=2.0).seconds == 5 * 60
    few = settings(model_tokens_per_minute=4600)
    assert writing_estimate([ONE], 10, WRITER, few, measured=2.0).seconds == 10 * 60


def test_a_model_on_this_machine_is_taken_to_be_slower() -> None:
    here = settings(model="openai:llama3.2@http://127.0.0.1:11434/v1")
    writer = Writer.of(here)
    assert writer
    local = writing_estimate([ONE], 1, writer, here)
    assert local.seconds > writing_estimate([ONE], 1, WRITER, settings()).seconds


def test_the_time_is_that_of_answers_of_this_model_which_were_asked_anew() -> None:
    def call(seconds: float, **values: object) -> Call:
        usual = {"at": 0.0, "model": "m", "stage": "answer", "seconds": seconds}
        return Call.model_validate({**usual, **values})

    others = [
        call(9.0, cached=True),
        call(9.0, model="other"),
        call(9.0, stage="rewrite"),
        call(9.0, outcome="ModelUnreachable"),
    ]
    assert measured_seconds([call(1.0), call(3.0), call(2.0), *others], "m") == 2.0
    assert measured_seconds([call(60.0), *[call(1.0)] * 40], "m") == 1.0
    assert measured_seconds(others, "m") is None
