"""The look of all charts."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from plotly.graph_objects import Figure


def empty_figure(across: str, up: str, height: int = 260) -> Figure:
    """A chart in the look of all of them, with the titles of its axes."""
    # Imported here: plotly takes half a second, and most visits need no chart at first.
    from plotly.graph_objects import Figure

    figure = Figure()
    figure.update_layout(
        height=height,
        margin={"l": 8, "r": 8, "t": 30, "b": 8},
        xaxis={"title": across, "automargin": True},
        yaxis={"title": up, "automargin": True},
        showlegend=False,
        bargap=0.05,
        dragmode=False,
    )
    return figure
