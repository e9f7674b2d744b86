"""Charts of results, each with its summary in words and with what a click on it does."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import state
from components.evaluate.chart_view import chart_view
from components.evaluate.figures import (
    heat_chart,
    pairs_chart,
    pareto_chart,
    spread_chart,
    tokens_of,
)
from components.evaluate.selected import (
    open_question,
    select_setting,
    selected_setting,
    setting_card,
    two_settings,
)
from components.labels.settings import asked_words, number, shortened
from components.labels.strategies import title_of
from core.configuration.labels import label
from core.evaluation.comparison import Pair, pairs, pareto_front
from core.evaluation.outcome import MEASURES
from core.evaluation.parameters import Value, heat, parameters, varying
from core.text.counts import number_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from components.evaluate.sweep_rows import Found
    from core.evaluation.table import Row

_ALL = "All strategies, the best of them"
_MOST = 6
"""Settings whose spread is shown beside that of A and B."""
_NAME = 40
"""Characters of a set's name in the title of a chart."""


def front_view(results: Found, rows: Sequence[Row], best: Row, measure: str) -> None:
    """The measure over the tokens retrieved; a click makes a setting A, which can be adopted."""
    chosen = selected_setting(results, "A", best)
    front = [rows[at] for at in _front(rows, measure)]
    chart_view(
        pareto_chart(rows, measure, chosen.key),
        key="results-front",
        title=f"{MEASURES[measure]} and tokens retrieved · {_on_what(results)}",
        name=f"front-{measure}",
        summary=_front_words(front, measure),
        hint="A click on a point makes it setting A.",
        on_click=lambda key: select_setting("A", key),
    )
    setting_card(results, chosen, measure)


def heat_view(results: Found, rows: Sequence[Row], measure: str) -> None:
    """The measure over any two parameters that vary, of one strategy or of all."""
    values = [parameters(row.setting) for row in rows]
    if len(varying(values)) < 2:
        st.info(
            "Only one parameter varies in these settings. A sweep over two of them, such as N and "
            "O, can be seen here.",
            icon=":material/grid_on:",
        )
        return
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        places = _of_strategy(values)
        shown, own = [rows[at] for at in places], [values[at] for at in places]
        names = varying(own)
        if len(names) < 2:
            st.info("Only one parameter varies for this strategy.")
            return
        across, up = _two(names)
    scores = [row.measures[measure].mean for row in shown]
    cells = heat(own, scores, across, up)
    chart_view(
        heat_chart(cells, shown, measure, across, up),
        key="results-heat",
        title=f"{MEASURES[measure]} by {across} and {up} · {_on_what(results)}",
        name=f"heat-{measure}",
        summary=_heat_words(shown, own, scores, measure, (across, up)),
    )


def spread_view(results: Found, rows: Sequence[Row], best: Row, measure: str) -> None:
    """Questions one by one: A beside B, a click opens one on its page; then boxes by setting."""
    row_a, row_b = two_settings(results, best)
    texts = {name: question.text for name, question in results.questions.items()}
    compared = pairs(row_a.scored, row_b.scored, measure)
    chart_view(
        pairs_chart(compared, texts, measure, state.view().question),
        key="results-pairs",
        title=f"{MEASURES[measure]} by question, A and B · {_on_what(results)}",
        name=f"questions-{measure}",
        summary=_pairs_words(compared, measure),
        hint="A click on a point shows the question on its page.",
        on_click=open_question,
    )
    ranked = sorted(rows, key=lambda row: -row.measures[measure].mean)
    both = {row_a.key, row_b.key}
    ranked = [row for at, row in enumerate(ranked) if at < _MOST or row.key in both]
    chart_view(
        spread_chart(ranked, measure),
        key="results-spread",
        title=f"Spread over the questions, {_which(len(ranked), len(rows))} · {_on_what(results)}",
        name=f"spread-{measure}",
        summary="A point is a question, the box holds the middle half of them, its line is the "
        "median, the broken line the mean. " + _spread_words(ranked, measure),
    )


