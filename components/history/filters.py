"""What is looked for among signed answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components.answers.check_words import LOOKS
from core.history.search import AnswerFilter

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from core.history.signed_answers import KeptAnswer


def answer_filter(answers: Sequence[KeptAnswer]) -> AnswerFilter:
    """The filter that is chosen; only what differs among the answers can be chosen."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        words = st.text_input(
            "Search",
            key="history-words",
            placeholder="Words in all of it",
            help="In the question, the answer, comments, notes and tags.",
            width=210,
        )
        document = _choice("Document", (name for a in answers for _, name in a.documents))
        signer = _choice("Signed by", (a.signer for a in answers))
        decision = st.selectbox(
            "Decision",
            tuple(LOOKS),
            index=None,
            format_func=lambda each: LOOKS[each].word,
            key="history-decision",
            placeholder="Any",
            width=110,
        )
        tag = _choice("Tag", (tag for a in answers for tag in a.tags))
        since = st.date_input("From", None, key="history-since", width=135)
        until = st.date_input("To", None, key="history-until", width=135)
    return AnswerFilter(words, document, signer, since, until, decision, tag)


def _choice(label: str, values: Iterable[str]) -> str:
    choices = sorted(filter(None, set(values)), key=str.casefold)
    if not choices:
        return ""
    key = f"history-{label.lower().replace(' ', '-')}"
    return st.selectbox(label, choices, index=None, key=key, placeholder="Any", width=140) or ""
