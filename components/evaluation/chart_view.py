"""A chart with its words and the ways to take it along: a picture, or a page of its own."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

import streamlit as st

from components import state

if TYPE_CHECKING:
    from collections.abc import Callable

    from plotly.graph_objects import Figure

_PAPER = {"light": ("#ffffff", "#1b2733"), "dark": ("#12181e", "#e3e9ee")}
"""Paper and ink of either theme, as in the settings of the app: a saved picture has them, too."""


_FONT = "Arial, Helvetica, sans-serif"
"""One that a saved picture has as well: it cannot read the fonts of the page."""


def chart_view(
    figure: Figure,
    *,
    key: str,
    title: str,
    name: str,
    summary: str,
    on_click: Callable[[Any], None] | None = None,
) -> None:
    """The chart under its title, its summary in words, and ways to save it.

    The camera of the chart saves a PNG of twice its size; the button beside the summary an HTML
    page that needs no network. `name` is the file's, without ending. `on_click` is called once
    with the `customdata` of a point that was clicked, before the page is drawn again.
    """

    def chosen() -> None:
        points = _points(state.widget_value(key))
        if points and on_click:
            on_click(points[0])

    paper, ink = _PAPER["dark" if st.context.theme.type == "dark" else "light"]
    figure.update_layout(
        title={
            "text": escape(title),
            "x": 0,
            "xanchor": "left",
            "font": {"size": 15, "family": _FONT},
        },
        paper_bgcolor=paper,
        plot_bgcolor=paper,
        font={"color": ink, "family": _FONT},
        legend={"font": {"family": _FONT, "size": 12}},
    )
    figure.update_layout(margin={"t": 84 if figure.layout.showlegend else 48})  # type: ignore
    st.plotly_chart(
        figure,
        key=key,
        on_select=chosen if on_click else "ignore",
        selection_mode="points",
        config=_config(name),
        alt=f"{title}. {summary}",
    )
    with st.container(horizontal=True, horizontal_alignment="distribute"):
        st.caption(summary, width="stretch")
        st.download_button(
            "HTML",
            lambda: figure.to_html(include_plotlyjs=True, config=_config(name)),
            f"{name}.html",
            "text/html",
            key=f"{key}-html",
            icon=":material/download:",
            help="The chart as a page of its own, which needs no network. For a picture use the "
            "camera above the chart.",
            on_click="ignore",
        )


def _config(name: str) -> dict[str, Any]:
    return {
        "displayModeBar": True,
        "displaylogo": False,
        "modeBarButtons": [["toImage"]],
        "toImageButtonOptions": {"format": "png", "filename": name, "scale": 2},
    }


def _points(value: Any) -> list[Any]:
    """The `customdata` of the points in what the browser sent."""
    found = [point.get("customdata") for point in value["selection"]["points"]] if value else []
    return [one[0] if isinstance(one, list) else one for one in found if one]