def _front(rows: Sequence[Row], measure: str) -> list[int]:
    return pareto_front(tokens_of(rows), [row.measures[measure].mean for row in rows])


def _on_what(results: Found) -> str:
    questions = results.result.plan.questions
    answerable = sum(question.answerable for question in questions.questions)
    asked = asked_words(len(questions.questions), answerable)
    return f"{shortened(questions.name, _NAME)}, {asked}"


def _front_words(front: Sequence[Row], measure: str) -> str:
    points = [
        f"{label(row.setting)}: {number(row.measures[measure].mean, measure)} with "
        f"{tokens_of([row])[0]:,.0f} tokens"
        for row in front
    ]
    return f"On the front, where nothing finds more with as few tokens: {'; '.join(points)}."


def _of_strategy(values: Sequence[Mapping[str, Value]]) -> list[int]:
    """Places of the settings of the chosen strategy, of all where none is chosen."""
    strategies = list(dict.fromkeys(str(named["Strategy"]) for named in values))
    if len(strategies) < 2:
        return list(range(len(values)))
    chosen = st.selectbox(
        "Strategy",
        ["", *strategies],
        format_func=lambda name: title_of(name) if name else _ALL,
        key="heat-strategy",
        width=300,
    )
    return [at for at, named in enumerate(values) if chosen in ("", named["Strategy"])]


def _two(names: Sequence[str]) -> tuple[str, str]:
    """Boxes for the two parameters; at first N and O where they vary."""
    start = [name for name in ("N", "O") if name in names]
    start += [name for name in names if name not in start]
    across = st.selectbox("Across", names, names.index(start[0]), key=_key("across", names))
    rest = [name for name in names if name != across]
    initial = start[1] if start[1] in rest else rest[0]
    up = st.selectbox("Up", rest, rest.index(initial), key=_key(f"up-{across}", names))
    return across, up


def _key(name: str, names: Sequence[str]) -> str:
    """A box for each choice of names: its options change with the strategy."""
    return f"heat-{name}-{'-'.join(names)}"


def _heat_words(
    rows: Sequence[Row],
    values: Sequence[Mapping[str, Value]],
    scores: Sequence[float],
    measure: str,
    axes: tuple[str, str],
) -> str:
    places = [at for at, named in enumerate(values) if all(name in named for name in axes)]
    if not places:
        return "No setting has both parameters."
    high = max(places, key=lambda at: scores[at])
    low = min(places, key=lambda at: scores[at])
    others = [name for name in varying([values[at] for at in places]) if name not in axes]
    rest = f" A cell shows the best over {', '.join(others)}." if others else ""
    return (
        f"Highest: {number(scores[high], measure)} ({label(rows[high].setting)}); lowest: "
        f"{number(scores[low], measure)} ({label(rows[low].setting)}).{rest}"
    )


def _pairs_words(compared: Sequence[Pair], measure: str) -> str:
    ahead = sum(pair.difference > 0 for pair in compared)
    behind = sum(pair.difference < 0 for pair in compared)
    left = sum(pair.one is None or pair.other is None for pair in compared)
    words = (
        f"A is ahead of B at {number_of(ahead, 'question')}, behind at {behind}, level at "
        f"{len(compared) - ahead - behind - left}."
    )
    undefined = f" {MEASURES[measure]} is not defined for {left}." if left else ""
    return f"{words}{undefined}"


def _which(shown: int, count: int) -> str:
    return (
        number_of(count, "setting")
        if shown == count
        else f"{shown} settings: the best, and A and B"
    )


def _spread_words(rows: Sequence[Row], measure: str) -> str:
    values = rows[0].scored.values(measure)
    nothing = sum(value == 0 for value in values)
    return f"{label(rows[0].setting)}: {nothing} of {len(values)} questions at 0."
