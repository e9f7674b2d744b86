"""A recommendation: the setting, what speaks for it, and what was given up."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components.evaluate.adopting import adopt_button, answers_notice, in_force
from components.evaluate.chart_view import chart_view
from components.foreign_text import plain, plain_html
from components.labels.settings import symbols_in
from components.widgets.charts import empty_figure
from core.configuration.labels import label
from core.evaluation.outcome import MEASURES
from core.text.counts import number_of

if TYPE_CHECKING:
    from core.evaluation.metrics.intervals import Interval
    from core.evaluation.tuning.base import Finished, Judged, Recommendation


def recommendation_card(finished: Finished, *, key: str) -> None:
    """What to use, why, a table of the candidates, the way there, and a button to adopt another.

    What is advised stands first: where that is to keep what is in use, the button for the other
    setting comes last, and no button stands out that was not shown to be better.
    """
    recommendation = finished.recommendation
    keeps = _keeps(recommendation)
    advised = recommendation.current if keeps else recommendation.best
    with st.container(border=True):
        st.markdown(f"**{_title(recommendation)}**")
        st.markdown(plain(label(advised.setting)), help=symbols_in(advised.setting))
        if keeps and not _is_best(recommendation):
            best = label(recommendation.best.setting)
            st.markdown(f"The best of the search was {plain(best)}.")
        st.markdown(plain(recommendation.reason))
        if recommendation.given_up and not keeps:
            st.markdown(plain(recommendation.given_up))
        _table(recommendation)
        if not keeps:
            _adoption(finished, key)
        trials = number_of(len(recommendation.trials), "trial")
        st.caption(
            f"Found on {recommendation.tuning_questions} questions and judged on the other "
            f"{recommendation.held_out_questions}; {trials}. Documents "
            f"of the first half embedded {recommendation.spent:.1f} times at most, the run that "
            "judges not counted. Intervals hold 95% of draws of the questions; recommended is "
            "what is better in 95% of them, which may still be chance."
        )
        with st.expander("All trials"):
            _trials(recommendation, key)
        if keeps and not _is_best(recommendation):
            with st.expander("Use the best of the search all the same"):
                _adoption(finished, key)


def _adoption(finished: Finished, key: str) -> None:
    """The button that adopts the best setting of the search, and what else that means."""
    recommendation = finished.recommendation
    best = recommendation.best.setting
    if best.adoptable != in_force():
        answers_notice(best, recommendation.current.setting.retrieval)
    adopt_button(
        best,
        key=f"{key}-adopt",
        documents=finished.request.questions.documents,
        primary=recommendation.adopt,
    )


def _keeps(recommendation: Recommendation) -> bool:
    """Whether what is in use is at least as good as the best that was found."""
    behind = recommendation.gain is not None and recommendation.gain.mean < 0
    return behind or _is_best(recommendation)


def _is_best(recommendation: Recommendation) -> bool:
    """Whether what is in use is itself the best that was found."""
    return recommendation.best.setting == recommendation.current.setting


def _title(recommendation: Recommendation) -> str:
    if _keeps(recommendation):
        return "Keep what you use now"
    return "Recommended" if recommendation.adopt else "Perhaps better, not shown to be"


def _table(recommendation: Recommendation) -> None:
    name = MEASURES.get(recommendation.measure, recommendation.measure)
    now: tuple[str, Judged | None] = ("In use", recommendation.current)
    best = "Recommended" if recommendation.adopt else "Best of the search"
    rows = [(best, recommendation.best), now]
    if _keeps(recommendation):
        rows.reverse()
    rows.insert(1, ("Runner-up", recommendation.runner_up))
    st.dataframe(
        [_row(called, judged, name) for called, judged in rows if judged is not None],
        hide_index=True,
        width="stretch",
    )


def _row(called: str, judged: Judged, name: str) -> dict[str, str | float | None]:
    return {
        "Standing": called,
        "Setting": label(judged.setting),
        f"{name}, tuning half": _interval(judged.tuned),
        f"{name}, held-out half": _interval(judged.held_out),
        "Tokens retrieved": None if judged.tokens is None else round(judged.tokens),
        "Search (ms)": round(1000 * judged.seconds, 1),
    }


def _interval(interval: Interval | None) -> str:
    return f"{interval.mean:.3f} ({interval.low:.3f} to {interval.high:.3f})" if interval else ""


def _trials(recommendation: Recommendation, key: str) -> None:
    name = MEASURES.get(recommendation.measure, recommendation.measure)
    figure = empty_figure("Tokens retrieved for a question (mean)", f"{name} (mean)")
    for number in sorted({trial.round for trial in recommendation.trials}):
        trials = [trial for trial in recommendation.trials if trial.round == number]
        figure.add_scatter(
            x=[trial.tokens for trial in trials],
            y=[trial.value for trial in trials],
            text=[
                f"{plain_html(label(trial.setting))}<br>{trial.questions} questions"
                for trial in trials
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
        summary=f"{number_of(len(recommendation.trials), 'trial')} in "
        f"{number_of(recommendation.trials[-1].round, 'round')}.",
    )
