"""Candidate questions: made of documents by rules or by the model, added once somebody agrees."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING

import streamlit as st

from components import resources, state
from components.evaluate.questions.candidate_list import candidate_list
from components.foreign_text import plain
from components.labels.documents import unique_labels
from components.selection.document_picker import find_document, newest_first
from components.selection.question_notices import show_notice
from components.selection.question_set import chosen_set
from components.widgets.long_work import long_work
from core.evaluation.questions.by_model.generating import generate_by_model
from core.evaluation.questions.rules.generating import generate
from core.text.counts import number_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from core.evaluation.questions.base import Question
    from core.library import DocumentRecord
    from core.progress import Progress

_FOUND, _ORDER = "sightline.questions.candidates", "sightline.questions.order"
_RULES, _MODEL = "Rules", "Model"
_EASIER = "They borrow their words, so they are easier to find than what people ask."
_ASKED = "headings, definitions and tables"
_FEWER = {
    False: f"Its {_ASKED} give no more.",
    True: "The model found no more that stand up to the check.",
}
_NONE = {
    False: f"It has no {_ASKED} that rules can ask for, in English or German. Click lines under "
    "New question, or let a model make some.",
    True: "The model found none that stands up to the check. Click lines under New question.",
}


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be made: of which documents, how many of each, by whom."""

    documents: tuple[str, ...]
    most: int
    unanswerable: int
    by_model: bool


@dataclass(frozen=True, slots=True)
class Found:
    """Candidates, those that only a reader can confirm, and what is to be said of them.

    `left_out` counts those that did not pass, by the reason; `fewer` says where there are fewer
    than asked for.
    """

    questions: tuple[Question, ...]
    to_confirm: tuple[Question, ...] = ()
    notices: tuple[str, ...] = ()
    left_out: str = ""
    fewer: tuple[str, ...] = ()


def candidates() -> None:
    """What to make them of, and the list of those that were made."""
    show_notice()
    records = newest_first()
    find_document(records)
    order = _order(records)
    with st.container(horizontal=True, vertical_alignment="center"):
        pressed = st.button("Make candidates", type="primary", icon=":material/auto_awesome:")
        st.caption(_words(order), width="stretch")
    if pressed:
        state.keep(_ORDER, order)
        state.keep(_FOUND, None)
    latest_order: Order | None = state.kept(_ORDER, None)
    # Always there, so that the list below keeps its place.
    with st.container():
        if latest_order and state.kept(_FOUND, None) is None:
            state.keep(_FOUND, _made(latest_order))
    generated: Found | None = state.kept(_FOUND, None)
    if generated:
        with st.container(gap="small"):
            for words in generated.notices:
                st.warning(plain(words), icon=":material/warning:")
            if generated.fewer:
                st.info("  \n".join(map(plain, generated.fewer)), icon=":material/info:")
            st.caption(plain(generated.left_out))
        known = chosen_set()
        known_ids = {question.id for question in known.questions} if known else set()
        new = [
            question
            for question in (*generated.questions, *generated.to_confirm)
            if question.id not in known_ids
        ]
        unsure = {question.id for question in new if not question.answerable}
        candidate_list(new, unsure)


def _order(records: Mapping[str, DocumentRecord]) -> Order:
    names = unique_labels({sha: record.name for sha, record in records.items()})
    model = resources.workbench().model
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        documents = st.multiselect(
            "Documents",
            list(records),
            [state.view().document],
            format_func=lambda sha: names.get(sha) or str(sha),
            key="candidates-documents",
            persist_state="session",
            width="stretch",
        )
        most = st.number_input(
            "Questions of each",
            1,
            100,
            12,
            key="candidates-most",
            persist_state="session",
            width=140,
        )
        without = st.number_input(
            "Without an answer",
            0,
            20,
            2,
            key="candidates-without",
            persist_state="session",
            width=140,
            help="Questions that a document does not answer, made of terms of another one. At "
            "least two documents are needed.",
        )
        # Without a model rules are the only choice, which the words below tell.
        way = _way() if model else _RULES
    chosen = tuple(str(name) for name in documents)
    return Order(chosen, int(most), int(without), way == _MODEL)


