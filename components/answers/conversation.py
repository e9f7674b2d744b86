"""Questions and answers: verbatim sentences, each with a numbered button that shows its page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components.answers.asking import is_shown, show, turns
from components.answers.cards import SCORES
from components.plain import plain
from core.answering.base import AnswerOptions

if TYPE_CHECKING:
    from components.answers.asking import Turn
    from components.answers.cards import Card
    from core.answering.base import Answer


def conversation() -> None:
    """All questions with their answers, the newest on top, where it is always in sight."""
    held = list(enumerate(turns()))
    for place, (number, turn) in enumerate(reversed(held)):
        if place == 1:
            st.caption("Earlier")
        with st.chat_message("user", avatar=":material/person:"):
            st.markdown(plain(turn.answer.question))
        with st.chat_message("assistant", avatar=":material/visibility:"):
            _answer(turn, f"turn-{number}")


def _answer(turn: Turn, key: str) -> None:
    if turn.answer.abstained:
        _abstention(turn.answer)
        if turn.near:
            st.markdown("Nearest passages:")
    else:
        st.caption(turn.answer.reason)
    for number, card in enumerate(turn.cited, start=1):
        st.markdown(card.text)
        _button(card, f"{key}.{number}", card.note or None)
    for number, card in enumerate(turn.near, start=1):
        with st.container(border=True, gap="small"):
            st.caption(card.note)
            st.markdown(card.text)
            _button(card, f"{key}.near-{number}", None)


def _button(card: Card, key: str, words: str | None) -> None:
    st.button(
        card.label,
        key=key,
        type="primary" if is_shown(card.evidence) else "secondary",
        icon=":material/pageview:",
        help=words,
        on_click=show,
        args=(card.evidence,),
    )


def _abstention(found: Answer) -> None:
    st.warning(
        f"**The documents do not hold an answer that I can show.** {found.reason}",
        icon=":material/do_not_disturb_on:",
    )
    with st.expander("How this is decided"):
        field = AnswerOptions.model_fields["threshold"]
        st.markdown(f"**{field.title}: {found.threshold:.2f}.** {field.description}")
        st.markdown("\n".join(f"- {words}" for words in SCORES.values()))
