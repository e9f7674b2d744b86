"""A start for the lines of a question: those that the page Ask would cite by its settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import resources, state
from components.foreign_text import plain
from components.selection.question_draft import TEXT, take_lines
from components.selection.question_notices import attempt, tell
from components.selection.search_configuration import ask_configuration
from core.evaluation.questions.locating import evidence_of_spans
from core.evidence.table_rows import row_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.library import DocumentRecord
    from core.sir import Sir
    from core.spans import Span


def offer_lines(record: DocumentRecord) -> None:
    """A button that takes the lines of what the app would answer from the shown document."""
    pressed = st.button(
        "Look for the lines",
        icon=":material/search:",
        type="tertiary",
        help="Asks the document this question without a language model and takes the lines of the "
        "sentences that are found. Check them: a set of what the app finds anyway flatters it.",
    )
    if pressed:
        with st.spinner(f"Searching {plain(record.name)}", show_time=True):
            attempt(lambda: _find(record))()
        st.rerun(scope="fragment")


def _find(record: DocumentRecord) -> None:
    question = (state.widget_value(TEXT) or "").strip()
    if not question:
        tell("Write the question first.")
        return
    answer = resources.workbench().answers.ask(
        question, ask_configuration(), [record.sha], by_model=False
    )
    sir = resources.workbench().documents.sir(record.sha)
    spans = answer.citations[0].quote.spans if answer.citations else ()
    piece = evidence_of_spans(sir, spans)
    if piece is None:
        tell("Nothing that answers it was found in this document. Click the lines by hand.")
        return
    take_lines(record.sha, piece.lines)
    state.select(document=record.sha, page=piece.lines[0].page)
    tell(taken_in_words(sir, spans))


def taken_in_words(sir: Sir, spans: Sequence[Span]) -> str:
    """What was taken, and what is to be done with it: of a table it is a whole row."""
    if all(row_of(sir, span.node) is not None for span in spans):
        return (
            "A row of a table was found, and all of its cells are taken. **Remove** below those "
            "that do not answer the question."
        )
    return "The lines that were found are taken. Check them, and change what is not right."
