"""Which of two settings finds more, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from components.comparison.figures import Figure, share
from components.labels.settings import number
from core.text.word_tables import word_table

if TYPE_CHECKING:
    from core.evaluation.comparison import MeasureComparison

_MEASURES = word_table(__file__)
"""The short name of each measure, and what it measures."""
_OF = {"line_recall": "of the evidence lines", "token_recall": "of the evidence's tokens"}
_CERTAIN = 0.995
"""Share of draws that is said to be all but all."""


def finding_in_words(row: MeasureComparison, name_a: str, name_b: str) -> str:
    """Such as `A finds 8.0 points more of the evidence lines; in 97% of draws.`"""
    difference = row.difference
    if difference is None or row.one is None or row.other is None:
        return "None of the questions can tell."
    what = _OF.get(row.measure, "")
    values = f"{share(row.one)} and {share(row.other)}"
    if not difference.mean:
        return f"Both find as much {what}: {share(row.one)}."
    ahead, better = (
        (name_a, difference.better) if difference.mean > 0 else (name_b, 1 - difference.better)
    )
    return (
        f"{ahead} finds {100 * abs(difference.mean):.1f} points more {what} "
        f"({values}), in {_draws(better)} of draws."
    )


def score_figure(row: MeasureComparison, name_a: str, name_b: str) -> Figure:
    """A measure of both as a figure: `Lines 86.1% | 78.1%`, with the difference in its help."""
    values = " | ".join(_value(value, row.measure) for value in (row.one, row.other))
    meaning = f"{_MEASURES[row.measure]['meaning']} {_difference(row, name_a, name_b)}"
    return Figure(_MEASURES[row.measure]["name"], values, meaning)


def about_scores(name_a: str, name_b: str) -> str:
    """What the figures of two settings say together."""
    return (
        f"What {name_a} | {name_b} find for the questions, in the mean. Behind each the difference "
        f"{name_a} minus {name_b}, between what it lies in 95% of draws, and how often {name_a} "
        "is higher: paired bootstrap over the questions (Efron and Tibshirani, 1993); draws "
        "without a difference count half."
    )


def _difference(row: MeasureComparison, name_a: str, name_b: str) -> str:
    difference = row.difference
    if difference is None:
        return "Not defined for any of the questions."
    low, high = (_gain(end, row.measure) for end in (difference.low, difference.high))
    return (
        f"{name_a} − {name_b}: {_gain(difference.mean, row.measure)} ({low} to {high}), "
        f"{name_a} higher in {_draws(difference.better)}."
    )


def _value(value: float | None, measure: str) -> str:
    if value is None:
        return "–"
    if measure in ("retrieved_tokens", "mrr"):
        return number(value, measure)
    return share(value)


def _gain(value: float, measure: str) -> str:
    if measure == "retrieved_tokens":
        return f"{value:+,.0f} tokens"
    return f"{value:+.3f}" if measure == "mrr" else f"{100 * value:+.1f} points"


def _draws(better: float) -> str:
    """A share of draws: `97%`, never a certain 100 unless all draws agree."""
    return "over 99%" if _CERTAIN < better < 1 else f"{better:.0%}"