def _way() -> str:
    return st.segmented_control(
        "Made by",
        (_RULES, _MODEL),
        default=_RULES,
        required=True,
        key="candidates-way",
        persist_state="session",
    )


def _words(order: Order) -> str:
    """Where questions come from; of a model, what it costs."""
    model = resources.workbench().model
    if model is None:
        return (
            f"Made by rules of headings and text. {_EASIER} With a key (Settings) a model can "
            "make them."
        )
    if not order.by_model:
        return f"Made of headings and text; nothing is sent anywhere. {_EASIER}"
    return (
        f"Passages of the documents are sent to {plain(model.name)}: {_cost(order)}. Only "
        "questions whose excerpt is found word for word stay."
    )


def _cost(order: Order) -> str:
    from components.labels.plan_estimate import Estimate, estimate_in_words

    bench = resources.workbench()
    calls = sent = 0
    for name in order.documents:
        tokens = min(order.most * _PASSAGE, len(bench.documents.stream(name)))
        calls += ceil(tokens / _REQUEST)
        sent += tokens + ceil(tokens / _REQUEST) * _ASKING
    answered = len(order.documents) * order.most * _ANSWERED
    return estimate_in_words(Estimate(sent, answered, calls), bench.settings)


_PASSAGE, _REQUEST, _ASKING, _ANSWERED = 320, 2500, 700, 120
"""Tokens, about: of the passages that are sent for a question, of the passages of a request, of
what else it says, and of what comes back for a question."""


def _made(order: Order) -> Found | None:
    """The candidates; None while the user has stopped it."""
    bench = resources.workbench()
    sirs = [bench.documents.sir(name) for name in order.documents]
    if not sirs:
        return Found((), notices=("No document is chosen. Choose one above.",))

    names = {name: bench.library.get(name).name for name in order.documents}

    def fewer(made: Sequence[Question]) -> tuple[str, ...]:
        most, without = order.most, order.unanswerable
        return shortfalls(names, made, most, without, by_model=order.by_model)

    def work(progress: Progress) -> Found:
        if not order.by_model:
            made = generate(sirs, order.most, order.unanswerable, progress)
            return Found(tuple(made), fewer=fewer(made))
        generated = generate_by_model(sirs, bench.model, order.most, order.unanswerable, progress)
        dropped = ", ".join(f"{count} ({why})" for why, count in generated.dropped.items())
        left_out = f"Left out: {dropped}." if dropped else ""
        both = (*generated.questions, *generated.to_confirm)
        return Found(
            generated.questions, generated.to_confirm, generated.notices, left_out, fewer(both)
        )

    unit = "passages" if order.by_model else "documents"
    return long_work(work, key="candidates", title="Making questions", unit=unit)


def shortfalls(
    names: Mapping[str, str],
    questions: Sequence[Question],
    most: int,
    unanswerable: int,
    *,
    by_model: bool,
) -> tuple[str, ...]:
    """A sentence for each document that gave fewer than `most`, and one for those without answer.

    `names` are the documents asked for, by their ids; `unanswerable` is how many without an
    answer were wanted in all.
    """
    counts = Counter(question.evidence[0].document for question in questions if question.evidence)
    sentences = [
        f"{name}: {counts[document]} of {number_of(most, 'question')}. "
        f"{(_FEWER if counts[document] else _NONE)[by_model]}"
        for document, name in names.items()
        if counts[document] < most
    ]
    without = sum(not question.answerable for question in questions)
    return (*sentences, *_without_answer(len(names), without, unanswerable, by_model=by_model))


def _without_answer(documents: int, made: int, asked: int, *, by_model: bool) -> Iterator[str]:
    if made >= asked:
        return
    if by_model:
        why = "The model found no more."
    elif documents < 2:
        why = "They are made of what another document speaks of: choose a second one above."
    else:
        why = (
            "They are made of what another document in the same language speaks of, in words that "
            "this one does not hold; there is no more."
        )
    yield f"Without an answer: {made} of {asked}. {why}"
