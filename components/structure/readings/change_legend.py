"""What the colours of a comparison mean."""

from __future__ import annotations

from components.labels.routes import CHANGES
from components.structure.readings.marks import COLOUR, SIDES
from components.widgets.legend_line import filled, legend_line, outlined
from core.parsing.tree_comparison import Change


def change_legend() -> None:
    """The colours of differences."""
    legend_line(
        (outlined(COLOUR[kind]) if kind is Change.SAME else filled(COLOUR[kind]), words)
        for kind, words in CHANGES.items()
    )


def side_legend(other: str) -> None:
    """The colours of the two trees, drawn on one page."""
    legend_line([(filled(SIDES["now"]), "now"), (outlined(SIDES["other"]), other)])
