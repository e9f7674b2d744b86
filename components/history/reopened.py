"""A signed answer as it was: who signed it, its items with their check marks, and their pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import resources
from components.answers.answer_head import answer_head, searched_in_words
from components.errors import show_error
from components.foreign_text import plain, plain_lines
from components.history.deleting import delete_button
from components.history.kept_page import kept_page
from components.history.record_details import details, source_states
from components.history.signed_items import quotes_of, shown_place, shown_quote, signed_items
from components.selection.signer import signer
from components.widgets.hand_on import hand_on
from core.errors import DataDamaged, SightlineError
from core.history.answer_form import answer_of

if TYPE_CHECKING:
    from core.answering.base import Answer
    from core.history.base import SignedAnswer
    from core.sir import Sir


def reopened(answer_id: str) -> None:
    """The answer on one side, the kept page of a quote on the other."""
    history = resources.workbench().history
    try:
        signed = history.answers.load(answer_id)
    except SightlineError as error:
        show_error(error)
        if answer_id in history.answers.ids():
            delete_button(answer_id)
        return
    answer = answer_of(signed.answer)
    quotes = quotes_of(signed, answer)
    shown = shown_quote(signed.id, quotes) if quotes else None
    left, right = st.columns([5, 7], gap="medium")
    with left:
        _head(signed)
        states = st.container()
        trees = {source.sha: _tree(signed, source.sha) for source in signed.sources}
        _answer_head(answer, [quote.name for quote in quotes[: len(answer.citations)]])
        signed_items(signed, answer, quotes, trees)
        details(signed)
    with right:
        if shown:
            kept_page(signed, shown, trees[shown.citation.quote.document])
        else:
            st.info("This answer quotes nothing, so no page was kept.")
    with (
        states,
        st.spinner("Comparing with the library…"),
    ):  # last, since a document of the library may have to be loaded for it
        source_states(signed)


def _tree(signed: SignedAnswer, document: str) -> Sir | None:
    try:
        return resources.workbench().history.answers.tree(signed, document)
    except DataDamaged as error:
        show_error(error)
        return None


def _head(signed: SignedAnswer) -> None:
    st.header(plain(signed.question), anchor=False)
    signature = signed.signature
    moment = signature.signed_at.strftime("%Y-%m-%d %H:%M")
    st.markdown(
        f":material/draw: Signed by **{plain(signature.name)}** on {moment} UTC, with "
        f"{plain(signature.program)}."
    )
    if signed.note:
        st.markdown(plain_lines(signed.note))
    if signed.tags:
        st.markdown(" ".join(f":blue-badge[{plain(tag)}]" for tag in signed.tags))
    with st.container(horizontal=True, gap="small"):
        records = resources.workbench().records
        hand_on(
            lambda: records.of_signed(signed),
            "history-hand-on",
            _link(signed.id),
            name=signer(),
        )
        delete_button(signed.id)


def _link(signed: str) -> str:
    return f"{st.context.url}?signed={signed}.{shown_place(signed) + 1}"


def _answer_head(answer: Answer, names: list[str]) -> None:
    if answer.notice:
        st.caption(plain(answer.notice))
    if answer.abstained:
        st.warning(f"**No answer was shown.** {plain(answer.reason)}")
    answer_head(answer, [plain(name) for name in names])
    if searched := searched_in_words(answer):
        st.caption(searched)
