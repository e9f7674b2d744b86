"""The signed answers that are looked for, the one that is reopened, and the state of the log."""

from __future__ import annotations

import streamlit as st

from components import resources, state
from components.errors import Boundary
from components.history.answer_list import answer_list
from components.history.audit_state import audit_state
from components.history.filters import answer_filter
from components.history.reopened import reopened
from components.history.signed_items import show_quote
from components.widgets.heading import heading
from core.history.search import matching


def page() -> None:
    """Everything that was signed, and one of them as it was."""
    answers = resources.workbench().history.answers.list()
    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        heading("History")
        audit_state()
    linked = _linked()
    if not answers:
        _empty(linked)
        return
    chosen = answer_filter(answers)
    shown = matching(answers, chosen)
    if shown:
        answer_list(shown)
    else:
        st.info("No signed answer matches. Change or clear the filters.", icon=":material/search:")
    if not linked:
        st.caption("Choose an answer to reopen it exactly as it was signed.")
        return
    with Boundary():
        reopened(linked)


def _linked() -> str | None:
    """The answer that the address names; behind a dot it may name the quote to be shown, from 1."""
    answer, _, number = (state.view().signed or "").partition(".")
    if number.isdecimal():
        show_quote(answer, max(int(number) - 1, 0))
    if number:
        state.select(signed=answer)
    return answer or None


def _empty(linked: str | None) -> None:
    if linked:
        st.warning(
            "The link leads to a signed answer that is not kept here (any more).",
            icon=":material/link_off:",
        )
    st.markdown(
        "**Nothing is signed yet.** Ask a question, check each quote against its page, and sign "
        "the answer. It is then kept here with the pages that it cites, and can be reopened as it "
        "was, also when a document is replaced."
    )
    st.page_link("pages/ask.py", label="Ask a question", icon=":material/forum:")
