"""What is offered as leaner loses next to nothing."""

from __future__ import annotations

from components.evaluate.best_setting import leanest
from core.chunking import make_options
from core.configuration import Configuration
from core.evaluation.metrics.intervals import Interval
from core.evaluation.outcome import Scored
from core.evaluation.table import Row

MEASURE = "line_recall"
SETTING = Configuration("fixed", make_options("fixed", {}))


def row(key: str, mean: float, tokens: float) -> Row:
    measures = {
        MEASURE: Interval(mean, mean, mean, 12),
        "retrieved_tokens": Interval(tokens, tokens, tokens, 12),
    }
    return Row(Scored(key=key, setting={}), SETTING, {}, measures)


def test_a_setting_that_loses_much_is_not_offered_though_not_shown_worse() -> None:
    best, poor = row("best", 1.0, 640), row("poor", 0.75, 446)
    assert leanest([best, poor], best, {"best", "poor"}, MEASURE) is best


def test_the_fewest_tokens_win_among_those_as_good() -> None:
    best, near, worse = row("best", 1.0, 640), row("near", 0.995, 500), row("worse", 0.995, 400)
    assert leanest([best, near, worse], best, {"best", "near"}, MEASURE) is near


def test_the_best_is_the_leanest_where_nothing_retrieves_fewer_tokens() -> None:
    other, best = row("other", 0.995, 640), row("best", 1.0, 640)
    assert leanest([other, best], best, {"other", "best"}, MEASURE) is best
    assert leanest([other, best], best, set(), MEASURE) is best
