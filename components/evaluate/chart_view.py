"""A chart with its words and the ways to take it along: a picture, or a page of its own."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

import streamlit as st

from components.foreign_text import plain, plain_html
from components.widgets.charts import click_callback
from core.colours import CYCLE, PLAIN, on_dark

if TYPE_CHECKING:
    from collections.abc import Callable

    from plotly.graph_objects import Figure

_PAPER = {"light": ("#ffffff", "#1b2733"), "dark": ("#12181e", "#e3e9ee")}
"""Paper and ink of either theme, as in the settings of the app: a saved picture has them, too."""


_FONT = "Arial, Helvetica, sans-serif"
"""One that a saved picture has as well: it cannot read the fonts of the page."""


_POLICY = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
    "img-src data: blob:; font-src data:"
)
"""What a browser may load and run for a saved page: what stands in it, nothing from elsewhere."""


def chart_view(
    figure: Figure,
    *,
    key: str,
    title: str,
    name: str,
    summary: str,
    hint: str = "",
    on_click: Callable[[Any], None] | None = None,
) -> None:
    """The chart under its title, its summary in words, and ways to save it.

    What stands behind the first ` · ` of the title goes below it, in small letters.

    The camera of the chart saves a PNG of twice its size; the button beside the summary an HTML
    page that needs no network. `name` is the file's, without ending. `hint` says what a click
    does, which a saved page cannot do. `on_click` is called once with the `customdata` of a point
    that was clicked, before the page is drawn again.
    """

    def chosen(point: dict[str, Any]) -> None:
        data = point.get("customdata")
        if data and on_click:
            on_click(data[0] if isinstance(data, list) else data)

    theme = "dark" if st.context.theme.type == "dark" else "light"
    paper, ink = _PAPER[theme]
    if theme == "dark":
        _lighten(figure)
    head, _, on_what = title.partition(" · ")
    figure.update_layout(
        title={
            "text": plain_html(head),
            "subtitle": {"text": plain_html(on_what), "font": {"size": 12, "family": _FONT}},
            "x": 0,
            "xanchor": "left",
            "y": 1,
            "yref": "container",
            "yanchor": "top",
            "pad": {"t": 6},
            "font": {"size": 15, "family": _FONT},
        },
        paper_bgcolor=paper,
        plot_bgcolor=paper,
        font={"color": ink, "family": _FONT},
        legend={"font": {"family": _FONT, "size": 12}},
    )
    figure.update_layout(margin={"t": 92 if figure.layout.showlegend else 60})  # type: ignore
    st.plotly_chart(
        figure,
        key=key,
        on_select=click_callback(key, chosen) if on_click else "ignore",
        selection_mode="points",
        config=_config(name),
        alt=f"{title}. {summary}",
    )
    with st.container(horizontal=True, horizontal_alignment="distribute"):
        st.caption(plain(f"{summary} {hint}"), width="stretch")
        st.download_button(
            "HTML",
            lambda: chart_page(figure, title, summary, _config(name)),
            f"{name}.html",
            "text/html",
            key=f"{key}-html",
            icon=":material/download:",
            help="The chart as a page of its own, which needs no network. For a picture use the "
            "camera above the chart.",
            on_click="ignore",
        )


def chart_page(figure: Figure, title: str, summary: str, config: dict[str, Any]) -> str:
    """A page of HTML with the chart, its title and its words; it needs no network."""
    layout: Any = figure.layout
    height = f"{layout.height or 450}px"
    page = figure.to_html(include_plotlyjs=True, config=config, default_height=height)
    colours = f"color: {layout.font.color}; background: {layout.paper_bgcolor}"
    style = f"<style>body {{ {colours}; font-family: {_FONT}; }}</style>"
    policy = f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
    head = f"<head>{policy}<title>{escape(title)}</title>{style}"
    words = f"<p>{escape(title)}. {escape(summary)}</p>"
    return page.replace("<head>", head, 1).replace("</body>", f"{words}</body>")


def _lighten(figure: Figure) -> None:
    light = {colour: on_dark(colour) for colour in (*CYCLE, PLAIN)}
    traces: Any = figure.data
    for trace in traces:
        parts = [trace[name] for name in ("marker", "line") if name in trace]
        parts += [part.line for part in parts if "line" in part]
        for part in parts:
            if isinstance(part.color, str):
                part.color = light.get(part.color, part.color)


def _config(name: str) -> dict[str, Any]:
    return {
        "displayModeBar": True,
        "displaylogo": False,
        "modeBarButtons": [["toImage"]],
        "toImageButtonOptions": {"format": "png", "filename": name, "scale": 2},
    }
