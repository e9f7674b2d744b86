"""The look of all charts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import streamlit as st

from components import state

if TYPE_CHECKING:
    from collections.abc import Callable

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


def clickable_chart(
    figure: Figure, alt: str, key: str, on_click: Callable[[dict[str, Any]], None]
) -> None:
    """A chart that calls `on_click` with the point that was clicked, as Plotly describes it."""

    def clicked() -> None:
        selection = state.widget_value(key)
        points = selection["selection"]["points"] if selection else []
        if points:
            on_click(points[0])

    st.plotly_chart(
        figure,
        key=key,
        on_select=clicked,
        selection_mode="points",
        config={"displayModeBar": False},
        alt=alt,
    )
