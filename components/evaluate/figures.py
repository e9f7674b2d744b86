"""Charts of what settings found: the front, two parameters, and questions one by one.

Points carry the key of a setting, or the id of a question, as `customdata`.
"""

from __future__ import annotations

from math import ceil, floor
from typing import TYPE_CHECKING, Any

from components.foreign_text import plain_html
from components.labels.settings import (
    interval_words,
    is_share,
    measure_axis,
    number,
    parameter_axis,
)
from components.labels.strategies import title_of
from components.widgets.charts import empty_figure
from core.chunking import STRATEGIES
from core.colours import CYCLE, PLAIN
from core.configuration.labels import label
from core.evaluation.comparison import Pair, pareto_front
from core.text.counts import number_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from plotly.graph_objects import Figure

    from core.evaluation.parameters import Heat, Value
    from core.evaluation.table import Row

A_COLOUR, B_COLOUR = CYCLE[0], CYCLE[2]
"""Of setting A and of setting B, in charts and on pages."""
_SYMBOLS = ("circle", "square", "diamond", "triangle-up", "star", "cross", "hexagon", "pentagon")
_TALL = 430
"""Height in pixels."""
_LEGEND = {"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 0}
_ALL_OF_IT = (-0.06, 1.06)
"""Range of a share, so that its ends can be seen."""
_LEAST_SPREAD = 0.05
"""Part of 0 to 1 that a fitted scale shows at the least: differences below it are small."""
_ROOM = 0.1
"""Beyond the values on a fitted scale, as a part of their spread."""
_FEW = 30
"""Questions up to which each has its number below the chart; else some have."""
_LONG = 90
"""Characters of a line in a hint."""


def pareto_chart(rows: Sequence[Row], measure: str, chosen: str | None = None) -> Figure:
    """The measure of each setting over the tokens that it retrieves, with the front as a line."""
    costs, gains = tokens_of(rows), [row.measures[measure].mean for row in rows]
    title = _fitted_title(gains, measure)
    figure = empty_figure("Tokens retrieved for a question (mean)", title)
    front = pareto_front(costs, gains)
    figure.add_scatter(
        x=[costs[at] for at in front],
        y=[gains[at] for at in front],
        mode="lines",
        line={"color": CYCLE[5], "width": 1.5, "dash": "dot", "shape": "hv"},
        name="front",
        hoverinfo="skip",
    )
    for strategy in dict.fromkeys(row.setting.strategy for row in rows):
        own = [at for at, row in enumerate(rows) if row.setting.strategy == strategy]
        figure.add_scatter(
            x=[costs[at] for at in own],
            y=[gains[at] for at in own],
            mode="markers",
            marker=_points(strategy, [rows[at].key == chosen for at in own]),
            name=title_of(strategy),
            customdata=[rows[at].key for at in own],
            hovertext=[_hint(rows[at], measure) for at in own],
            hovertemplate="%{hovertext}<extra></extra>",
        )
    figure.update_layout(height=_TALL, showlegend=True, legend=_LEGEND)
    figure.update_xaxes(range=_from_zero(costs))
    figure.update_yaxes(range=_fitted_range(gains, measure))
    return figure


def heat_chart(heat: Heat, rows: Sequence[Row], measure: str, across: str, up: str) -> Figure:
    """The measure of the best setting for each pair of values; blank where there is none."""
    figure = empty_figure(parameter_axis(across), parameter_axis(up))
    values = [
        [None if at is None else rows[at].measures[measure].mean for at in line]
        for line in heat.cells
    ]
    means = [value for line in values for value in line if value is not None]
    lowest, highest = _fitted(means) if is_share(measure) else (None, None)
    figure.add_heatmap(
        x=[_named(value) for value in heat.columns],
        y=[_named(value) for value in heat.rows],
        z=values,
        text=[
            [number(value, measure) if value is not None else "" for value in line]
            for line in values
        ],
        texttemplate="%{text}",
        hovertext=_hints(heat, rows, measure),
        hovertemplate="%{hovertext}<extra></extra>",
        hoverongaps=False,
        colorscale="Blues",
        zmin=lowest,
        zmax=highest,
        colorbar={
            "title": {"text": _fitted_title(means, measure), "side": "right"},
            "thickness": 14,
        },
        xgap=2,
        ygap=2,
    )
    figure.update_layout(height=_TALL)
    figure.update_xaxes(type="category")
    figure.update_yaxes(type="category")
    return figure


def spread_chart(rows: Sequence[Row], measure: str) -> Figure:
    """How a measure is spread over the questions, a box with its points for each setting."""
    figure = empty_figure(measure_axis(measure), "")
    for place, row in enumerate(reversed(rows)):
        figure.add_box(
            x=row.scored.values(measure),
            name=_wrapped(label(row.setting), 34),
            boxpoints="all",
            boxmean=True,
            jitter=0.6,
            pointpos=0,
            marker={
                "color": CYCLE[(len(rows) - 1 - place) % len(CYCLE)],
                "size": 4,
                "opacity": 0.6,
            },
            hovertemplate="%{x}<extra></extra>",
        )
    figure.update_layout(height=140 + 58 * len(rows))
    figure.update_xaxes(
        range=_range([v for row in rows for v in row.scored.values(measure)], measure)
    )
    figure.update_yaxes(title=None)
    return figure


def pairs_chart(
    compared: Sequence[Pair], texts: Mapping[str, str], measure: str, chosen: str | None = None
) -> Figure:
    """A measure of two settings for each question, those at which A is further ahead first."""
    figure = empty_figure("Questions, by how far A is ahead of B", measure_axis(measure))
    shown = [pair for pair in compared if pair.one is not None and pair.other is not None]
    places = range(1, len(shown) + 1)
    lines: list[tuple[int | None, float | None]] = []
    for place, pair in zip(places, shown, strict=True):
        lines += [(place, pair.one), (place, pair.other), (None, None)]
    figure.add_scatter(
        x=[place for place, _ in lines],
        y=[value for _, value in lines],
        mode="lines",
        line={"color": PLAIN, "width": 1},
        hoverinfo="skip",
        showlegend=False,
    )
    for name, colour, symbol, least, values in (
        ("A", A_COLOUR, "circle", 7, [pair.one for pair in shown]),
        ("B", B_COLOUR, "diamond-open", 12, [pair.other for pair in shown]),
    ):
        size = [least + 6 if pair.question == chosen else least for pair in shown]
        figure.add_scatter(
            x=list(places),
            y=values,
            mode="markers",
            marker={"color": colour, "symbol": symbol, "size": size, "opacity": 1},
            name=f"setting {name}",
            customdata=[pair.question for pair in shown],
            hovertext=[_question_hint(pair, texts, measure) for pair in shown],
            hovertemplate="%{hovertext}<extra></extra>",
        )
    figure.update_layout(height=_TALL - 90, showlegend=True, legend=_LEGEND)
    if len(shown) <= _FEW:
        figure.update_xaxes(dtick=1)
    values = [value for _, value in lines if value is not None]
    figure.update_yaxes(range=_range(values, measure))
    return figure


def tokens_of(rows: Sequence[Row]) -> list[float]:
    """Mean of the tokens that each setting retrieves for a question."""
    return [row.measures["retrieved_tokens"].mean for row in rows]


def _range(values: Sequence[float], measure: str) -> tuple[float, float]:
    """Ends of an axis: those of a share, else from nothing to a bit above the highest value."""
    return _ALL_OF_IT if is_share(measure) else _from_zero(values)


def _fitted(shares: Sequence[float]) -> tuple[float, float]:
    """Ends of a scale on which settings that are nearly alike can be told apart, in hundredths."""
    low, high = min(shares, default=0.0), max(shares, default=1.0)
    room = max(_ROOM * (high - low), (_LEAST_SPREAD - (high - low)) / 2)
    return max(floor((low - room) * 100) / 100, 0.0), min(ceil((high + room) * 100) / 100, 1.0)


def _fitted_range(values: Sequence[float], measure: str) -> tuple[float, float]:
    """Ends of an axis that fits shares, with room for the points at its ends; others from 0."""
    if not is_share(measure):
        return _from_zero(values)
    low, high = _fitted(values)
    room = _ALL_OF_IT[1] - 1
    return low - room * (high - low), high + room * (high - low)


def _fitted_title(values: Sequence[float], measure: str) -> str:
    """The measure and, of a share, which part of 0 to 1 the scale shows."""
    if not is_share(measure) or (ends := _fitted(values)) == (0, 1):
        return measure_axis(measure)
    return f"{measure_axis(measure)[:-1]}; shown: {ends[0]:g} to {ends[1]:g})"


def _from_zero(values: Sequence[float]) -> tuple[float, float]:
    highest = max(values, default=0.0) or 1.0
    return -0.03 * highest, 1.06 * highest


def _points(strategy: str, chosen: Sequence[bool]) -> dict[str, Any]:
    """The same look for a strategy in every chart, whichever others there are."""
    place = list(STRATEGIES).index(strategy)
    return {
        "color": CYCLE[place % len(CYCLE)],
        "symbol": _SYMBOLS[place % len(_SYMBOLS)],
        "size": [16 if is_chosen else 10 for is_chosen in chosen],
        "line": {"width": [3 if is_chosen else 0 for is_chosen in chosen], "color": CYCLE[5]},
        "opacity": 0.9,
    }


def _hint(row: Row, measure: str) -> str:
    lines = [
        f"<b>{_wrapped(label(row.setting), _LONG)}</b>",
        f"{measure_axis(measure)}: {interval_words(row.measures[measure], measure)}",
        f"{tokens_of([row])[0]:,.0f} tokens retrieved",
    ]
    if row.scored.cost:
        lines.append(number_of(row.scored.cost.chunks, "chunk"))
    return "<br>".join(lines)


def _hints(heat: Heat, rows: Sequence[Row], measure: str) -> list[list[str]]:
    return [
        [
            "" if at is None else f"{_hint(rows[at], measure)}<br>{_of_how_many(count)}"
            for at, count in zip(cells, counts, strict=True)
        ]
        for cells, counts in zip(heat.cells, heat.counts, strict=True)
    ]


def _of_how_many(count: int) -> str:
    return "the only setting here" if count == 1 else f"the best of {number_of(count, 'setting')}"


def _question_hint(pair: Pair, texts: Mapping[str, str], measure: str) -> str:
    text = _wrapped(texts.get(pair.question, pair.question), 60)
    return f"{text}<br>A {number(pair.one, measure)}, B {number(pair.other, measure)}"


def _named(value: Value) -> str:
    """A value on an axis; a strategy by its title."""
    if isinstance(value, str):
        return plain_html(title_of(value) if value in STRATEGIES else value)
    return f"{value:g}"


def _wrapped(text: str, width: int) -> str:
    """Lines of at most so many characters, in the little HTML that plotly reads."""
    from textwrap import wrap

    return "<br>".join(map(plain_html, wrap(text, width)))
