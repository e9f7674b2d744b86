"""Figures and charts of a chunking."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import streamlit as st

from components import resources, state
from components.chunks.chunk_marks import owner_at
from components.chunks.plan_report import planner_in_words, saving_in_words
from components.foreign_text import plain
from components.labels.chunks import Summary, summary
from components.labels.settings import SYMBOLS
from components.widgets.charts import clickable_chart, empty_figure
from core.chunking.base import BoundaryKind
from core.chunking.options import SizedOptions
from core.chunking.semantic import SemanticOptions, breakpoints, threshold
from core.colours import CYCLE, PLAIN
from core.text.counts import number_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from plotly.graph_objects import Figure

    from components.chunks.making import Made
    from core.chunking.base import Chunk, ChunkingResult, Sentences
    from core.chunking.options import ChunkingOptions
    from core.configuration import Configuration
    from core.library import DocumentRecord

_CURVE = "sightline-distances"


_BLUE, _OCHRE, _RED = CYCLE[0], CYCLE[1], CYCLE[5]
_BARS, _FAR = 20, 4
"""Bars of a histogram, and how many times the largest size a limit may be to be drawn."""
_SHOWN = 120
"""Sentences in sight at first; the slider below leads to the others."""


def figures(made: Made) -> None:
    """One line of summary figures, and one on who planned where a model may."""
    words = figures_in_words(summary(made.result), made.seconds)
    if made.config.asks:
        words = "  \n".join([words, *_plan_in_words(made)])
    st.markdown(words)


def figures_in_words(totals: Summary, seconds: float) -> str:
    """Number of chunks, mean, median and greatest size in tokens; the time, if cut now."""
    took = f"cut in {_time(seconds)}" if seconds >= 0.0005 else "cut earlier, now from memory"
    count, noun = number_of(totals.chunks, "chunk").split()
    return (
        f"**{count}** {noun} · mean **{totals.mean:.0f}** · "
        f"median **{totals.median:.0f}** · largest **{totals.largest}** tokens · "
        f"{took}"
    )


def difference_in_words(totals_a: Summary, totals_b: Summary) -> str:
    """How the second chunking differs from the first, the means as they are shown: rounded."""
    return (
        f"Compared with A, B has {_more(totals_b.chunks - totals_a.chunks, 'chunk')}, "
        f"{_more(round(totals_b.mean) - round(totals_a.mean), 'token')} in the mean, "
        f"{_more(totals_b.largest - totals_a.largest, 'token')} in the largest."
    )


def charts(
    record: DocumentRecord, config: Configuration, result: ChunkingResult, selected: Chunk | None
) -> None:
    """The histogram of sizes; for the semantic strategy also the distances of sentences."""
    options = config.options
    if isinstance(options, SemanticOptions):
        sentences = resources.workbench().chunks.sentences(record.sha, config.encoder)
        _distances(result, sentences, options.percentile, selected)
    st.markdown("**Sizes**")
    st.plotly_chart(
        size_histogram(result.chunks, options.size, selected, _limit_name(options)),
        key="sightline-sizes",
        config={"displayModeBar": False},
        alt="Histogram of the sizes of chunks in tokens",
    )


def _distances(
    result: ChunkingResult, sentences: Sentences, percentile: float, selected: Chunk | None
) -> None:
    def clicked(point: dict[str, Any]) -> None:
        if len(sentences.starts):
            number = min(int(point["x"]), len(sentences.starts) - 1)
            chunk = owner_at(result, int(sentences.starts[number]))
            state.select(chunk=chunk.id, page=None)

    st.markdown("**Where the topic changes**")
    clickable_chart(
        distance_curve(result, sentences, percentile, selected),
        "Distances of neighbouring sentences with the threshold and the boundaries",
        _CURVE,
        clicked,
    )
    st.caption(
        "A click on a point selects the chunk that begins or stands there. "
        + " ".join(f"**{symbol}**: {SYMBOLS[symbol]}" for symbol in ("Q", "M"))
    )


def _plan_in_words(made: Made) -> Iterator[str]:
    """Who planned, and what is to be told of the plan; at most two lines."""
    making = made.result.making
    yield planner_in_words(making)
    # The Refiner's answers are titles and sources, which no writing of the text would replace.
    saved = "" if made.config.refining.adds else saving_in_words(making)
    if more := " ".join(filter(None, [plain(making.steps), saved])):
        yield more


def _limit_name(options: ChunkingOptions) -> str:
    return "N" if isinstance(options, SizedOptions) else "safe size"


def _time(seconds: float) -> str:
    return f"{seconds:.1f} s" if seconds >= 1 else f"{seconds * 1000:.0f} ms"


def _more(number: int, noun: str) -> str:
    if not number:
        return f"as many {noun}s"
    count, noun = number_of(abs(number), noun).split()
    return f"{count} {'fewer' if number < 0 else 'more'} {noun}"


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
    for kind, sizes_of_kind, look in kinds:
        figure.add_histogram(
            x=sizes_of_kind,
            xbins=bins(limit, largest),
            marker=look,
            name=f"{kind}: {len(sizes_of_kind)}",
            hovertemplate="%{x} tokens: %{y} chunks<extra></extra>",
            visible=bool(sizes_of_kind),
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
    edges, merged = boundaries(result, sentences, percentile)
    for places, name, symbol in (
        (edges, "boundary", "circle"),
        (merged, "merged: below M", "circle-open"),
    ):
        figure.add_scatter(
            x=places,
            y=sentences.distances[places - 1],
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
        height=320,
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
