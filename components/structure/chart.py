"""The tree of a document as an icicle: how its text is spread over its sections."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any

import streamlit as st

from components.foreign_text import plain_html
from components.structure.chart_parts import LEVELS, SECTIONS, parts, section_of, sections_above
from components.widgets.charts import clickable_chart
from core.colours import PLAIN, colour_of
from core.page_names import pages_in_words
from core.parsing.node_places import first_pages
from core.text.counts import number_of
from core.text.one_line import beginning

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from plotly.graph_objects import Figure

    from components.structure.chart_parts import Part
    from core.sir import Sir
    from core.tokens import TokenStream

_SHADES = (0.5, 0.5, 0.36, 0.25, 0.17)
"""Opacity of a part by its depth below its main section's parent; the page shines through, so
that the same colours are pale on a light page and dark on a dark one."""
_HEIGHT = 540
_LINE = 22
"""Height of a label (px); a part that is lower is told by a pointer only."""
_LETTERS = 64
"""Letters that fit across all columns of the chart in a window 1280 px wide."""


def structure_chart(
    stream: TokenStream,
    name: str,
    selected: int | None,
    key: str,
    on_choose: Callable[[int | None], None],
) -> None:
    """Sections and what they hold, as high as they are long in tokens, opened at the selected one.

    `on_choose` is called with the index of a node that was clicked, or None for the document.
    """
    sir = stream.sir
    if not any(node.type in SECTIONS for node in sir.nodes[: sir.flow]):
        st.info("This document has no headings, so there are no sections to draw.")
        return
    opened = section_of(sir, selected)
    drawn = parts(stream, name, opened)

    def clicked(point: dict[str, Any]) -> None:
        if (index := chosen(sir, point, opened)) is not None:
            on_choose(index or None)

    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        if selected is not None:
            st.button(
                "Whole document",
                key=f"{key}-whole",
                icon=":material/zoom_out_map:",
                type="tertiary",
                on_click=on_choose,
                args=(None,),
            )
        st.caption("Height is length. A click opens a part, the first column leads back up.")
    figure = _figure(sir, drawn, selected, opened)
    clickable_chart(figure, f"Sections of {name} by length", key, clicked)


def chosen(sir: Sir, point: dict[str, Any], opened: int) -> int | None:
    """The node behind a click; a click on the opened section leads to the one above (0: all)."""
    index = int(str(point["id"]))
    if index >= sir.flow:
        return None
    if index and index == opened:
        above = sections_above(sir, index)
        return above[-1] if above else 0
    return index


def _figure(sir: Sir, drawn: Sequence[Part], selected: int | None, opened: int) -> Figure:
    # Imported here: the pages that draw no chart come sooner.
    from plotly import graph_objects

    ink = "#f2f4f7" if st.context.theme.type == "dark" else "#1a212b"
    marked = _holding(drawn, selected)
    pages = first_pages(sir).tolist()
    icicle = graph_objects.Icicle(
        ids=[str(part.node) for part in drawn],
        parents=["" if part.parent < 0 else str(part.parent) for part in drawn],
        labels=[plain_html(part.label) for part in drawn],
        text=_labels(drawn, opened),
        textinfo="text",
        values=[part.tokens for part in drawn],
        customdata=[[_words(part, pages[part.node], pages[part.last])] for part in drawn],
        branchvalues="total",
        sort=False,
        maxdepth=LEVELS + 1,
        level=str(opened),
        hovertemplate="%{customdata[0]}<extra></extra>",
        marker={
            "colors": [_colour(part) for part in drawn],
            "line": {
                "color": [ink if part is marked else "rgba(128,128,128,0.55)" for part in drawn],
                "width": [3 if part is marked else 0.5 for part in drawn],
            },
        },
        textfont={"color": ink, "size": 12},
        tiling={"pad": 1},
        pathbar={"visible": False},
    )
    figure = graph_objects.Figure(icicle)
    figure.update_layout(
        margin={"l": 0, "r": 0, "t": 4, "b": 4}, height=_HEIGHT, hoverlabel={"align": "left"}
    )
    return figure


def _labels(drawn: Sequence[Part], opened: int) -> list[str]:
    """Labels cut to the width of a column; Plotly would shrink what does not fit."""
    top = next(part for part in drawn if part.node == opened)
    columns = max(part.depth for part in drawn) - top.depth + 1
    most = _LETTERS // columns
    room = top.tokens * _LINE / _HEIGHT
    return [plain_html(beginning(p.label, most)) if p.tokens >= room else "" for p in drawn]


def _holding(drawn: Sequence[Part], selected: int | None) -> Part | None:
    if selected is None:
        return None
    alone = [part for part in drawn if part.node == selected]
    runs = [part for part in drawn if part.node <= selected <= part.last]
    deeper = [part for part in drawn if 0 < part.node < selected]
    return next(iter([*alone, *runs, *deeper[-1:]]), None)


def _words(part: Part, first: int, last: int) -> str:
    where = f", {pages_in_words((), range(first, max(first, last) + 1))}" if first else ""
    share = number_of(part.tokens, "token")
    return "<br>".join([*_wrapped(part.title), f"<b>{share}{plain_html(where)}</b>"])


def _wrapped(text: str, width: int = 60) -> list[str]:
    return [plain_html(line) for line in textwrap.wrap(text, width)]


def _colour(part: Part) -> str:
    base = colour_of(part.hue) if part.hue >= 0 else PLAIN
    red, green, blue = (int(base[at : at + 2], 16) for at in (1, 3, 5))
    shade = _SHADES[min(part.depth, len(_SHADES) - 1)] if part.section else 0.1
    return f"rgba({red},{green},{blue},{shade})"
