"""The settings of sweeps as a table: what they found, how sure that is, and what they cost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import streamlit as st

from components import state
from components.evaluate.selected import chosen_setting, select_setting, setting_card
from components.labels.settings import SYMBOLS, number
from components.widgets.export import table_export
from core.configuration.labels import label
from core.evaluation.answer_figures import CLAIM_MEASURES
from core.evaluation.outcome import HELP, MEASURES
from core.evaluation.table import Row, plain_rows
from core.text.word_tables import word_table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import pandas as pd

    from components.evaluate.sweep_rows import Found

_KEY = "results-table"
_USUAL = ("line_recall", "line_precision", "box_iou", "page_first", "page_hit")
_ANSWERS = (
    "first_right",
    "any_right",
    "right_if_answered",
    "answered",
    "abstained",
    *CLAIM_MEASURES,
)
_MILLISECONDS = ("seconds to search", "seconds to answer")
_COSTS: dict[str, str] = word_table(__file__)["costs"]
_OPTIONS: dict[str, str] = word_table(__file__)["options"]
_SHOWN_COSTS = ("chunks", "seconds to embed", "seconds to search")
_BEST, _GOOD = "best", "not worse"


def settings_table(
    results: Found, best: Row, good: frozenset[str], measure: str, *, several: bool
) -> None:
    """A row for each setting, best first; any column sorts, a click chooses setting A.

    Above them that setting, with the way to adopt it.
    """
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        chosen = _columns(results, measure, several=several)
        _export(results.rows)
    rows = _sorted(results.rows, measure)
    if row := chosen_setting(results, "A"):
        setting_card(results, row, measure)
    else:
        st.caption("Choose a row to adopt its setting, or to look at it as setting A.")
    frame = _frame(rows, chosen, best, good, measure)
    st.dataframe(
        frame,
        key=_KEY,
        hide_index=True,
        on_select=lambda: _choose(rows),
        selection_mode="single-row",
        column_config=_config(chosen),
        height=min(38 + 35 * len(rows), 640),
    )
    st.caption(
        f"Means over the questions for which a measure is defined; **{MEASURES[measure]}** with its"
        " 95% interval and their number: bootstrap over questions, or Clopper and Pearson's of a "
        "share where all are 0 or all are 1. *Not worse*: the interval of its difference to the "
        "best, question by question, holds 0."
    )


def _export(rows: Sequence[Row]) -> None:
    table_export(
        "Export",
        lambda: plain_rows(rows),
        {name: name for row in plain_rows(rows) for name in row},
        "settings",
        f"A row for each of the {len(rows)} settings: its options, the mean of each measure with "
        "its 95% interval and number of questions, and its costs.",
        key="results-export",
    )


def _columns(results: Found, measure: str, *, several: bool) -> list[str]:
    answered = "first_right" in results.measures
    claims = "-claims" if "faithfulness" in results.measures else ""
    usual = [*_ANSWERS, "seconds to answer", "price of 1,000 answers"] if answered else _USUAL
    usual = [name for name in usual if name in (*results.measures, *_COSTS) and name != measure]
    start = [*(["sweep"] if several else []), *usual, "retrieved_tokens", *_SHOWN_COSTS]
    every = [*(name for name in results.measures if name != measure), *_COSTS, *_OPTIONS]
    with st.popover("What do these mean?", icon=":material/help:"):
        explained = [*SYMBOLS.items(), *((MEASURES[name], HELP[name]) for name in results.measures)]
        st.markdown("\n".join(f"- **{name}**: {text}" for name, text in explained))
    with st.popover("Columns", icon=":material/view_column:"):
        return st.multiselect(
            "Columns",
            every,
            default=[name for name in dict.fromkeys(start) if name in every],
            format_func=_title,
            key=f"results-columns-{measure}-{several}-{answered}{claims}",
            persist_state="session",
        )


def _title(name: str) -> str:
    return MEASURES.get(name) or _COSTS.get(name) or _OPTIONS[name]


def _sorted(rows: Sequence[Row], measure: str) -> list[Row]:
    def order(row: Row) -> tuple[float, float]:
        interval = row.measures.get(measure)
        tokens = row.measures.get("retrieved_tokens")
        value = interval.mean if interval else float("-inf")
        less = measure == "retrieved_tokens"
        return (value if less else -value, tokens.mean if tokens else 0.0)

    return sorted(rows, key=order)


def _frame(
    rows: Sequence[Row], columns: Sequence[str], best: Row, good: frozenset[str], measure: str
) -> pd.DataFrame:
    import pandas as pd

    return pd.DataFrame([_cells(row, columns, best, good, measure) for row in rows])


def _cells(
    row: Row, columns: Sequence[str], best: Row, good: frozenset[str], measure: str
) -> dict[str, Any]:
    interval = row.measures.get(measure)
    mark = _BEST if row.key == best.key else _GOOD if row.key in good else ""
    cells: dict[str, Any] = {
        "Setting": label(row.setting),
        "Standing": mark,
        MEASURES[measure]: interval and interval.mean,
        "95% interval": f"{number(interval.low, measure)} to {number(interval.high, measure)}"
        if interval
        else "",
        "Questions": interval.count if interval else 0,
    }
    for name in columns:
        cells[_title(name)] = _value(row, name)
    return cells


def _value(row: Row, name: str) -> Any:
    if name in MEASURES:
        interval = row.measures.get(name)
        return interval and interval.mean
    value = row.columns[name]
    return value * 1000 if name in _MILLISECONDS and isinstance(value, float) else value


def _config(columns: Sequence[str]) -> Mapping[str, Any]:
    numbers: dict[str, Any] = {
        MEASURES[name]: st.column_config.NumberColumn(
            format="%.0f" if name == "retrieved_tokens" else "%.3f", help=HELP[name]
        )
        for name in MEASURES
    }
    costs = {
        title: st.column_config.NumberColumn(format=_format(title))
        for title in (_COSTS[name] for name in columns if name in _COSTS)
    }
    letters = {name: st.column_config.Column(help=text) for name, text in SYMBOLS.items()}
    # Not pinned: a pinned column is drawn in a grey that is hard to read. As wide as its words.
    return {**numbers, **costs, **letters}


def _format(title: str) -> str:
    if title.endswith("$"):
        return "%.4f"
    return "%.1f" if title.endswith(", s") else "%.0f"


def _choose(rows: Sequence[Row]) -> None:
    selection = state.widget_value(_KEY)
    if selection and selection["selection"]["rows"]:
        select_setting("A", rows[selection["selection"]["rows"][0]].key)
