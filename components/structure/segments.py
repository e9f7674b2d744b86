"""Where the topic changes in a document that was read by semantic flow."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import streamlit as st

from components.foreign_text import plain_html
from components.widgets.charts import clickable_chart, empty_figure
from components.widgets.node_marks import describe
from core.colours import CYCLE, PLAIN
from core.sir import ElementType, Sir

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from plotly.graph_objects import Figure


_BLUE, _OCHRE, _RED = CYCLE[0], CYCLE[1], CYCLE[5]
_HEIGHT = 230


class Step(NamedTuple):
    """A node that was compared with what stands before it, and whether a segment begins there.

    `distance` says how unlike they are, `depth` how far that stands out from what is around.
    """

    node: int
    distance: float
    depth: float
    begins: bool


def has_segments(sir: Sir) -> bool:
    """Whether semantic flow cut this document."""
    return any(node.type is ElementType.SEGMENT for node in sir.nodes[: sir.flow])


def steps(sir: Sir) -> list[Step]:
    """All nodes with a distance, in reading order; a segment stands for its first paragraph."""
    all_steps: list[Step] = []
    for index in range(1, sir.flow):
        node = sir.nodes[index]
        if "depth" in node.metadata:
            distance, depth = (float(node.metadata[name]) for name in ("distance", "depth"))
            all_steps.append(Step(index, distance, depth, node.type is ElementType.SEGMENT))
    return all_steps


def threshold(sir: Sir) -> float | None:
    """The depth above which a new segment may begin, as the parser noted it."""
    values = (node.metadata.get("threshold") for node in sir.nodes[: sir.flow])
    return next((float(value) for value in values if value), None)


def segment_chart(
    sir: Sir, selected: int | None, key: str, on_choose: Callable[[int | None], None]
) -> None:
    """The depths of all gaps with the threshold; a click chooses the node behind a point."""
    measured = steps(sir)
    if not measured:
        return

    st.markdown("**Where the topic changes**")
    clickable_chart(
        _figure(sir, measured, marked(sir, measured, selected)),
        "How far each change of topic stands out, and the threshold of segments",
        key,
        lambda point: on_choose(measured[min(int(point["x"]) - 1, len(measured) - 1)].node),
    )
    st.caption(
        "Each point tells how far the change from the text before a paragraph to the text from it "
        "on stands out. Above the line a segment begins, unless it would be short or part two "
        "speeches; a long one is cut below it. Where a language model chose the segments, they "
        "begin at the large points, whatever the line says. A click chooses the paragraph."
    )


def marked(sir: Sir, measured: Sequence[Step], selected: int | None) -> tuple[int, int] | None:
    """The points (from 0, half-open) of the segment that is selected, or holds what is."""
    if selected is None or not 0 < selected < sir.flow:
        return None
    holders = [*sir.ancestors(selected), selected]
    segment = next((at for at in holders if sir.nodes[at].type is ElementType.SEGMENT), None)
    if segment is None:
        return None
    end = int(sir.subtree_end[segment])
    inside = [place for place, step in enumerate(measured) if segment <= step.node < end]
    return (inside[0], inside[-1] + 1) if inside else None


def _figure(sir: Sir, measured: Sequence[Step], chosen: tuple[int, int] | None) -> Figure:
    figure = empty_figure("Paragraph", "Stands out", _HEIGHT)
    numbers = list(range(1, len(measured) + 1))
    depths = [step.depth for step in measured]
    figure.add_scatter(
        x=numbers,
        y=depths,
        mode="lines+markers",
        line={"color": PLAIN, "width": 1},
        marker={
            "color": [_BLUE if step.begins else PLAIN for step in measured],
            "size": [9 if step.begins else 5 for step in measured],
        },
        customdata=[
            [plain_html(describe(sir, step.node)[:80]), step.distance] for step in measured
        ],
        hovertemplate="%{customdata[0]}<br>distance %{customdata[1]:.3f}, stands out by "
        "%{y:.3f}<extra></extra>",
    )
    limit = threshold(sir)
    if limit is not None:
        figure.add_hline(
            y=limit, line={"color": _RED, "dash": "dash"}, annotation_text=f"threshold {limit:.3f}"
        )
    if chosen:
        figure.add_vrect(
            x0=chosen[0] + 0.5, x1=chosen[1] + 0.5, fillcolor=_OCHRE, opacity=0.25, line_width=0
        )
    figure.update_layout(margin={"t": 10})
    figure.update_yaxes(rangemode="tozero")
    return figure
