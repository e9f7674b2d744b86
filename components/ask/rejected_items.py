"""What was rejected of an answer, folded: it can be taken back, or become a question to score."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components.answers.answer_head import answer_head
from components.answers.check_words import check_in_words
from components.ask import checking
from components.ask.announcements import note_decision
from components.ask.checking import item_name
from components.ask.claims import step_button
from components.ask.save_question import question_of_rejected
from components.ask.standing import standing
from components.foreign_text import plain
from components.sign_in import may
from core.export.answer_record.words import CLAIMS_REJECTED, QUOTES_REJECTED
from core.rights import Right

if TYPE_CHECKING:
    from components.ask.conversation_turns import Step, Turn


def head_of_rest(turn: Turn) -> bool:
    """What stands above an answer, of what was not rejected; whether anything is left of it."""
    count = checking.item_count(turn)
    if count and len(turn.review.rejected()) >= count:
        words = CLAIMS_REJECTED if turn.answer.claims else QUOTES_REJECTED
        st.warning(f"{words} Nothing is left of this answer.", icon=":material/block:")
        return False
    left = standing(turn.answer, turn.review)
    sources = {
        citation.number: card.source
        for citation, card in zip(turn.answer.citations, turn.cited, strict=True)
    }
    answer_head(left, [sources[citation.number] for citation in left.citations])
    return True


def rejected_items(turn: Turn, number: int, now: Step | None) -> None:
    """How many items of a turn (counted from 0) were rejected, and what they were; or nothing."""
    items = sorted(turn.review.rejected())
    if not items:
        return
    with st.expander(f"{len(items)} rejected", icon=":material/block:", key=f"rejected-{number}"):
        for item in items:
            _item(turn, number, item, now)
        st.caption(
            "A question whose answer was wrong is worth measuring by. Mark the lines that would "
            "have been right; what was accepted is marked already."
        )
        if may(Right.EDIT):
            question_of_rejected(turn.answer, turn.review, key=f"measure-{number}")


def _item(turn: Turn, number: int, item: int, now: Step | None) -> None:
    own = checking.steps_of(number, turn, item)
    claims = turn.answer.claims
    st.markdown(plain(claims[item].text) if claims else turn.cited[item].text)
    st.markdown(check_in_words(checking.check_of(turn, item)))
    with st.container(horizontal=True, gap="xsmall"):
        for step in own:
            step_button(step, now, short=True)
        st.button(
            f"Take {item_name(turn).lower()} {item + 1} back",
            key=f"take-back-{number}-{item}",
            type="tertiary",
            icon=":material/undo:",
            on_click=_take_back,
            args=(number, item),
        )


def _take_back(number: int, item: int) -> None:
    checking.take_back(number, item)
    note_decision(number, "Taken back")
