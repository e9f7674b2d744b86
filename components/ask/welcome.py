"""What stands in place of the conversation before it begins."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

import streamlit as st

from components.ask import asking
from components.foreign_text import plain
from components.selection.asked_question import put
from sample_docs import load_questions

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from core.library import DocumentRecord

_EXAMPLES = 4
_SHOWN = (
    "has a number, and a click on it shows the very lines on their page. Where the documents hold "
    "no answer, this is said, and the nearest passages are shown."
)


def welcome(records: Iterable[DocumentRecord]) -> None:
    """What an answer is made of, and examples for the samples of the library."""
    st.markdown(f"Ask a question. {_made_of()} {_SHOWN}")
    answered, unanswered = examples([name for record in records for name in record.names])
    if answered:
        st.caption("Examples for the samples in the library:")
    _buttons(answered, "example")
    if unanswered:
        st.caption("And one that they hold no answer to, so that you see how this is said:")
    _buttons(unanswered, "unanswered")


def _buttons(questions: Sequence[str], key: str) -> None:
    for number, question in enumerate(questions):
        st.button(
            plain(question),
            key=f"{key}-{number}",
            type="secondary",
            icon=":material/help:",
            on_click=put,
            args=(question,),
        )


def examples(names: Sequence[str], most: int = _EXAMPLES) -> tuple[list[str], list[str]]:
    """Questions about the samples among these files, the shortest of each sample first.

    Beside them one that has no answer, if there is any; they are `most` together.
    """
    questions = sorted(load_questions(), key=lambda question: len(question.question))
    own = [question for question in questions if question.document in names]
    without = [question.question for question in own if question.answer is None][:1]
    by_name: dict[str, list[str]] = {}
    for question in own:
        if question.answer is not None:
            by_name.setdefault(question.document, []).append(question.question)
    turns = [text for row in zip_longest(*by_name.values()) for text in row if text]
    return turns[: most - len(without)], without


def _made_of() -> str:
    model = asking.model_name()
    if model and asking.by_model():
        return (
            f"{plain(model)} writes the answer as claims, from lines of your documents only. Each "
            "claim is checked against the lines that it cites and says whether they bear it out; "
            "each citation"
        )
    return "The answer is made of text of your documents, word for word; each"
