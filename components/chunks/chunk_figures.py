"""Figures and charts of a chunking, and files to take away."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import resources, state
from components.chunks.chunk_marks import owner_at
from components.chunks.plan_report import planner_in_words, saving_in_words
from components.foreign_text import plain
from components.labels.chunks import Summary, summary
from components.widgets.charts import distance_curve, size_histogram
from core.chunking import PLANNED
from core.chunking.base import SizedOptions
from core.chunking.semantic import SemanticOptions
from core.refining import REFINED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from components.chunks.making import Made
    from core.chunking.base import Chunk, ChunkingOptions, ChunkingResult, Sentences
    from core.configuration import Recipe
    from core.library import DocumentRecord

_CURVE = "sightline-distances"


def figures(made: Made) -> None:
    """One line of summary figures, and one on who planned where a model may."""
    said = figures_in_words(summary(made.result), made.seconds)
    if made.recipe.strategy in PLANNED:
        said = "  \n".join([said, *_plan_in_words(made)])
    st.markdown(said)


def figures_in_words(found: Summary, seconds: float) -> str:
    """Number of chunks, mean, median and greatest size in tokens; the time, if cut now."""
    took = f"cut in {_time(seconds)}" if seconds >= 0.0005 else "cut earlier, now from memory"
    return (
        f"**{found.chunks:,}** chunks · mean **{found.mean:.0f}** · "
        f"median **{found.median:.0f}** · largest **{found.largest}** tokens · "
        f"{took}"
    )


def difference_in_words(one: Summary, two: Summary) -> str:
    """How the second chunking differs from the first, the means as they are shown: rounded."""
    return (
        f"B has {_signed(two.chunks - one.chunks)} chunks than A, "
        f"{_signed(round(two.mean) - round(one.mean))} tokens in the mean, "
        f"{_signed(two.largest - one.largest)} in the largest."
    )


def charts(
    record: DocumentRecord, recipe: Recipe, result: ChunkingResult, selected: Chunk | None
) -> None:
    """The histogram of sizes; for the semantic strategy also the distances of sentences."""
    options = recipe.options
    if isinstance(options, SemanticOptions):
        sentences = resources.workbench().sentences(record.sha, recipe.encoder)
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
    def chosen() -> None:
        held = state.widget_value(_CURVE)
        points = held["selection"]["points"] if held else []
        if points and len(sentences.starts):
            number = min(int(points[0]["x"]), len(sentences.starts) - 1)
            chunk = owner_at(result, int(sentences.starts[number]))
            state.select(chunk=chunk.id, page=None)

    st.markdown("**Where the topic changes**")
    st.plotly_chart(
        distance_curve(result, sentences, percentile, selected),
        key=_CURVE,
        on_select=chosen,
        selection_mode="points",
        config={"displayModeBar": False},
        alt="Distances of neighbouring sentences with the threshold and the boundaries",
    )
    st.caption("A click on a point selects the chunk that begins or stands there.")


def _plan_in_words(made: Made) -> Iterator[str]:
    """Who planned, and what is to be told of the plan; at most two lines."""
    making = made.result.making
    yield planner_in_words(making)
    # The Refiner's answers are titles and sources, which no writing of the text would replace.
    saved = "" if made.recipe.strategy in REFINED else saving_in_words(making)
    if more := " ".join(filter(None, [plain(making.steps), saved])):
        yield more


def _limit_name(options: ChunkingOptions) -> str:
    return "N" if isinstance(options, SizedOptions) else "safe size"


def _time(seconds: float) -> str:
    return f"{seconds:.1f} s" if seconds >= 1 else f"{seconds * 1000:.0f} ms"


def _signed(number: float) -> str:
    return f"{abs(number):,} {'fewer' if number < 0 else 'more'}"
