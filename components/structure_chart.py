"""The tree of sections as an icicle: how the text of a document is spread over its structure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import streamlit as st

from core.sir import HEADINGS

if TYPE_CHECKING:
    from core.sir import Sir
    from core.tokens import TokenStream

_SHOWN_LEVELS = 4
_LABEL_LENGTH = 60


def structure_chart(stream: TokenStream, name: str, selected: int | None, key: str) -> None:
    """An icicle of sections, as wide as they are long in tokens, opened at the selected one."""
    parts = sections(stream, name)
    if len(parts["ids"]) == 1:
        st.info("This document has no headings, so there are no sections to draw.")
        return
    # Imported here: the pages that draw no chart come sooner.
    from plotly import graph_objects

    chart = graph_objects.Icicle(
        **parts,
        branchvalues="total",
        maxdepth=_SHOWN_LEVELS,
        level=_section_of(stream.sir, selected),
        hovertemplate="%{label}<br>%{value} tokens<extra></extra>",
        root_color="rgba(128,128,128,0.25)",
    )
    figure = graph_objects.Figure(chart)
    figure.update_layout(margin={"l": 0, "r": 0, "t": 28, "b": 0}, height=520)
    st.plotly_chart(
        figure, key=key, config={"displayModeBar": False}, alt=f"Sections of {name} by length"
    )
    st.caption("A click opens a section, a click on the topmost bar goes back up.")


def sections(stream: TokenStream, name: str) -> dict[str, list[Any]]:
    """Ids, parents, labels and tokens (with all below) of the root and of every section."""
    sir = stream.sir
    parts: dict[str, list[Any]] = {"ids": ["0"], "parents": [""], "labels": [name], "values": []}
    parts["values"].append(stream.weight(0))
    for index in range(1, sir.flow):
        if sir.nodes[index].type in HEADINGS:
            above = sir.lineage(index)
            parts["ids"].append(str(index))
            parts["parents"].append(str(above[-1] if above else 0))
            parts["labels"].append(_label(sir.nodes[index].text))
            parts["values"].append(stream.weight(index))
    return parts


def _section_of(sir: Sir, node: int | None) -> str:
    if node is None or node >= sir.flow:
        return "0"
    if sir.nodes[node].type in HEADINGS:
        return str(node)
    above = sir.lineage(node)
    return str(above[-1] if above else 0)


def _label(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= _LABEL_LENGTH else flat[: _LABEL_LENGTH - 1] + "…"
