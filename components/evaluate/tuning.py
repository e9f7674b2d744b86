"""Advice: settings that suit this library, found with a budget and checked on unseen questions."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

import streamlit as st

from components import resources, state
from components.errors import Boundary
from components.evaluate.adopting import adopted_notice, in_force
from components.evaluate.answering import Answering
from components.evaluate.recommendation import recommendation_card
from components.evaluate.sweep_form import asked_documents, sweep_time
from components.foreign_text import plain
from components.labels.settings import time_words
from components.selection.document_picker import newest_first
from components.widgets.auto_refresh import redrawn
from core.errors import InvalidOption, NotFound
from core.evaluation.answer_figures import ANSWER_MEASURES
from core.evaluation.outcome import MEASURES
from core.evaluation.sweeps.base import State, Within
from core.evaluation.tuning.arms import arms, spread
from core.evaluation.tuning.base import Request, TuneOptions
from core.evaluation.tuning.default_space import default_space
from core.evaluation.tuning.successive_halving import halves_of_enough
from core.text.counts import number_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.evaluation.questions.base import QuestionSet
    from core.evaluation.tuning.base import Finished
    from core.evaluation.tuning.tuner import TuningStatus
    from core.library import DocumentRecord

_KEY = "sightline.tuning"
_EVERY = 1.0
"""Seconds after which the view is drawn anew while the search goes on."""
_GOALS = (
    "line_recall",
    "token_recall",
    "token_iou",
    "page_first",
    "page_hit",
    "mrr",
    "dcg",
    "ndcg",
    "first_right",
    "any_right",
)
_FIELDS = TuneOptions.model_fields
_WITHIN = {Within.DOCUMENT: "In its own document", Within.LIBRARY: "In all of them"}


def tuning_panel(questions: QuestionSet) -> None:
    """The form of a search, the search under way, and what the last ones recommend."""
    adopted_notice()
    request, records = _form(questions), asked_documents(questions)
    if missing := _missing(questions):
        st.warning(plain(missing))
    can_begin = bool(records) and not missing
    with st.container(horizontal=True, vertical_alignment="center"):
        # No callback: it would take the form as it was before a number was typed and this pressed.
        if st.button(
            "Find good settings",
            type="primary",
            icon=":material/auto_fix_high:",
            key="tune-start",
            disabled=not can_begin,
        ):
            state.keep(_KEY, resources.tuner().start(request))
        with Boundary():  # A document that cannot be read hides no search of before.
            duration = _duration(request, records) if can_begin else ""
            st.caption(_about(request) + duration, width="stretch")
    finished = _finished(questions)
    key = _shown(questions, finished)
    if key and resources.tuner().status(key).state is State.RUNNING:
        redrawn(lambda: _progress(key), _EVERY)
    elif key:
        _ended(key)
    _earlier(questions, [each for each in finished if each.request.key != key])


def _missing(questions: QuestionSet) -> str:
    """Why a search cannot be begun with these questions; empty if it can."""
    try:
        halves_of_enough(questions)
    except InvalidOption as problem:
        return str(problem)
    return ""


def _about(request: Request) -> str:
    return (
        f"{len(request.space):,} settings are possible; to find the best by one half of the "
        f"questions, its documents are embedded at most {request.options.budget} times. The other "
        "half judges it. Questions that share lines stay in one half."
    )


def _duration(request: Request, records: Sequence[DocumentRecord]) -> str:
    """About how long a search takes that spends all of its budget."""
    tuning, _ = halves_of_enough(request.questions)
    tried = spread(arms([request.current, *request.space]), request.options.budget)
    seconds = sweep_time(
        [setting for arm in tried for setting in arm.settings],
        [record for record in records if record.sha in tuning.documents],
        len(tuning.questions),
        Answering(wanted=request.options.measure in ANSWER_MEASURES),
    )
    return f" All rounds together take about {time_words(seconds)}."


def _form(questions: QuestionSet) -> Request:
    goal, budget, tokens, within = st.columns([3, 3, 3, 3], gap="medium")
    measure = goal.selectbox(
        _title("measure"),
        _GOALS,
        format_func=MEASURES.__getitem__,
        key="tune-measure",
        persist_state="session",
    )
    most = budget.slider(
        _title("budget"),
        4,
        60,
        16,
        format="%d times",
        help=_FIELDS["budget"].description,
        key="tune-budget",
        persist_state="session",
    )
    limit = tokens.number_input(
        _title("most_tokens"),
        min_value=50,
        value=None,
        step=100,
        placeholder="No limit",
        help=_FIELDS["most_tokens"].description,
        key="tune-tokens",
        persist_state="session",
    )
    where = within.selectbox(
        "Where a question is searched",
        list(_WITHIN),
        format_func=_WITHIN.__getitem__,
        key="tune-within",
        persist_state="session",
    )
    parsers = st.toggle(
        "Also try other parsers",
        help="Documents are read anew by each parser, which takes longer. They keep their own.",
        key="tune-parsers",
        persist_state="session",
    )
    known = newest_first()
    kinds = {known[name].kind for name in questions.documents if name in known}
    config = in_force()
    answers = measure in ANSWER_MEASURES
    if answers:
        st.caption(
            "Each question is answered by each setting that is tried, about half a second each."
        )
    return Request(
        questions=questions,
        space=default_space(sorted(kinds), config, parsers=parsers, answers=answers),
        current=replace(config, model=""),
        options=TuneOptions(budget=most, measure=measure, most_tokens=limit),
        within=where,
    )


def _title(field: str) -> str:
    return _FIELDS[field].title or field


def _shown(questions: QuestionSet, finished: Sequence[Finished]) -> str:
    """The search over this set that this session started last; without one, such as after a
    reload, another: the last that goes on, or that ended.
    """
    key = state.kept(_KEY, "")
    with suppress(NotFound):
        if resources.tuner().status(key).name == questions.name:
            return key
    going_on = [
        tuning.key for tuning in resources.tuner().running() if tuning.name == questions.name
    ]
    if going_on:
        state.keep(_KEY, going_on[-1])
        return going_on[-1]
    return next((ended.request.key for ended in finished), "")


def _progress(key: str) -> None:
    status = resources.tuner().status(key)
    if status.state is not State.RUNNING:
        st.rerun()
    with st.container(horizontal=True, vertical_alignment="center"):
        st.progress(_share(status), _in_words(status), width="stretch")
        st.button("Cancel", key="tune-cancel", on_click=resources.tuner().cancel, args=(key,))
    st.caption("The page can be left; the search goes on.")


def _share(status: TuningStatus) -> float:
    return status.done / status.total if status.total else 0.0


def _in_words(status: TuningStatus) -> str:
    if not status.total:
        return "The first round begins"
    words = f"Round {status.round}: {status.done:,} of {number_of(status.total, 'setting')}"
    if status.seconds_left is not None:
        words += f", about {time_words(status.seconds_left)} left in this round"
    return words


def _ended(key: str) -> None:
    with Boundary():
        status = resources.tuner().status(key)
        if status.finished:
            recommendation_card(status.finished, key="tune-new")
            _delete(key)
        elif status.problem:
            st.warning(
                f"{plain(status.problem)} What was scored is kept, and used when it starts again."
            )


def _finished(questions: QuestionSet) -> list[Finished]:
    """What searches over this set recommend, the newest first."""
    finished = resources.tuner().finished()
    return [each for each in finished if each.request.questions.name == questions.name]


def _earlier(questions: QuestionSet, earlier: Sequence[Finished]) -> None:
    if not earlier:
        return
    with st.expander(f"Earlier recommendations for {plain(questions.name)} ({len(earlier)})"):
        for number, finished in enumerate(earlier):
            recommendation_card(finished, key=f"tune-{number}")
            _delete(finished.request.key)


def _delete(key: str) -> None:
    with (
        st.popover("Delete", icon=":material/delete:", key=f"tune-bin-{key}"),
        Boundary(),
    ):
        st.markdown(
            "Delete this recommendation with the figures of its trials? They cannot be brought "
            "back. What was adopted stays in force."
        )
        if st.button("Delete for good", type="primary", key=f"tune-delete-{key}"):
            resources.tuner().delete(key)
            st.rerun()
