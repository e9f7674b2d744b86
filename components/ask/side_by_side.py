"""The same question asked in two documents, each by itself, with the answers in two columns."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import streamlit as st

from components import resources, state
from components.ask.asking import by_model
from components.ask.citation_cards import cited
from components.errors import Boundary
from components.foreign_text import plain
from components.labels.documents import unique_labels
from components.selection.document_picker import document_names
from components.selection.search_configuration import ask_configuration
from core.answering.stated_quantities import notices

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.answering.base import Answer
    from core.configuration import Configuration

_ANSWERS, _OPEN = "sightline.side-by-side", "sightline.side-by-side.open"
_SIDES = ("On the left", "On the right")


class _Answers(NamedTuple):
    """The answers that were given last, and to what: question, documents, settings."""

    of: tuple[str, tuple[str, ...], Configuration]
    answers: tuple[Answer, ...]


def side_by_side(question: str, first: Sequence[str], number: int) -> None:
    """A button that asks a question of two documents, at first of those in `first`."""
    if len(resources.workbench().library.list()) < 2:
        return
    st.button(
        "Compare two documents",
        key=f"side-by-side-{number}",
        type="tertiary",
        icon=":material/compare_arrows:",
        help="Asks the same question of two documents, each by itself.",
        on_click=state.keep,
        args=(_OPEN, question),
    )
    if state.kept(_OPEN, "") == question:
        _dialog(question, tuple(first))


def _close() -> None:
    state.keep(_OPEN, "")


@st.dialog("One question, two documents", width="large", on_dismiss=_close)
def _dialog(question: str, first: tuple[str, ...]) -> None:
    names = unique_labels(document_names())
    editions = [each.sha for sha in first[:1] for each in resources.workbench().editions.of(sha)]
    order = list(dict.fromkeys(sha for sha in (*first, *editions, *names) if sha in names))
    st.markdown(f"**{plain(question)}**")
    documents = tuple(
        place.selectbox(
            label, order, index=at, format_func=lambda sha: names[sha], key=f"side-by-side-{at}-doc"
        )
        for at, (label, place) in enumerate(zip(_SIDES, st.columns(2), strict=True))
    )
    of = (question, documents, ask_configuration())
    if st.button("Ask both", type="primary", disabled=documents[0] == documents[1]):
        with Boundary(), st.spinner("Asking each document…", show_time=True):
            state.keep(_ANSWERS, _Answers(of, _ask(*of)))
    given: _Answers | None = state.kept(_ANSWERS, None)
    if given is None or given.of != of:
        st.caption("Neither answer knows of the other document or of the conversation.")
        return
    for at, (place, answer) in enumerate(zip(st.columns(2), given.answers, strict=True)):
        with place:
            _column(answer, at)


def _ask(question: str, documents: tuple[str, ...], config: Configuration) -> tuple[Answer, ...]:
    ask = resources.workbench().answers.ask
    return tuple(ask(question, config, [sha], by_model=by_model()) for sha in documents)


def _column(answer: Answer, at: int) -> None:
    """An answer with the buttons that show its lines; or that there is none."""
    if words := notices(answer):
        st.caption(plain(words))
    if answer.abstained:
        st.warning(
            f"**This document does not hold an answer that I can show.** {plain(answer.reason)}",
            icon=":material/do_not_disturb_on:",
        )
        return
    for claim in answer.claims:
        numbers = "".join(rf"\[{number}\]" for number in claim.citations)
        st.markdown(f"{plain(claim.text)} {numbers} :gray-badge[{claim.verdict.value}]")
    for place, card in enumerate(cited(answer.citations)):
        with st.container(border=True, gap="xsmall"):
            if st.button(card.label, key=f"side-by-side-{at}-{place}", help="Shows the page."):
                evidence = card.evidence
                _close()
                state.select(document=evidence.document, citation=evidence.place, page=None)
                st.rerun()
            st.markdown(card.text)
            if card.note:
                st.caption(card.note)
