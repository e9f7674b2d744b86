"""From an answer on the page Ask to a question of a set: with the cited lines, to be checked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import resources, state
from components.selection.question_draft import begin
from components.selection.question_mode import Mode, set_mode
from components.selection.question_notices import forget
from core.evaluation.questions.base import Evidence, Question
from core.evaluation.questions.locating import evidence_of_spans

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.answering.base import Answer
    from core.evidence.citations import Citation


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
    if not pressed:
        return
    made = question_of(answer)
    forget()
    begin(made, change=False)
    set_mode(Mode.NEW)
    if made.evidence:
        first = made.evidence[0]
        state.select(document=first.document, page=first.lines[0].page, look=None)
    else:
        state.select(look=None)
    st.switch_page("pages/evaluate.py")


def question_of(answer: Answer) -> Question:
    """The question with the lines that its claims cite, a piece for each document.

    Of sentences that were only found, the best, to each part of the question: the others may say
    something else.
    """
    by_document: dict[str, Evidence] = {}
    for citation in answer.citations if answer.claims else best_citations(answer):
        sir = resources.workbench().documents.sir(citation.quote.document)
        piece = evidence_of_spans(sir, citation.quote.spans)
        if piece:
            earlier = by_document.get(piece.document)
            by_document[piece.document] = _joined(earlier, piece) if earlier else piece
    return Question(text=answer.question, evidence=tuple(by_document.values()))


def best_citations(answer: Answer) -> Sequence[Citation]:
    """The first citation of an answer, or of each of its parts."""
    first = {part.citations[0] for part in answer.parts if part.citations}
    return [c for c in answer.citations if c.number in first] or answer.citations[:1]


def _joined(first: Evidence, second: Evidence) -> Evidence:
    lines = tuple(dict.fromkeys([*first.lines, *second.lines]))
    return Evidence(document=first.document, lines=lines, text=f"{first.text} {second.text}")
