"""The best setting with its reason, and the one that costs least among those as good."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components.evaluate.adopting import adopt_button
from components.foreign_text import plain
from components.labels.settings import interval_words, number, symbols_in
from core.configuration.labels import label
from core.evaluation.outcome import MEASURES
from core.evaluation.tuning.recommending import LEVEL
from core.text.counts import number_of

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from core.evaluation.table import Row

FEW = 20
"""Questions below which a difference is said to be chance, maybe."""


def verdict(
    documents: Sequence[str], rows: Sequence[Row], best: Row, good: Collection[str], measure: str
) -> None:
    """The best setting and the leanest as good, each with a way to adopt it for `documents`."""
    _line("Best", best, _why_best(rows, best, measure), measure, documents)
    lean = leanest(rows, best, good, measure)
    if lean.key != best.key:
        why = f"fewest tokens of those within {LEVEL} of the best and not shown to be worse"
        _line("Leanest", lean, why, measure, documents)
    if best.measures[measure].count < FEW:
        st.caption("Few questions: differences may be chance.")


def leanest(rows: Sequence[Row], best: Row, good: Collection[str], measure: str) -> Row:
    """Of the settings in `good` that lose at most `LEVEL`, the one that retrieves least."""
    highest = best.measures[measure].mean
    near = (
        row for row in rows if row.key in good and highest - row.measures[measure].mean <= LEVEL
    )
    return min(
        near,
        key=lambda row: (row.measures["retrieved_tokens"].mean, row.key != best.key),
        default=best,
    )


def _line(name: str, row: Row, why: str, measure: str, documents: Sequence[str]) -> None:
    tokens = number(row.measures["retrieved_tokens"].mean, "retrieved_tokens")
    words, button = st.columns([8, 1], vertical_alignment="center")
    with words:
        st.markdown(
            f"**{name}: {plain(label(row.setting))}** · {MEASURES[measure]} "
            f"{interval_words(row.measures[measure], measure)} · {tokens} tokens · :gray[{why}]",
            help=symbols_in(row.setting),
        )
    with button.container(horizontal_alignment="right"):
        adopt_button(row.setting, key=f"adopt-{name}", documents=documents, primary=name == "Best")


def _why_best(rows: Sequence[Row], best: Row, measure: str) -> str:
    value = best.measures[measure].mean
    equal = sum(row.measures[measure].mean == value for row in rows) - 1
    reason = f"highest of {number_of(len(rows), 'setting')}"
    if measure == "retrieved_tokens":
        reason = f"fewest of {number_of(len(rows), 'setting')}"
    elif equal:
        reason += f", with fewer tokens than {number_of(equal, 'other')} as high"
    return reason
