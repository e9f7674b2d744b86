"""Which of two settings finds more, in words that say no more than the figures."""

from __future__ import annotations

from components.comparison.figures import decimal, share
from components.comparison.score_labels import finding_in_words, score_figure
from core.evaluation.comparison import MeasureComparison
from core.evaluation.metrics.intervals import Difference


def row(
    one: float, other: float, better: float = 0.97, measure: str = "line_recall"
) -> MeasureComparison:
    gain = one - other
    return MeasureComparison(
        measure, one, other, Difference(gain, gain - 0.01, gain + 0.01, better, 12)
    )


def test_the_one_that_finds_more_is_named_with_points_and_draws() -> None:
    assert finding_in_words(row(0.86, 0.78), "A", "B") == (
        "A finds 8.0 points more of the evidence lines (86.0% and 78.0%), in 97% of draws."
    )
    said = finding_in_words(row(0.5, 0.75, better=0.1), "Now", "Visual topology")
    assert said.startswith("Visual topology finds 25.0 points more")
    assert said.endswith("in 90% of draws.")


def test_all_but_all_draws_are_not_said_to_be_all() -> None:
    assert "in over 99% of draws" in finding_in_words(row(0.9, 0.1, better=0.9995), "A", "B")
    assert "in 100% of draws" in finding_in_words(row(0.9, 0.1, better=1.0), "A", "B")


def test_equal_and_undefined_findings_are_said_so() -> None:
    assert finding_in_words(row(0.5, 0.5), "A", "B").startswith("Both find as much")
    nothing = MeasureComparison("line_recall", None, None, None)
    assert finding_in_words(nothing, "A", "B") == "None of the questions can tell."
    assert score_figure(nothing, "A", "B").value == "– | –"


def test_figures_have_their_units() -> None:
    assert score_figure(row(0.86, 0.78), "A", "B").value == "86.0% | 78.0%"
    assert score_figure(row(0.5, 0.25, measure="mrr"), "A", "B").value == "0.500 | 0.250"
    tokens = score_figure(row(600.0, 480.0, measure="retrieved_tokens"), "A", "B")
    assert tokens.value == "600 | 480"
    assert "A − B: +120 tokens" in tokens.meaning
    assert (share(None), decimal(None)) == ("–", "–")
