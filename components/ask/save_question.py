"""From an answer on the page Ask to a question of a set: with the cited lines, to be checked."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

import streamlit as st

from components import resources, state
from components.foreign_text import plain
from components.selection.document_picker import newest_first
from components.selection.question_draft import begin
from components.selection.question_mode import Mode, set_mode
from components.selection.question_notices import forget
from components.selection.question_set import target_set
from core.evaluation.questions.base import Evidence, Question
from core.evaluation.questions.locating import evidence_of_spans
from core.page_names import pages_in_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from core.answering.base import Answer
    from core.evidence.citations import Citation
    from core.history.checks import Review


def save_as_question(answer: Answer, *, key: str) -> None:
    """A button that opens the form of a new question, filled with the lines of the answer."""
    pressed = st.button(
        "Save as question",
        key=key,
        type="tertiary",
        icon=":material/quiz:",
        help="For measuring: opens the page Evaluate with this question and the cited lines, to be "
        "checked and saved in a set.",
    )
    if pressed:
        _open_form(question_of(answer))


def question_of_rejected(answer: Answer, review: Review, *, key: str) -> None:
    """Ways to measure by a question that was answered wrongly: its lines marked now, or later."""
    with st.container(horizontal=True, gap="small"):
        _mark_lines(answer, review, key)
        st.button(
            "Add it, to be completed",
            key=f"{key}-later",
            icon=":material/playlist_add:",
            help="Puts the question into the set of the page Evaluate without marking lines now. "
            "Nothing is measured by it until they are marked.",
            on_click=_add_incomplete,
            args=(answer, review),
        )


def _add_incomplete(answer: Answer, review: Review) -> None:
    name = target_set()
    made = accepted_question(answer, review).model_copy(update={"incomplete": True})
    resources.question_store().add(name, [made])
    st.toast(f"Added to {plain(name)}: its lines are to be marked.", icon=":material/quiz:")


def _mark_lines(answer: Answer, review: Review, key: str) -> None:
    if st.button(
        "Make an evaluation question of it",
        key=key,
        icon=":material/quiz:",
        help="Opens the page Evaluate with this question, where its right lines are marked on the "
        "page and it is saved in a set.",
    ):
        rejected = (_cited_by(answer, item) for item in sorted(review.rejected()))
        _open_form(accepted_question(answer, review), list(chain(*rejected)))


def accepted_question(answer: Answer, review: Review) -> Question:
    """The question with the lines of what a person accepted of its answer, and no others."""
    accepted = review.accepted()
    citations = [
        citation
        for at, citation in enumerate(answer.citations)
        if not answer.claims and at in accepted
    ]
    numbers = {
        number
        for at, claim in enumerate(answer.claims)
        if at in accepted
        for number in claim.citations
    }
    citations += [citation for citation in answer.citations if citation.number in numbers]
    return Question(
        text=answer.question, evidence=_evidence(citations), note=_why_rejected(answer, review)
    )


def _why_rejected(answer: Answer, review: Review) -> str:
    """What was rejected, where it stands, and the comments on it: a sentence each."""
    return " ".join(
        f"Rejected: {_where(_cited_by(answer, item))}"
        + (f": {comment}" if (comment := review.checks[item].comment) else ".")
        for item in sorted(review.rejected())
    )


def _cited_by(answer: Answer, item: int) -> list[Citation]:
    if not answer.claims:
        return list(answer.citations[item : item + 1])
    return [each for each in answer.citations if each.number in answer.claims[item].citations]


def _where(citations: Iterable[Citation]) -> str:
    """Such as `guideline.pdf, page 3`, for each of them whose document is still there."""
    records = newest_first()
    known = [(records.get(each.quote.document), each.pages) for each in citations]
    places = [f"{one.name}, {pages_in_words(one.pages, on)}" for one, on in known if one]
    return " and ".join(dict.fromkeys(places)) or "what has no lines here"


def _open_form(made: Question, rejected: Sequence[Citation] = ()) -> None:
    """The page Evaluate with a new question that begins like this one.

    It shows the first of its lines, else the page of what was `rejected`.
    """
    forget()
    begin(made, change=False)
    set_mode(Mode.NEW)
    if made.evidence:
        first = made.evidence[0]
        state.select(document=first.document, page=first.lines[0].page, look=None)
    elif rejected and rejected[0].page:
        first = rejected[0]
        state.select(document=first.quote.document, page=first.page, look=None)
    else:
        state.select(look=None)
    st.switch_page("pages/evaluate.py")


def question_of(answer: Answer) -> Question:
    """The question with the lines that its claims cite, a piece for each document.

    Of sentences that were only found, the best, to each part of the question: the others may say
    something else.
    """
    citations = answer.citations if answer.claims else best_citations(answer)
    return Question(text=answer.question, evidence=_evidence(citations))


def _evidence(citations: Iterable[Citation]) -> tuple[Evidence, ...]:
    by_document: dict[str, Evidence] = {}
    for citation in citations:
        sir = resources.workbench().documents.sir(citation.quote.document)
        piece = evidence_of_spans(sir, citation.quote.spans)
        if piece:
            earlier = by_document.get(piece.document)
            by_document[piece.document] = _joined(earlier, piece) if earlier else piece
    return tuple(by_document.values())


def best_citations(answer: Answer) -> Sequence[Citation]:
    """The first citation of an answer, or of each of its parts."""
    first = {part.citations[0] for part in answer.parts if part.citations}
    return [c for c in answer.citations if c.number in first] or answer.citations[:1]


def _joined(first: Evidence, second: Evidence) -> Evidence:
    lines = tuple(dict.fromkeys([*first.lines, *second.lines]))
    return Evidence(document=first.document, lines=lines, text=f"{first.text} {second.text}")
