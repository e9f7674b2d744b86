"""The two settings that are looked at, A and B, whatever they were chosen in."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import state
from components.evaluate.adopting import adopt_button, in_force
from components.foreign_text import plain
from components.forms.recipe_panel import recipe_panel
from components.labels.settings import interval_words, symbols_in
from core.configuration.labels import label
from core.evaluation.outcome import MEASURES

if TYPE_CHECKING:
    from components.evaluate.sweep_rows import Found
    from core.evaluation.table import Row

_CHOSEN = "sightline.results."


def select_setting(side: str, key: str | None) -> None:
    """Make the setting of a key A or B."""
    state.keep(_CHOSEN + side, key)


def chosen_setting(results: Found, side: str) -> Row | None:
    """The setting that was made A or B, if one was and these results hold it."""
    return results.row(state.kept(_CHOSEN + side, None))


def selected_setting(results: Found, side: str, best: Row) -> Row:
    """Setting A, at first the best; setting B, at first what is in force, else the next one."""
    if chosen := chosen_setting(results, side):
        return chosen
    if side == "A":
        return best
    row_a = selected_setting(results, "A", best)
    others = [row for row in results.rows if row.key != row_a.key]
    now = in_force()
    return next((row for row in others if row.setting.adoptable == now), (others or [row_a])[0])


def two_settings(results: Found, best: Row) -> tuple[Row, Row]:
    """Boxes to choose A and B, and what they are set to."""
    row_a, row_b = (selected_setting(results, side, best) for side in "AB")
    for side, row, place in zip("AB", (row_a, row_b), st.columns(2, gap="medium"), strict=True):
        with place:
            _box(results, side, row)
    return row_a, row_b


def one_setting(results: Found, best: Row) -> Row:
    """A box to choose setting A, and what it is set to."""
    row = selected_setting(results, "A", best)
    if len(results.rows) > 1:
        _box(results, "A", row)
    return row


def open_question(question: str) -> None:
    """Show a question (by its id) on its page; to be called from a callback."""
    state.select(question=question)
    state.preset("results-look", "On the page")


def setting_card(results: Found, row: Row, measure: str) -> None:
    """What setting A is and found, with the ways to adopt it and to take it along."""
    words, code, button = st.columns([6, 2, 1], vertical_alignment="center")
    with words:
        tokens = row.measures["retrieved_tokens"].mean
        st.markdown(
            f"**A: {plain(label(row.setting))}** · {MEASURES[measure]} "
            f"{interval_words(row.measures.get(measure), measure)} · {tokens:,.0f} tokens",
            help=symbols_in(row.setting),
        )
    with code:
        recipe_panel(row.setting, key="results-recipe")
    with button:
        documents = results.result.plan.questions.documents
        adopt_button(row.setting, key="adopt-A", documents=documents, primary=False)


def _box(results: Found, side: str, row: Row) -> None:
    words = {listed.key: label(listed.setting) for listed in results.rows}
    key = f"results-setting-{side}"
    state.preset(key, row.key)
    st.selectbox(
        f"Setting {side}",
        list(words),
        format_func=lambda option: words.get(option, str(option)),
        key=key,
        on_change=lambda: select_setting(side, state.widget_value(key)),
    )
