"""How far the probability stated for answers can be believed, as a chart and in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from components.widgets.charts import empty_figure
from core.colours import CYCLE, PLAIN
from core.text.counts import number_of

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

    from core.evaluation.metrics.calibration import Bin, Calibration

_TALL = 340
"""Height in pixels."""
_ENDS = (-0.04, 1.08)
_LEAST, _GREATEST = 9, 30
"""Diameters in pixels of the point of one question, and of that of all of them."""


def calibration_chart(calibration: Calibration) -> Figure:
    """Share right over the mean probability stated, a point for each bin, larger for more."""
    figure = empty_figure("Probability stated (mean)", "First citation right (share)")
    figure.add_scatter(
        x=[0, 1],
        y=[0, 1],
        mode="lines",
        line={"color": PLAIN, "width": 1, "dash": "dot"},
        hoverinfo="skip",
    )
    points = [(bucket, bucket.right, bucket.stated) for bucket in calibration.bins if bucket.right]
    total = sum(right.count for _, right, _ in points) or 1
    figure.add_scatter(
        x=[stated for _, _, stated in points],
        y=[right.mean for _, right, _ in points],
        error_y={
            "type": "data",
            "symmetric": False,
            "array": [right.high - right.mean for _, right, _ in points],
            "arrayminus": [right.mean - right.low for _, right, _ in points],
            "color": PLAIN,
            "thickness": 1,
        },
        mode="markers+text",
        marker={
            "color": CYCLE[0],
            "size": [
                _LEAST + (_GREATEST - _LEAST) * (right.count / total) ** 0.5
                for _, right, _ in points
            ],
            "opacity": 0.9,
        },
        text=[str(right.count) for _, right, _ in points],
        textposition="middle right",
        hovertext=[bin_words(bucket) for bucket, _, _ in points],
        hovertemplate="%{hovertext}<extra></extra>",
    )
    figure.update_layout(height=_TALL)
    figure.update_xaxes(range=_ENDS)
    figure.update_yaxes(range=_ENDS)
    return figure


def calibration_words(calibration: Calibration) -> str:
    """The expected calibration error, and each bin with its number of questions."""
    if calibration.error is None:
        return "No text was found for any question."
    described = "; ".join(bin_words(bucket) for bucket in calibration.bins if bucket.right)
    error = f"{calibration.error:.2f}"
    return (
        f"Expected calibration error {error} (0 is best): {described}. Points on the "
        "dotted line would be right as often as stated, those above it more often; lines are 95% "
        "intervals, numbers are questions."
    )


def bin_words(bucket: Bin) -> str:
    """Such as `stated 0.51, right 0.80 (20 questions)`."""
    if bucket.right is None or bucket.stated is None:
        return "no question"
    asked = number_of(bucket.count, "question")
    return f"stated {bucket.stated:.2f}, right {bucket.right.mean:.2f} ({asked})"
