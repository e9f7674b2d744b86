"""What stands in place of the conversation before it begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components.ask import asking
from components.foreign_text import plain
from components.selection.asked_question import put
from components.selection.examples import answered, first_answered, unanswered

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from core.library import DocumentRecord

_EXAMPLES = 4
_SHOWN = (
    "has a number, and a click on it shows the very lines on their page. Where the documents hold "
    "no answer, this is said, and the nearest passages are shown."
)


def welcome(records: Iterable[DocumentRecord]) -> None:
    """What an answer is made of, and examples for the samples of the library."""
    st.markdown(f"Ask a question. {_made_of()} {_SHOWN}")
    names = {name for record in records for name in record.names}
    if questions := first_answered(names, _EXAMPLES):
        st.caption("Examples for the samples in the library, tried beforehand:")
        _buttons(questions, "example")
        _more(names)
    if without := unanswered(names):
        st.caption("And one that they hold no answer to, so that you see how this is said:")
        _buttons(without, "unanswered")


def _more(names: Collection[str]) -> None:
    with st.popover("More examples", icon=":material/more_horiz:", type="tertiary"):
        for number, (name, questions) in enumerate(answered(names).items()):
            st.caption(plain(name))
            _buttons(questions, f"more-{number}")


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


def _made_of() -> str:
    model = asking.model_name()
    if model and asking.by_model():
        return (
            f"{plain(model)} writes the answer as claims, from lines of your documents only. Each "
            "claim is checked against the lines that it cites and says whether they bear it out; "
            "each citation"
        )
    return "The answer is made of text of your documents, word for word; each"
