"""Settings, measures and times are said as people say them."""

from __future__ import annotations

import pytest

from components.labels.settings import (
    interval_words,
    measure_axis,
    number,
    parameter_axis,
    rules_words,
    shortened,
    time_words,
)
from core.chunking import make_options
from core.configuration import Configuration
from core.configuration.labels import label
from core.evaluation.metrics.intervals import Interval
from core.evaluation.parameters import parameters
from core.evaluation.questions.base import Origin, Question
from core.text.counts import number_of


def setting(strategy: str, parser: str = "") -> Configuration:
    options = make_options(strategy, {"max_tokens": 64})
    return Configuration(strategy, options, parser=parser)


def test_a_setting_is_called_by_its_titles() -> None:
    assert label(setting("fixed")).startswith("Fixed size, N 64, O 0.2")
    with_parser = label(setting("semantic", "semantic_flow"))
    assert with_parser.startswith("Semantic flow, Semantic, N 64")


def test_tokens_are_whole_and_shares_have_three_digits() -> None:
    assert number(1234.4, "retrieved_tokens") == "1,234"
    assert number(0.5, "line_recall") == "0.500"
    assert number(None, "mrr") == "not defined"
    assert (
        interval_words(Interval(0.5, 0.25, 1.0, 8), "mrr") == "0.500 (0.250 to 1.000, 8 questions)"
    )
    assert interval_words(None, "mrr") == "not defined"


def test_axes_have_units() -> None:
    assert measure_axis("line_recall") == "Evidence lines found (0 to 1)"
    assert measure_axis("dcg") == "DCG"
    assert measure_axis("retrieved_tokens") == "Tokens retrieved"
    names = [name for name in parameters(setting("semantic")) if len(name) < 4]
    assert all("(" in parameter_axis(name) for name in names)


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.1, "1 s"), (48, "48 s"), (120, "2 min"), (7200, "2.0 h")],
)
def test_times_are_round(seconds: float, words: str) -> None:
    assert time_words(seconds) == words


def test_one_is_not_many() -> None:
    assert [number_of(count, "setting") for count in (1, 1200)] == ["1 setting", "1,200 settings"]


def test_a_long_name_keeps_its_beginning_and_its_end() -> None:
    assert shortened("short", 9) == "short"
    assert shortened("questions of 2026", 9) == "ques…2026"


def test_questions_made_by_rules_are_said_to_be_easier() -> None:
    made = [Question(text="Why?", origin=Origin.RULES), Question(text="Who?")]
    assert rules_words(made).startswith("1 of 2 questions were made by rules")
    assert rules_words(made[1:]) == ""
