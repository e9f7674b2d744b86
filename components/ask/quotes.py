"""Text of documents as an answer: each piece below its document, page and section."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components.ask.claims import step_button
from components.ask.conversation_turns import steps
from components.foreign_text import plain
from core.answering.ranking.feature_labels import ACROSS, FEATURES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from components.ask.conversation_turns import Step, Turn
    from core.answering.base import Part
    from core.evidence.citations import Quote

_MOST = 6
"""Features of a quote that are shown; the others give little."""


def quotes(turn: Turn, number: int, now: Step | None) -> None:
    """The quotes of a turn (counted from 0), by the part of the question where it has several."""
    every = steps(number, turn)
    if not turn.answer.parts:
        for step, citation in zip(every, turn.answer.citations, strict=True):
            _quote(step, citation.quote, now)
        return
    by_number = {
        citation.number: (step, citation.quote)
        for citation, step in zip(turn.answer.citations, every, strict=True)
    }
    told: set[int] = set()
    for place, part in enumerate(turn.answer.parts, 1):
        st.markdown(f"**{place}\\. {plain(part.question)}**")
        _part(part, [by_number[n] for n in part.citations if n not in told], now)
        if known := [n for n in part.citations if n in told]:
            st.caption(seen_above(known))
        told.update(part.citations)


def seen_above(numbers: Sequence[int]) -> str:
    """That citations of a part are those of an earlier one, in Markdown."""
    return "Shown above, and answers this too: " + ", ".join(rf"\[{n}\]" for n in numbers)


def _part(part: Part, own: Sequence[tuple[Step, Quote]], now: Step | None) -> None:
    if part.abstained:
        st.warning(
            f"**No evidence for this part.** {plain(part.reason)}",
            icon=":material/do_not_disturb_on:",
        )
    for step, quote in own:
        _quote(step, quote, now)


def _quote(step: Step, quote: Quote, now: Step | None) -> None:
    """Whose words they are before the words, and why these."""
    with st.container(gap="xsmall"):
        with st.container(horizontal=True, gap="xsmall", vertical_alignment="center"):
            step_button(step, now)
            if quote.contributions:
                with st.popover("Why this text", type="tertiary", icon=":material/info:"):
                    st.markdown(why_in_words(quote))
        if step.card.note:
            st.caption(step.card.note)
        st.markdown(step.card.text)


def why_in_words(quote: Quote) -> str:
    """What spoke for a quote most and what against it, in Markdown."""
    words = FEATURES | ACROSS
    rows = [
        f"| {value:+.2f} | {words[name]} |"
        for name, value in list(quote.contributions.items())[:_MOST]
        if name in words
    ]
    lead = "What speaks for this text and against it, the most first. The order is by the sum."
    return "\n".join([lead, "", "| Gives | Because |", "| ---: | --- |", *rows])
