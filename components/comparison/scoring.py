"""Scoring two settings on the questions that there are on a document, when the user asks for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeVar

import streamlit as st

from components import resources, state
from components.comparison.figures import DOCUMENT, Figure, figure_row, scope
from components.comparison.score_labels import about_scores, finding_in_words, score_figure
from components.foreign_text import plain
from components.selection.question_mode import Mode, set_mode
from components.selection.question_set import chosen_set
from components.sign_in import may
from components.widgets.long_work import long_work
from core.evaluation.comparison import MeasureComparison, compare
from core.evaluation.questions.base import QuestionSet, of_document, on_page
from core.evaluation.scoring import score
from core.evaluation.shared_stages import SharedStages
from core.evaluation.sweeps.grid import planned_notice
from core.rights import Right
from core.text.counts import number_of

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence

    from core.configuration import Configuration
    from core.evaluation.outcome import Scored
    from core.library import DocumentRecord
    from core.progress import Progress

Agreement = TypeVar("Agreement")
_LINES = "line_recall"


class Side(NamedTuple):
    """One of two settings, and what it is called beside the other."""

    name: str
    setting: Configuration


class Contest(NamedTuple):
    """Two settings with what they found for the questions on a document."""

    names: tuple[str, str]
    questions: QuestionSet
    scored: tuple[Scored, Scored]
    notice: str


def contest(record: DocumentRecord, side_a: Side, side_b: Side, *, key: str) -> Contest | None:
    """Both settings scored; None until the user asks for it, where there is nothing to ask, or
    where they are the same.

    Draws the way there: to questions, to the scoring, or how far it is. Outside of fragments only.
    """
    questions = questions_on(record.sha)
    if questions is None:
        if may(Right.EDIT):
            _way_to_questions(record)
        return None
    if side_a.setting.key == side_b.setting.key:
        return None
    keys = [_key(record, side.setting, questions) for side in (side_a, side_b)]
    scores = resources.scores()
    if not all(map(scores.holds, keys)) and not _asked(keys, questions, key=key):
        return None
    both_scored: list[Scored] = []
    for side, place in zip((side_a, side_b), keys, strict=True):
        scored = _score(side, questions, place, key=key)
        if scored is None:
            return None
        both_scored.append(scored)
    notice = planned_notice([side.setting for side in (side_a, side_b) if side.setting.model])
    return Contest((side_a.name, side_b.name), questions, (both_scored[0], both_scored[1]), notice)


def questions_on(document: str) -> QuestionSet | None:
    """The questions on a document: those of the chosen set, else of the set that has most.

    None where no set has one.
    """
    chosen = chosen_set()
    own = of_document(chosen, document) if chosen else None
    if own and own.questions:
        return own
    store = resources.question_store()
    others = [
        of_document(store.load(listed.name), document)
        for listed in store.list()
        if document in listed.documents
    ]
    most = max(others, key=lambda questions: len(questions.questions), default=None)
    return most if most and most.questions else None


def _contest_rows(result: Contest, page: int | None) -> None:
    """Who finds more of the evidence lines, and all measures of both; on a page, or on all."""
    among = _among(result, page)
    if not among:
        st.caption("No question has its evidence on this page: choose the whole document.")
        return
    rows = compare(*result.scored, among)
    st.markdown(_finding(result, rows, len(among), page))
    name_a, name_b = map(plain, result.names)
    figures = [score_figure(row, name_a, name_b) for row in rows]
    figure_row(figures, about_scores(name_a, name_b), " | ".join(result.names))


def agreement_rows(
    key: str,
    page: int,
    agreement: Callable[[int | None], Agreement],
    words: Callable[[Agreement], str],
    figures: Callable[[Agreement], list[Figure]],
    about: str,
    scored: Contest | None,
) -> None:
    """How alike two are, in words and figures, and what they find for questions.

    All of it for the 1-based page or for all pages (None), whichever is chosen; `about` says what
    the figures say together.
    """
    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        only = None if scope(key, page) == DOCUMENT else page
        alike = agreement(only)
        st.markdown(plain(words(alike)))
    figure_row(figures(alike), about)
    if scored:
        _contest_rows(scored, only)


def _finding(
    result: Contest, rows: Sequence[MeasureComparison], count: int, page: int | None
) -> str:
    where = " with evidence on this page" if page else ""
    lines = next(row for row in rows if row.measure == _LINES)
    asked = f"{number_of(count, 'question')}{where} ({plain(result.questions.name)})"
    sentence = finding_in_words(lines, *result.names)
    return f"On {asked}: **{plain(sentence)}** {plain(result.notice)}".rstrip()


def _among(result: Contest, page: int | None) -> frozenset[str]:
    if page is None:
        return frozenset(question.id for question in result.questions.questions)
    return on_page(result.questions, page)


def _key(
    record: DocumentRecord, setting: Configuration, questions: QuestionSet
) -> tuple[Hashable, ...]:
    """All that the figures depend on: the tree, the setting and the questions."""
    tree = resources.workbench().documents.route_key(record.sha, setting.parser)
    return record.sha, tree, setting.key, questions.key


def _asked(keys: list[tuple[Hashable, ...]], questions: QuestionSet, *, key: str) -> bool:
    """Whether the user asked for these two to be scored; draws the button where not."""
    asked = f"sightline.contest.{key}"
    if state.kept(asked, None) == keys:
        return True
    count = number_of(len(questions.questions), "question")
    st.button(
        f"Score both on {count}",
        icon=":material/scoreboard:",
        key=f"{key}-score",
        on_click=lambda: state.keep(asked, keys),
        help=f"Cuts, embeds and searches this document by both, with the questions of "
        f"{plain(questions.name)} that have their evidence in it, and says which finds more of "
        "the evidence.",
    )
    return False


def _score(
    side: Side, questions: QuestionSet, place: tuple[Hashable, ...], *, key: str
) -> Scored | None:
    scores = resources.scores()

    def scored(progress: Progress | None) -> Scored:
        materials = SharedStages(resources.workbench())
        return scores.get(
            place, lambda: score(side.setting, questions, materials, progress=progress)
        )

    if scores.holds(place):
        return scored(None)
    return long_work(scored, key=f"{key}.{place}", title=f"Scoring ({side.name})", unit="steps")


def _way_to_questions(record: DocumentRecord) -> None:
    pressed = st.button(
        "Make questions on this document",
        icon=":material/quiz:",
        type="tertiary",
        key="contest-questions",
        help=f"No question set has a question on {plain(record.name)} yet. With some, both are "
        "scored here by what they find.",
    )
    if pressed:
        state.select(document=record.sha, look=None)
        set_mode(Mode.NEW)
        st.switch_page("pages/evaluate.py")
