"""The form of a sweep: which settings are tried on which questions, started in the background."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import streamlit as st

from components import resources, state
from components.errors import Boundary, show_error
from components.evaluate.adopting import in_force
from components.evaluate.answering import Answering, answering, estimated, writing_words
from components.evaluate.grid_form import grid_form
from components.evaluate.kept_sweeps import kept_sweeps, speed
from components.foreign_text import plain
from components.labels.settings import rules_words, time_words
from components.selection.document_picker import newest_first
from core.configuration.labels import label
from core.errors import SightlineError
from core.evaluation.estimate import sweep_seconds
from core.evaluation.sweeps.base import Plan, Within
from core.evaluation.sweeps.grid import Grid, planned_notice
from core.evaluation.sweeps.presets import PRESETS
from core.text.counts import number_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.configuration import Configuration
    from core.evaluation.questions.base import QuestionSet
    from core.library import DocumentRecord

_OWN = "own"
_WITHIN = {
    Within.DOCUMENT: "its own document",
    Within.LIBRARY: "all documents of the set",
}
_PARSED = {"visual_topology": 1.2, "automatic": 0.4}
"""Seconds a page that parsers take about; the others take milliseconds."""
_SOME = 0.05
_COUNTED = 3
"""Documents whose tokens are counted for the time of a sweep; the others have as many a page."""
_MOST = 200
"""Settings that are listed before the start."""


def sweep_panel(questions: QuestionSet) -> None:
    """The form of a sweep over these questions, the sweeps under way, and those that are kept."""
    left, right = st.columns([6, 5], gap="large")
    with left:
        st.header("New sweep", anchor=False)
        with Boundary():
            _form(questions)
    with right:
        st.header("Sweeps", anchor=False)
        kept_sweeps()


def _form(questions: QuestionSet) -> None:
    records = asked_documents(questions)
    if not records:
        return
    st.markdown(_asked(questions, records))
    if words := rules_words(questions.questions):
        st.caption(words)
    choice = st.segmented_control(
        "Settings to try",
        [*PRESETS, _OWN],
        default=next(iter(PRESETS)),
        format_func=lambda name: PRESETS[name].title if name in PRESETS else "Own grid",
        required=True,
        key="sweep-preset",
        persist_state="session",
    )
    grid = _grid(choice, records)
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        within = st.segmented_control(
            "Each question is searched in",
            list(Within),
            default=Within.DOCUMENT,
            format_func=lambda option: _WITHIN[option],
            required=True,
            key="sweep-within",
            persist_state="session",
        )
        answers = answering(needed=grid is not None and grid.varies_answers)
    if not answers.wanted and not all(question.answerable for question in questions.questions):
        st.caption("Questions without an answer are judged only with *Answer, too*.")
    if grid is not None:
        _start(questions, records, grid, Within(within), answers, choice)


def asked_documents(questions: QuestionSet) -> list[DocumentRecord]:
    """The documents of the questions; says which are missing, and gives none then."""
    if not questions.documents:
        st.info(
            "None of these questions names a document or has marked lines. Mark the lines that "
            "answer one, under Questions.",
            icon=":material/ink_highlighter:",
        )
        return []
    records = newest_first()
    missing = [name for name in questions.documents if name not in records]
    if missing:
        st.warning(
            f"{number_of(len(missing), 'document')} of these questions cannot be found in the "
            "library (any more). Add the file, or take its questions out of the set.",
            icon=":material/link_off:",
        )
        return []
    return [records[name] for name in questions.documents]


def _asked(questions: QuestionSet, records: Sequence[DocumentRecord]) -> str:
    without = sum(not question.answerable for question in questions.questions)
    words = f"**{plain(questions.name)}**: {number_of(len(questions.questions), 'question')}"
    words += f" ({without} without an answer)" if without else ""
    names = ", ".join(plain(record.name) for record in records[:3])
    more = f" and {len(records) - 3} more" if len(records) > 3 else ""
    return f"{words} on {number_of(len(records), 'document')}: {names}{more}."


def _grid(choice: str, records: Sequence[DocumentRecord]) -> Grid | None:
    """The grid of the preset or of the boxes; None, with the reason, where it cannot be used."""
    kinds = {record.kind for record in records}
    start = in_force()
    if choice in PRESETS:
        st.caption(PRESETS[choice].words)
        return PRESETS[choice].grid(kinds, start)
    try:
        return grid_form(start, kinds, _read_otherwise(records))
    except SightlineError as error:
        show_error(error)
        return None


def _read_otherwise(records: Sequence[DocumentRecord]) -> list[str]:
    outputs = [
        [kept.parser for kept in resources.workbench().parsers.outputs(record.sha)]
        for record in records
    ]
    return [name for name in outputs[0] if all(name in own for own in outputs)] if outputs else []


def _start(
    questions: QuestionSet,
    records: Sequence[DocumentRecord],
    grid: Grid,
    within: Within,
    answers: Answering,
    choice: str,
) -> None:
    settings, asked = grid.settings(), len(questions.questions)
    seconds, words = sweep_time(settings, records, asked, answers), [planned_notice(settings)]
    if answers.writer:
        estimate = estimated(answers.writer, settings, asked)
        seconds += estimate.seconds
        words.append(writing_words(answers.writer, estimate))
    st.markdown(
        f"**{number_of(len(settings), 'setting')} × {number_of(asked, 'question')}**, "
        f"about {time_words(seconds)}. {' '.join(filter(None, words))}"
    )
    with st.container(horizontal=True, vertical_alignment="bottom"):
        title = PRESETS[choice].title if choice in PRESETS else "Own grid"
        key = f"sweep-name-{choice}"
        st.text_input("Name", title, max_chars=80, key=key)
        plan = Plan(
            name=title,
            questions=questions,
            settings=tuple(setting.to_json() for setting in settings),
            within=within,
            answers=answers.wanted,
            writer=answers.writer,
        )
        st.button(
            "Start",
            type="primary",
            icon=":material/play_arrow:",
            key="sweep-start",
            on_click=_begin,
            args=(plan, key),
            help="Runs in the background: this page can be left.",
        )
    with st.expander("All settings"):
        listed = [f"{at}. {plain(label(setting))}" for at, setting in enumerate(settings, 1)]
        more = [f"and {len(listed) - _MOST} more"] if len(listed) > _MOST else []
        st.markdown("\n".join(listed[:_MOST] + more))


def _begin(plan: Plan, field: str) -> None:
    """Start what was shown, under the name that stands in the field when the button is pressed."""
    name = (state.widget_value(field) or "").strip() or plan.name
    try:
        key = resources.sweeps().start(plan.model_copy(update={"name": name}))
    except SightlineError as error:
        state.keep("sightline.sweep.error", error)
        return
    state.select(sweep=key)


def sweep_time(
    settings: Sequence[Configuration],
    records: Sequence[DocumentRecord],
    questions: int,
    answers: Answering,
) -> float:
    """About how many seconds a sweep takes, by what those before took.

    Without what a language model takes; it has one process that works for it.
    """
    bench = resources.workbench()
    parsing = sum(
        record.page_count * _PARSED.get(name, _SOME)
        for name in {setting.parser for setting in settings if setting.parser}
        for record in records
        if bench.documents.route_seconds(record.sha, name) is None
    )
    return sweep_seconds(
        settings,
        _tokens(records),
        questions,
        parsing=parsing,
        speed=speed(),
        workers=1 if answers.writer else min(os.cpu_count() or 1, len(settings)),
        answers=answers.wanted,
    )


def _tokens(records: Sequence[DocumentRecord]) -> int:
    """About how many tokens documents have; to count those of all would hold up the page."""
    counted = records[:_COUNTED]
    tokens = sum(len(resources.workbench().documents.stream(record.sha)) for record in counted)
    pages = sum(record.page_count for record in counted)
    return tokens * sum(record.page_count for record in records) // max(pages, 1)
