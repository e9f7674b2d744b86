"""A question on its pages: the lines that answer it, and those that two settings retrieved."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import resources, state
from components.evaluate.question_marks import (
    LOOKS,
    Side,
    evidence_marks,
    fits,
    ranks_on,
    retrieved_marks,
    side_of,
)
from components.evaluate.ranks import retrieved_chunks
from components.evaluate.replies_view import replies_view
from components.evaluate.selected import two_settings
from components.foreign_text import plain
from components.labels.documents import unique_labels
from components.labels.settings import number
from components.link_notes import note
from components.selection.asked_question import put
from components.selection.document_picker import GONE, document_names
from components.widgets.document_pages import document_pages
from components.widgets.layout import room
from components.widgets.legend_line import legend_line
from core.evaluation.comparison import Pair, pairs
from core.evaluation.outcome import MEASURES, Outcome, Retrieved
from core.text.one_line import beginning

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from components.evaluate.sweep_rows import Found
    from components.widgets.page_view import Click
    from core.evaluation.questions.base import Question
    from core.evaluation.table import Row

_MARK = "sightline.results.mark"
_NO_ANSWER = "no answer in the documents"
_LONG = 110
"""Characters of a question in the box that chooses it."""


def question_view(results: Found, best: Row, measure: str) -> None:
    """A question, what A and B retrieved for it, and both on its pages."""
    row_a, row_b = two_settings(results, best)
    compared = pairs(row_a.scored, row_b.scored, measure)
    if not compared:
        st.info("These two settings have no question in common.")
        return
    pair = _choose(compared, results.questions, measure)
    question = results.questions[pair.question]
    outcomes = [_outcome(row, pair.question) for row in (row_a, row_b)]
    left, right = st.columns([5, 7], gap="medium")
    with left:
        _words(question)
        replies_view(outcomes)
        _measures(outcomes, measure)
        retrieved_chunks((row_a, row_b), outcomes, lambda chunk: _turn(question, chunk))
    with right:
        _pages(question, (row_a, row_b), outcomes)


def _choose(compared: Sequence[Pair], questions: Mapping[str, Question], measure: str) -> Pair:
    """The question of the address, else that at which A and B differ most; ways to the next."""
    known = {pair.question: pair for pair in compared}
    order = list(known)
    widest = max(compared, key=lambda pair: abs(pair.difference)).question
    chosen = state.view().question
    if chosen and chosen not in known and state.linked():
        note("The link leads to a question that these sweeps did not ask.")
    now = chosen if chosen in known else widest
    at = order.index(now)
    words = unique_labels({name: _line(known[name], questions, measure) for name in order})

    def picked() -> None:
        # The words of a box that was drawn for other settings name no question.
        if (name := state.widget_value("results-question")) in known:
            _go(name)

    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        state.preset("results-question", now)
        st.selectbox(
            "Question, those at which A is further ahead first",
            order,
            format_func=lambda name: words.get(name) or str(name),
            key="results-question",
            on_change=picked,
            width="stretch",
        )
        for label, icon, step in (
            ("Previous", ":material/chevron_left:", -1),
            ("Next", ":material/chevron_right:", 1),
        ):
            to = order[(at + step) % len(order)]
            st.button(label, icon=icon, key=f"question-{label}", on_click=_go, args=(to,))
    return known[now]


def _go(question: str) -> None:
    state.select(question=question)


def _line(pair: Pair, questions: Mapping[str, Question], measure: str) -> str:
    question = questions[pair.question]
    short = beginning(question.text, _LONG)
    if pair.one is None or pair.other is None:
        why = "not defined for this question" if question.answerable else _NO_ANSWER
        return f"{short} · {why}"
    return f"{short} · A {number(pair.one, measure)}, B {number(pair.other, measure)}"


def _outcome(row: Row, question: str) -> Outcome:
    return next(outcome for outcome in row.scored.outcomes if outcome.question == question)


def _words(question: Question) -> None:
    st.markdown(f"**{plain(question.text)}**")
    if question.answer:
        st.caption(f"Answer: {plain(question.answer)}")
    for piece in question.evidence:
        st.markdown(f"> {plain(piece.text)}")
    if not question.answerable:
        st.caption("No line of the documents answers it.")
    if st.button(
        "Ask it",
        key="question-ask",
        icon=":material/forum:",
        type="tertiary",
        help="Asks this question on the page Ask, by what is in force.",
        on_click=put,
        args=(question.text,),
    ):
        st.switch_page("pages/ask.py")


def _turn(question: Question, chunk: Retrieved) -> None:
    state.preset(_document_key(question), chunk.document)
    state.preset(_page_key(question, chunk.document), chunk.page)


def _document_key(question: Question) -> str:
    return f"result-{question.id}"


def _page_key(question: Question, document: str) -> str:
    return f"result-page-{question.id}-{document}"


def _measures(outcomes: Sequence[Outcome], measure: str) -> None:
    import pandas as pd

    measures_a, measures_b = (outcome.measures for outcome in outcomes)
    names = [name for name in MEASURES if name in measures_a or name in measures_b]
    names.sort(key=lambda name: name != measure)
    rows = [
        {
            "Measure": MEASURES[name],
            "A": number(measures_a.get(name), name),
            "B": number(measures_b.get(name), name),
        }
        for name in names
    ]
    st.dataframe(pd.DataFrame(rows), hide_index=True, height=min(38 + 35 * len(rows), 300))


def _pages(question: Question, rows: Sequence[Row], outcomes: Sequence[Outcome]) -> None:
    document = _document(question, outcomes)
    if document is None:
        st.info("Neither setting retrieved anything, and no line answers this question.")
        return
    record = resources.workbench().library.get(document)
    side_a, side_b = (
        side_of(name, resources.stream(document, row.setting.parser), outcome.retrieved, document)
        for name, row, outcome in zip("AB", rows, outcomes, strict=True)
    )
    if not (fits(side_a) and fits(side_b)):
        st.warning(
            f"{plain(record.name)} was read anew since this sweep, so what was retrieved cannot be "
            "shown on its pages. Begin the sweep once more.",
            icon=":material/sync_problem:",
        )
        return
    # Evidence first: the frame scrolls to the first mark.
    marks = [*evidence_marks(question, document, side_a, side_b), *retrieved_marks(side_a, side_b)]
    page = _page(question, document, side_a, side_b)

    def clicked(click: Click) -> None:
        state.keep(_MARK, None if state.kept(_MARK, None) == click.id else click.id)

    with room("results-room", staying=True):
        document_pages(
            record,
            [page],
            marks,
            key="results-pages",
            selected=state.kept(_MARK, None),
            on_click=clicked,
        )
        legend_line(LOOKS)


def _document(question: Question, outcomes: Sequence[Outcome]) -> str | None:
    names = dict.fromkeys(piece.document for piece in question.evidence)
    names |= dict.fromkeys(chunk.document for outcome in outcomes for chunk in outcome.retrieved)
    if len(names) < 2:
        return next(iter(names), None)
    known = document_names()
    labels = unique_labels({document: known.get(document, GONE) for document in names})
    return st.selectbox(
        "Document",
        list(labels),
        format_func=lambda document: labels.get(document) or str(document),
        key=_document_key(question),
    )


def _page(question: Question, document: str, side_a: Side, side_b: Side) -> int:
    gold = {line.page for p in question.evidence if p.document == document for line in p.lines}
    ranks = [ranks_on(side) for side in (side_a, side_b)]
    pages = sorted({*gold, *ranks[0], *ranks[1]})
    if not pages:
        return 1

    def words(page: int) -> str:
        ranks_here = [
            f"{n}{rank}" for n, own in zip("AB", ranks, strict=True) for rank in own.get(page, ())
        ]
        return (
            f"p. {page}{' · evidence' if page in gold else ''} · {' '.join(ranks_here) or 'missed'}"
        )

    start = min(gold or pages)
    chosen = st.pills(
        "Page",
        pages,
        default=start,
        format_func=words,
        required=True,
        key=_page_key(question, document),
        label_visibility="collapsed",
    )
    return chosen if chosen in pages else start
