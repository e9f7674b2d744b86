"""A recommendation: the setting, what speaks for it, and what was given up."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components.evaluate.adopting import adopt_button, answers_notice, in_force
from components.evaluate.chart_view import chart_view
from components.foreign_text import plain, plain_html
from components.labels.settings import setting_words
from components.widgets.charts import empty_figure
from core.evaluation.outcome import MEASURES

if TYPE_CHECKING:
    from core.evaluation.metrics.intervals import Interval
    from core.evaluation.tuning.base import Finished, Judged, Recommendation


def recommendation_card(finished: Finished, *, key: str) -> None:
    """What was found, with a table of the candidates, the way there, and a button to adopt it."""
    found = finished.recommendation
    keeps = found.best.setting == found.current.setting
    with st.container(border=True):
        st.markdown(f"**{_title(found)}**")
        st.markdown(plain(setting_words(found.best.setting)))
        st.markdown(plain(found.reason))
        if found.given_up:
            st.markdown(plain(found.given_up))
        _table(found)
        if not keeps and found.best.setting.adoptable != in_force():
            answers_notice(found.best.setting, found.current.setting.retrieval)
        if not keeps:
            adopt_button(
                found.best.setting,
                key=f"{key}-adopt",
                documents=finished.request.questions.documents,
            )
        st.caption(
            f"Found on {found.tuning_questions} questions and judged on the other "
            f"{found.held_out_questions}; {len(found.trials)} trials. Documents of the first half "
            f"embedded {found.spent:.1f} times at most, the run that judges not counted. Intervals "
            "hold 95 % of draws of the questions; recommended is what is better in 95 % of them, "
            "which may still be chance."
        )
        with st.expander("All trials"):
            _trials(found, key)


def _title(found: Recommendation) -> str:
    behind = found.gain is not None and found.gain.mean < 0
    if behind or found.best.setting == found.current.setting:
        return "Keep what you use now"
    return "Recommended" if found.adopt else "Perhaps better, not shown to be"


def _table(found: Recommendation) -> None:
    name = MEASURES.get(found.measure, found.measure)
    rows = [("Recommended", found.best), ("Runner-up", found.runner_up), ("In use", found.current)]
    st.dataframe(
        [_row(called, judged, name) for called, judged in rows if judged is not None],
        hide_index=True,
        width="stretch",
    )


def _row(called: str, judged: Judged, name: str) -> dict[str, str | float | None]:
    return {
        "": called,
        "Setting": setting_words(judged.setting),
        f"{name}, tuning half": _interval(judged.tuned),
        f"{name}, held-out half": _interval(judged.held_out),
        "Tokens retrieved": None if judged.tokens is None else round(judged.tokens),
        "Search (ms)": round(1000 * judged.seconds, 1),
    }


def _interval(found: Interval | None) -> str:
    return f"{found.mean:.3f} ({found.low:.3f} to {found.high:.3f})" if found else ""


def _trials(found: Recommendation, key: str) -> None:
    """Value over tokens of all trials of the tuning half, by round."""
    name = MEASURES.get(found.measure, found.measure)
    figure = empty_figure("Tokens retrieved for a question (mean)", f"{name} (mean)")
    for number in sorted({trial.round for trial in found.trials}):
        held = [trial for trial in found.trials if trial.round == number]
        figure.add_scatter(
            x=[trial.tokens for trial in held],
            y=[trial.value for trial in held],
            text=[
                f"{plain_html(setting_words(trial.setting))}<br>{trial.questions} questions"
                for trial in held
            ],
            mode="markers",
            name=f"Round {number}",
            hovertemplate="%{text}<br>%{y:.3f}, %{x:.0f} tokens<extra></extra>",
        )
    chart_view(
        figure,
        key=f"{key}-trials",
        title=f"{name} of every trial over the tokens it retrieved",
        name="trials",
        summary=f"{len(found.trials)} trials in {found.trials[-1].round} rounds.",
    )
