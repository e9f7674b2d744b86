"""A signed answer as it was: who signed it, its items with their check marks, and their pages."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

import streamlit as st

from components import resources, state
from components.answers.check_words import signed_check_in_words
from components.errors import show_error
from components.foreign_text import plain, plain_lines
from components.history.deleting import delete_button
from components.history.kept_page import kept_page
from components.history.record_details import details, source_states
from components.selection.signer import signer
from components.widgets.hand_on import hand_on
from core.errors import SightlineError
from core.history.answer_form import answer_of
from core.history.checks import Check
from core.history.sources import citations_of
from core.page_names import page_name
from core.verification.verdict_words import VERDICT_WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.answering.base import Answer, Claim
    from core.evidence.citations import Citation
    from core.history.base import SignedAnswer

_SHOWN = "sightline.history.shown"
"""The place of the citation whose page is shown, with the id of its answer."""


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
    citations = tuple(citations_of(answer))
    shown = _shown(signed.id, len(citations))
    left, right = st.columns([5, 7], gap="medium")
    with left:
        _head(signed)
        states = st.container()
        _items(signed, answer)
        details(signed)
    with right:
        if citations:
            kept_page(signed, citations[shown])
        else:
            st.info("This answer quotes nothing, so no page was kept.")
    with (
        states,
        st.spinner("Comparing with the library…"),
    ):  # last, since a document of the library may have to be loaded for it
        source_states(signed)


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


def show_quote(signed: str, place: int) -> None:
    """Let the quote at a place (counted from 0) of an answer be the one whose page is shown."""
    state.keep(_SHOWN, (signed, place))


def _link(signed: str) -> str:
    """The address of the answer with the quote that is shown, see `components.history.page`."""
    of, place = state.kept(_SHOWN, ("", 0))
    return f"{st.context.url}?signed={signed}.{place + 1 if of == signed else 1}"


def _items(signed: SignedAnswer, answer: Answer) -> None:
    if answer.abstained:
        st.warning(f"**No answer was shown.** {plain(answer.reason)}")
    if answer.notice:
        st.caption(plain(answer.notice))
    names = {source.sha: source.name for source in signed.sources}
    checks = signed.review.checks
    if answer.claims:
        st.caption(f"Written by {plain(answer.model)}; checked against the lines that it cites.")
        objected = count(len(answer.citations))
        for at, claim in enumerate(answer.claims):
            with st.container(border=True, gap="xsmall"):
                st.markdown(signed_check_in_words(checks.get(at, Check())))
                _claim(claim, at, answer, objected, signed.id, names)
        return
    for at, citation in enumerate(answer.citations):
        with st.container(border=True, gap="xsmall"):
            st.markdown(signed_check_in_words(checks.get(at, Check())))
            _show(signed.id, at, at, citation, names)
            st.markdown(plain_lines(citation.quote.text))


def _claim(
    claim: Claim,
    at: int,
    answer: Answer,
    objected: Iterator[int],
    signed: str,
    names: dict[str, str],
) -> None:
    """A claim (counted from 0); `objected` counts the places of objections on."""
    st.markdown(f"{plain(claim.text)}  \n:gray[{VERDICT_WORDS[claim.verdict]}]")
    for place, citation in enumerate(answer.citations):
        if citation.number in claim.citations:
            _show(signed, at, place, citation, names)
    for objection in claim.objections:
        st.markdown(f":red[{plain(objection.opposition)}:] {plain(objection.words)}")
        _show(signed, at, next(objected), objection.citation, names)


def _show(signed: str, item: int, place: int, citation: Citation, names: dict[str, str]) -> None:
    """A button of an item that shows the kept page of the citation at a place of the answer."""
    number = f"[{citation.number}] " if citation.number else ""
    name = names.get(citation.quote.document, citation.quote.document[:12])
    page = f"page {page_name(citation.page, citation.page_label)}" if citation.page else "no page"
    st.button(
        f"{number}{plain(name)}, {plain(page)}",
        key=f"history-show-{item}-{place}",
        icon=":material/pageview:",
        type="primary" if state.kept(_SHOWN, ("", 0)) == (signed, place) else "secondary",
        on_click=show_quote,
        args=(signed, place),
    )


def _shown(signed: str, count: int) -> int:
    """The place of the citation that is shown, the first one at first."""
    of, place = state.kept(_SHOWN, ("", 0))
    if of != signed or place >= count:
        show_quote(signed, 0)
        return 0
    return place
