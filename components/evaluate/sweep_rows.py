"""What the chosen sweeps found so far: rows, read again only when there is more."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import streamlit as st

from components import resources, state
from components.evaluate.kept_sweeps import ACTIVE, listed_sweeps, when
from components.labels.documents import unique_labels
from components.labels.settings import asked_words
from core.evaluation.combining import combined
from core.evaluation.comparison import not_worse
from core.evaluation.table import Row, rows
from core.text.counts import number_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.evaluation.outcome import Scored
    from core.evaluation.questions.base import Question, QuestionSet
    from core.evaluation.sweeps.base import SweepResult, SweepStatus

_HELD = "sightline.found"
"""The rows shown last; their intervals take a moment to find."""


@dataclass(frozen=True)
class Found:
    """The settings of the chosen sweeps on the questions that these share.

    `rows` are those with outcomes, `failed` those without.
    """

    result: SweepResult
    rows: tuple[Row, ...]
    failed: tuple[Scored, ...]

    def row(self, key: str | None) -> Row | None:
        """The row of a key, if there is one."""
        return next((row for row in self.rows if row.key == key), None)

    @property
    def questions(self) -> dict[str, Question]:
        """The questions by id."""
        return {question.id: question for question in self.result.plan.questions.questions}

    @property
    def measures(self) -> list[str]:
        """The measures that any row has."""
        names = dict.fromkeys(name for row in self.rows for name in row.measures)
        return list(names)

    def defined(self, measure: str) -> list[Row]:
        """The rows for which a measure is defined, and so is what they cost."""
        return [row for row in self.rows if {measure, "retrieved_tokens"} <= row.measures.keys()]


def chosen_sweeps(
    sweeps: Sequence[SweepStatus], questions: QuestionSet | None
) -> list[SweepStatus]:
    """The sweeps that are looked at: those of the address, else the newest over a set.

    The address names them from then on, so that a sweep that is begun later takes no place.
    """
    known = {sweep.key: sweep for sweep in sweeps}
    keys = [key for key in (state.view().sweep or "").split(",") if key]
    named = [key for key in keys if key in known]
    if len(named) < len(keys):
        st.warning(
            "The link leads to a sweep that is not kept here (any more).",
            icon=":material/link_off:",
        )
    named = named or newest(sweeps, questions)
    if named != keys:
        state.select(sweep=",".join(named) or None)
    state.preset("results-sweeps", named)
    words = unique_labels({key: sweep_words(sweep) for key, sweep in known.items()})
    chosen = st.multiselect(
        "Sweeps",
        list(known),
        format_func=lambda key: words.get(key) or str(key),
        key="results-sweeps",
        on_change=_choose,
        help="Several sweeps are compared on the questions that all of them asked.",
        placeholder="Choose sweeps",
    )
    return [known[key] for key in chosen if key in known]


def newest(sweeps: Sequence[SweepStatus], questions: QuestionSet | None) -> list[str]:
    """The key of the newest sweep over a set, rather one with a result; none where there is none.

    Without a set, of all sweeps.
    """
    own = [sweep for sweep in sweeps if questions is None or _asks(sweep, questions)]
    return [sweep.key for sweep in sorted(own, key=lambda sweep: not sweep.done)][:1]


def _asks(sweep: SweepStatus, questions: QuestionSet) -> bool:
    """Whether a sweep asked these questions, or those that a set of this name held then."""
    return questions.name == sweep.question_set or questions.key == sweep.question_key


def sweep_words(sweep: SweepStatus) -> str:
    """Such as `Quick look · 8 settings · My questions, 35 questions · 21 Nov 2026, 18:20`.

    It never changes, as how far a sweep is would: what a box shows is also what the browser gives
    back, and must be known again.
    """
    asked = f"{sweep.question_set}, {asked_words(sweep.questions, sweep.answerable)}"
    by = [f"answered by {sweep.answered_by}"] if sweep.answered_by else []
    return " · ".join([sweep.name, number_of(sweep.total, "setting"), asked, *by, when(sweep)])


def unfinished_words(sweeps: Sequence[SweepStatus]) -> str:
    """How far those are that rest before their end, such as `Quick look: 3 of 4 settings`."""
    rest = [sweep for sweep in sweeps if sweep.done < sweep.total and sweep.state not in ACTIVE]
    return " · ".join(f"{sweep.name}: {sweep.done} of {sweep.total} settings" for sweep in rest)


def found_in(sweeps: Sequence[SweepStatus]) -> Found:
    """The rows of sweeps, of which there is at least one."""
    # A sweep that was scored again, on another tree, is as far as before.
    stamp = tuple((sweep.key, sweep.done, sweep.state, sweep.written) for sweep in sweeps)
    return state.remembered(_HELD, stamp, lambda: _read(sweeps))


def best_of(sweep_rows: Sequence[Row], measure: str) -> Row:
    """The row with the highest mean; of equal ones that which retrieves the fewest tokens.

    Where fewer is better (tokens retrieved), that with the least.
    """
    sign = -1 if measure == "retrieved_tokens" else 1
    return max(
        sweep_rows,
        key=lambda row: (
            sign * row.measures[measure].mean,
            -row.measures["retrieved_tokens"].mean,
        ),
    )


def as_good(sweep_rows: Sequence[Row], measure: str) -> frozenset[str]:
    """Keys of the settings that are not shown to be worse than the best."""
    if measure == "retrieved_tokens":
        return frozenset()
    return not_worse([row.scored for row in sweep_rows], measure)


def _choose() -> None:
    known = {sweep.key for sweep in listed_sweeps()}
    chosen = [key for key in state.widget_value("results-sweeps") or [] if key in known]
    state.select(sweep=",".join(chosen) or None)


def _read(sweeps: Sequence[SweepStatus]) -> Found:
    result = combined([resources.sweeps().result(sweep.key) for sweep in reversed(sweeps)])
    failed = tuple(setting for setting in result.scored if setting.failed)
    ended = tuple(setting for setting in result.scored if setting.outcomes and not setting.failed)
    ended_result = result.model_copy(update={"scored": ended})
    return Found(ended_result, tuple(rows(ended_result)), failed)
