"""What speaks for a setting, in words."""

from __future__ import annotations

from core.evaluation.metrics.intervals import Difference, Interval
from core.evaluation.tuning.base import Judged
from core.evaluation.tuning.recommending import reason
from tests.core.evaluation.tuning.test_successive_halving import setting


def judged(size: int, mean: float) -> Judged:
    interval = Interval(mean, mean - 0.1, mean + 0.1, 8)
    return Judged(setting=setting(size), tuned=None, held_out=interval, tokens=1.0, seconds=0.0)


def test_a_setting_that_falls_behind_on_the_held_out_questions_is_not_called_better() -> None:
    behind = Difference(mean=-0.13, low=-0.3, high=0.0, better=0.05, count=27)
    said = reason(judged(64, 0.8), judged(128, 0.93), behind, "line_recall", adopt=False)
    assert "better in 5% of draws" in said
    assert said.endswith("nothing speaks for a change.")
    ahead = Difference(mean=0.05, low=-0.1, high=0.2, better=0.8, count=27)
    said = reason(judged(64, 0.9), judged(128, 0.85), ahead, "line_recall", adopt=False)
    assert "may be chance" in said
