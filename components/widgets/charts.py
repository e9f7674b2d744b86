"""Charts of a chunking: how large the chunks are, and where the topic changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from core.chunking.base import BoundaryKind
from core.chunking.semantic import breakpoints, threshold
from core.colours import CYCLE, PLAIN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plotly.graph_objects import Figure

    from core.chunking.base import Chunk, ChunkingResult, Sentences

_BLUE, _OCHRE, _RED = CYCLE[0], CYCLE[1], CYCLE[5]
_HEIGHT = 260
_BARS, _FAR = 20, 4
"""Bars of a histogram, and how many times the largest size a limit may be to be drawn."""
_SHOWN = 120
"""Sentences in sight at first; the slider below leads to the others."""


def size_histogram(
    chunks: Sequence[Chunk], limit: int, selected: Chunk | None, name: str = "N"
) -> Figure:
    """How many chunks have how many tokens, with the selected chunk's size and the limit `name`.

    Chunks above the limit, which were kept whole, have a colour and a pattern of their own. A
    limit far above all sizes is only named, so that the sizes fill the chart.
    """
    figure = empty_figure("Tokens of a chunk", "Chunks")
    sizes = [chunk.token_count for chunk in chunks]
    largest = max(sizes, default=limit)
    near = limit <= _FAR * largest
    kinds = (
        ("within", [size for size in sizes if size <= limit], {"color": _BLUE}),
        (
            f"above {name}, kept whole",
            [size for size in sizes if size > limit],
            {"color": _RED, "pattern": {"shape": "/", "size": 5, "solidity": 0.4}},
        ),
    )
    for kind, held, look in kinds:
        figure.add_histogram(
            x=held,
            xbins=bins(limit, largest),
            marker=look,
            name=f"{kind}: {len(held)}",
            hovertemplate="%{x} tokens: %{y} chunks<extra></extra>",
            visible=bool(held),
        )
    figure.update_layout(
        barmode="stack",
        showlegend=largest > limit,
        legend={"orientation": "h", "y": 1.25, "x": 0, "traceorder": "normal"},
    )
    if near:
        figure.add_vline(
            x=limit + 0.5,
            line={"color": _RED, "dash": "dash"},
            annotation_text=f"{name} = {limit:,}",
        )
    else:
        figure.add_annotation(
            text=f"{name} = {limit:,}, far to the right →",
            xref="paper",
            yref="paper",
            x=1,
            y=1,
            showarrow=False,
        )
    if selected:
        figure.add_vline(
            x=selected.token_count,
            line={"color": _OCHRE},
            annotation_text=f"chunk {selected.index + 1}",
            annotation_position="top left",
        )
    return figure


def bins(limit: int, largest: int) -> dict[str, float]:
    """Start, end and width of about 20 bars of whole tokens.

    One of them ends half a token above the limit, so that none lies on both sides of it.
    """
    width = max(round(largest / _BARS), 1)
    start = limit + 0.5 - -(-limit // width) * width
    return {"start": start, "end": max(limit, largest) + 0.5, "size": width}


def distance_curve(
    result: ChunkingResult, sentences: Sentences, percentile: float, selected: Chunk | None
) -> Figure:
    """Distances of neighbouring sentences, the threshold, and which breaks became boundaries.

    Points carry the number of the sentence behind them as `x`.
    """
    figure = empty_figure("Sentence", "Distance to the one before")
    limit = threshold(sentences, percentile)
    numbers = np.arange(1, len(sentences.distances) + 1)
    figure.add_scatter(
        x=numbers,
        y=sentences.distances,
        mode="lines",
        line={"color": PLAIN, "width": 1},
        name="distance",
        hovertemplate="sentence %{x}: %{y:.3f}<extra></extra>",
    )
    kept, merged = boundaries(result, sentences, percentile)
    for found, name, symbol in (
        (kept, "boundary", "circle"),
        (merged, "merged: below M", "circle-open"),
    ):
        figure.add_scatter(
            x=found,
            y=sentences.distances[found - 1],
            mode="markers",
            marker={"color": _BLUE, "symbol": symbol, "size": 7},
            name=name,
            hovertemplate="sentence %{x}: %{y:.3f}<extra></extra>",
        )
    figure.add_scatter(
        x=[0, len(numbers) + 1],
        y=[limit, limit],
        mode="lines",
        line={"color": _RED, "dash": "dash"},
        name=f"threshold {limit:.3f} (Q = {percentile:g})",
        hoverinfo="skip",
    )
    middle = 0
    if selected:
        low, high = np.searchsorted(sentences.starts, [selected.cut.start, selected.cut.end])
        middle = int(low)
        figure.add_vrect(x0=middle, x1=int(high), fillcolor=_OCHRE, opacity=0.25, line_width=0)
    first = max(min(middle - _SHOWN // 2, len(numbers) - _SHOWN), 0)
    figure.update_layout(
        height=_HEIGHT + 60,
        showlegend=True,
        legend={"orientation": "h", "y": 1.3, "x": 0},
        dragmode="pan",
    )
    figure.update_xaxes(
        range=[first, first + _SHOWN], rangeslider={"visible": True, "thickness": 0.14}
    )
    return figure


def boundaries(
    result: ChunkingResult, sentences: Sentences, percentile: float
) -> tuple[np.ndarray, np.ndarray]:
    """Numbers of sentences before which a break stands: those that became boundaries, and those
    that were dropped because the chunk would have been too short.
    """
    breaks = breakpoints(sentences, percentile)
    starts = [c.cut.start for c in result.chunks if c.begins.kind is BoundaryKind.BREAKPOINT]
    real = np.isin(sentences.starts[breaks], starts)
    return breaks[real], breaks[~real]


def empty_figure(across: str, up: str) -> Figure:
    """A chart in the look of all of them, with the titles of its axes."""
    # Imported here: plotly takes half a second, and most visits need no chart at first.
    from plotly.graph_objects import Figure

    figure = Figure()
    figure.update_layout(
        height=_HEIGHT,
        margin={"l": 8, "r": 8, "t": 30, "b": 8},
        xaxis={"title": across, "automargin": True},
        yaxis={"title": up, "automargin": True},
        showlegend=False,
        bargap=0.05,
        dragmode=False,
    )
    return figure
