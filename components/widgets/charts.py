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


def click_callback(key: str, act: Callable[[dict[str, Any]], None]) -> Callable[[], None]:
    """What to call when the chart of that key is clicked: gives the point to `act`."""

    def clicked() -> None:
        value = state.widget_value(key)
        if points := value["selection"]["points"] if value else []:
            act(points[0])

    return clicked


def clickable_chart(
    figure: Figure, alt: str, key: str, on_click: Callable[[dict[str, Any]], None]
) -> None:
    """A chart that calls `on_click` with the point that was clicked, as Plotly describes it."""
    st.plotly_chart(
        figure,
        key=key,
        on_select=click_callback(key, on_click),
        selection_mode="points",
        config={"displayModeBar": False},
        alt=alt,
    )
