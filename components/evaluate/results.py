"""What sweeps found: table, charts, and each question on the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import resources, state
from components.errors import Boundary
from components.evaluate.adopting import adopted_notice
from components.evaluate.answers_view import answers_view
from components.evaluate.best_setting import verdict
from components.evaluate.kept_sweeps import ACTIVE, listed_sweeps
from components.evaluate.question_view import question_view
from components.evaluate.result_charts import front_view, heat_view, spread_view
from components.evaluate.settings_table import settings_table
from components.evaluate.sweep_rows import (
    Found,
    as_good,
    best_of,
    chosen_sweeps,
    found_in,
    unfinished_words,
)
from components.foreign_text import plain
from components.labels.settings import rules_words
from components.link_notes import note
from components.selection.empty_library import empty_library
from components.widgets.auto_refresh import redrawn
from core.configuration import Configuration
from core.configuration.labels import label
from core.evaluation.outcome import HELP, MEASURES, Scored
from core.text.counts import number_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.evaluation.questions.base import QuestionSet
    from core.evaluation.sweeps.base import SweepStatus

_EVERY = 2.0
"""Seconds after which is looked whether a sweep that runs has found more."""
_LOOKS = ("Table", "Recall and cost", "Two parameters", "By question", "On the page", "Answers")


def results_panel(questions: QuestionSet | None) -> None:
    """The results of the sweeps that are chosen, or what leads to the first."""
    adopted_notice()
    sweeps = listed_sweeps()
    if not sweeps:
        if state.view().sweep:
            note("The link leads to a sweep that is not kept here (any more).")
        _lead_on(questions)
        return
    chosen = chosen_sweeps(sweeps, questions)
    if not chosen:
        st.info(
            "No sweep was started over these questions yet. Start one, or choose above one that "
            "asked others.",
            icon=":material/checklist:",
        )
        _go("Go to Sweep", "sweep")
        return
    _follow(chosen)
    if words := unfinished_words(chosen):
        st.caption(plain(words))
    results = found_in(chosen)
    if not results.rows:
        _nothing(chosen, results)
        return
    _say_failed(results.failed)
    _results(results, several=len(chosen) > 1)


def _lead_on(questions: QuestionSet | None) -> None:
    if not resources.workbench().library.list():
        empty_library()
    elif questions is None or not questions.questions:
        st.info(
            "There are no questions yet. A sweep shows which settings find the lines that answer "
            "them: make, import or generate some first.",
            icon=":material/quiz:",
        )
        _go("Go to Questions", None)
    else:
        st.info(
            "No sweep was started yet. Try a few settings on your questions: what they find is "
            "shown here.",
            icon=":material/leaderboard:",
        )
        _go("Go to Sweep", "sweep")


def _go(label: str, look: str | None) -> None:
    st.button(label, type="primary", key="results-lead", on_click=lambda: state.select(look=look))


def _follow(chosen: Sequence[SweepStatus]) -> None:
    """How far chosen sweeps are that still run; the page is drawn anew when they found more."""
    if not any(sweep.state in ACTIVE for sweep in chosen):
        return
    before = {sweep.key: (sweep.done, sweep.state) for sweep in chosen}

    def draw() -> None:
        now = [resources.sweeps().status(key) for key in before]
        if any(before[sweep.key] != (sweep.done, sweep.state) for sweep in now):
            st.rerun()
        done, total = sum(sweep.done for sweep in now), sum(sweep.total for sweep in now)
        words = f"{done:,} of {number_of(total, 'setting')}; what is done is shown below"
        st.progress(done / max(total, 1), words)

    redrawn(draw, _EVERY)


def _nothing(chosen: Sequence[SweepStatus], results: Found) -> None:
    if any(sweep.state in ACTIVE for sweep in chosen) and not results.failed:
        st.info("The first setting is under way.", icon=":material/hourglass_top:")
    elif len(chosen) > 1 and not results.result.plan.questions.questions:
        st.warning(
            "These sweeps asked different questions and share none: they cannot be compared. "
            "Choose sweeps over one set of questions.",
            icon=":material/join_inner:",
        )
    else:
        _say_failed(results.failed)
        st.info("No setting was scored. Go on with the sweep, or begin another one.")
        _go("Go to Sweep", "sweep")


def _say_failed(failed: Sequence[Scored]) -> None:
    if not failed:
        return
    with st.expander(
        f"{number_of(len(failed), 'setting')} could not be scored", icon=":material/error:"
    ):
        for cause, settings in _by_cause(failed).items():
            if len(settings) > 1:
                st.markdown(f"**{number_of(len(settings), 'setting')}**: {plain(cause)}")
                st.caption(plain("; ".join(settings)))
            else:
                st.markdown(f"**{plain(settings[0])}**: {plain(cause)}")
        st.caption(
            "*Try failed again* beside a sweep that is done scores these once more, and so does "
            "*Resume* beside one that was stopped."
        )


def _by_cause(failed: Sequence[Scored]) -> dict[str, list[str]]:
    """What each failure says, and the settings that failed so: mostly all for one cause."""
    settings: dict[str, list[str]] = {}
    for setting in failed:
        words = label(Configuration.from_json(setting.setting))
        settings.setdefault(setting.failed, []).append(words)
    return settings


def _results(results: Found, *, several: bool) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        measure = st.selectbox(
            "Judge by",
            results.measures,
            format_func=lambda name: MEASURES[name],
            key="results-measure",
            help="\n".join(f"- **{MEASURES[name]}**: {HELP[name]}" for name in results.measures),
            width=300,
            persist_state="session",
        )
        look = st.segmented_control(
            "Show",
            _LOOKS,
            default=_LOOKS[0],
            required=True,
            key="results-look",
            persist_state="session",
        )
    if words := rules_words(results.result.plan.questions.questions):
        st.caption(words)
    rows = results.defined(measure)
    if not rows:
        st.info("This measure is not defined for any of the settings.")
        return
    good = as_good(rows, measure)
    best = best_of(rows, measure)
    if look not in _LOOKS[4:]:
        verdict(results.result.plan.questions.documents, rows, best, good, measure)
    with Boundary():
        if look == _LOOKS[0]:
            settings_table(results, best, good, measure, several=several)
        elif look == _LOOKS[1]:
            front_view(results, rows, best, measure)
        elif look == _LOOKS[2]:
            heat_view(results, rows, measure)
        elif look == _LOOKS[3]:
            spread_view(results, rows, best, measure)
        elif look == _LOOKS[4]:
            question_view(results, best, measure)
        else:
            answers_view(results, best)
