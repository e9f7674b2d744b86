"""A claim that cites nothing, or evidence that cannot be shown: it is decided without a page."""

from __future__ import annotations

import streamlit as st

from components.ask.check_controls import check_controls
from components.ask.conversation_turns import Step, coming, turns
from components.foreign_text import plain


def item_without_lines(now: Step) -> None:
    """Its words, why no page is shown, and the bar that decides about it."""
    turn = [*turns(), *filter(None, [coming()])][now.turn]
    if now.claim is not None:
        st.markdown(plain(turn.answer.claims[now.claim].text))
    else:
        st.markdown(now.card.text)
    check_controls()
    st.info(
        "This claim cites no lines, and none of those that were found speak against it. Only such "
        "a claim has no page that it could be checked on."
        if now.is_bare
        else f"These lines cannot be shown: {now.card.label}.",
        icon=":material/location_off:",
    )
