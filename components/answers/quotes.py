"""Text of documents as an answer: each piece below its document, page and section."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components.answers.claims import step_button
from components.answers.turns import steps
from components.foreign_text import plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from components.answers.turns import Step, Turn
    from core.answering.base import Part


def quotes(turn: Turn, number: int, now: Step | None) -> None:
    """The quotes of a turn (counted from 0), by the part of the question where it has several."""
    every = steps(number, turn)
    if not turn.answer.parts:
        for step in every:
            _quote(step, now)
        return
    by_number = {c.number: step for c, step in zip(turn.answer.citations, every, strict=True)}
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


def _part(part: Part, own: Sequence[Step], now: Step | None) -> None:
    if part.abstained:
        st.warning(
            f"**No evidence for this part.** {plain(part.reason)}",
            icon=":material/do_not_disturb_on:",
        )
    for step in own:
        _quote(step, now)


def _quote(step: Step, now: Step | None) -> None:
    """Whose words they are before the words."""
    with st.container(gap="xsmall"):
        step_button(step, now)
        if step.card.note:
            st.caption(step.card.note)
        st.markdown(step.card.text)
