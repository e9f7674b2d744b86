"""The two settings that are looked at, A and B, whatever they were chosen in."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import state
from components.evaluate.adopting import adopt_button, in_force
from components.foreign_text import plain
from components.labels.settings import interval_words, setting_words
from core.evaluation.outcome import MEASURES

if TYPE_CHECKING:
    from components.evaluate.sweep_rows import Found
    from core.evaluation.table import Row

_CHOSEN = "sightline.results."


def select_setting(side: str, key: str | None) -> None:
    """Make the setting of a key A or B."""
    state.keep(_CHOSEN + side, key)


def selected_setting(found: Found, side: str, best: Row) -> Row:
    """Setting A, at first the best; setting B, at first what is in force, else the next one."""
    chosen = found.row(state.kept(_CHOSEN + side, None))
    if chosen:
        return chosen
    if side == "A":
        return best
    one = selected_setting(found, "A", best)
    others = [row for row in found.rows if row.key != one.key]
    now = in_force()
    return next((row for row in others if row.setting.adoptable == now), (others or [one])[0])


def two_settings(found: Found, best: Row) -> tuple[Row, Row]:
    """Boxes to choose A and B, and what they are set to."""
    one, other = (selected_setting(found, side, best) for side in "AB")
    for side, row, place in zip("AB", (one, other), st.columns(2, gap="medium"), strict=True):
        with place:
            _box(found, side, row)
    return one, other


def one_setting(found: Found, best: Row) -> Row:
    """A box to choose setting A, and what it is set to."""
    row = selected_setting(found, "A", best)
    if len(found.rows) > 1:
        _box(found, "A", row)
    return row


def setting_card(found: Found, row: Row, measure: str) -> None:
    """What setting A is and found, with the way to adopt it."""
    words, button = st.columns([8, 1], vertical_alignment="center")
    with words:
        tokens = row.measures["retrieved_tokens"].mean
        st.markdown(
            f"**A: {plain(setting_words(row.setting))}** · {MEASURES[measure]} "
            f"{interval_words(row.measures.get(measure), measure)} · {tokens:,.0f} tokens"
        )
    with button:
        documents = found.result.plan.questions.documents
        adopt_button(row.setting, key="adopt-A", documents=documents, primary=False)


def _box(found: Found, side: str, row: Row) -> None:
    words = {one.key: setting_words(one.setting) for one in found.rows}
    key = f"results-setting-{side}"
    state.preset(key, row.key)
    st.selectbox(
        f"Setting {side}",
        list(words),
        format_func=lambda one: words.get(one, str(one)),
        key=key,
        on_change=lambda: select_setting(side, state.widget_value(key)),
    )
