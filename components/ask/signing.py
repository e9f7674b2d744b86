"""An answer that was checked is signed, which keeps it with its pages in the history."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import resources, state
from components.ask import checking
from components.ask.checking import item_name
from components.ask.kept_conversation import keep_signed
from components.errors import Boundary
from components.foreign_text import plain
from components.selection.signer import remember_signer, signer
from components.sign_in import is_server, may
from core.rights import Right

if TYPE_CHECKING:
    from components.ask.conversation_turns import Turn

_NAME = "sign-name"


def signing(turn: Turn, number: int) -> None:
    """Ways to sign a turn (counted from 0), or to where it was signed; none of no answer."""
    if turn.signed:
        if st.button("Signed: see it in History", key=f"signed-{number}", type="tertiary",
                     icon=":material/verified:"):  # fmt: skip
            state.select(signed=turn.signed)
            st.switch_page("pages/history.py")
        return
    can_sign = checking.item_count(turn) and not turn.stopped and may(Right.REVIEW)
    if can_sign and st.button(
        "Sign", key=f"sign-{number}", type="tertiary", icon=":material/signature:",
        help="Keeps the answer with its checks, its pages and your name in the history.",
    ):  # fmt: skip
        _dialog(turn, number)


@st.dialog("Sign this answer")
def _dialog(turn: Turn, number: int) -> None:
    _state_of_checks(turn)
    state.preset_once(_NAME, signer())
    with st.form(f"sign-form-{number}", border=False):
        name = st.text_input("Your name", key=_NAME, max_chars=120, disabled=is_server())
        tags = st.multiselect(
            "Tags (optional)",
            _tags_in_use(),
            key=f"sign-tags-{turn.key}",
            accept_new_options=True,
            placeholder="Choose, or type a new one",
            help="Words by which the answer is found in History.",
        )
        note = st.text_area("Note (optional)", key=f"sign-note-{turn.key}", max_chars=2000)
        pressed = st.form_submit_button("Sign", type="primary", icon=":material/signature:")
    if pressed:
        with Boundary():
            _sign(turn, number, name, note, tags)
            st.rerun()


def _state_of_checks(turn: Turn) -> None:
    count, decided = checking.item_count(turn), turn.review.decided()
    rejected = len(turn.review.rejected())
    names = f"{item_name(turn).lower()}s" if count > 1 else item_name(turn).lower()
    if decided < count:
        st.warning(
            f"**{count - decided} of {count} {names} {'are' if count - decided > 1 else 'is'} not "
            "checked yet.** The signed answer says so.",
            icon=":material/pending_actions:",
        )
    else:
        all_of_them = f"All {count} {names} are" if count > 1 else f"The {names} is"
        unsure = len(turn.review.unsure())
        doubtful = f"{unsure} of them as unsure" if count > 1 else "It is marked unsure"
        doubt = f" **{doubtful}.**" if unsure else ""
        st.markdown(f":material/check: {all_of_them} checked.{doubt}")
    if rejected:
        leaves = "it leaves" if rejected == 1 else "they leave"
        st.caption(f"{rejected} rejected: {leaves} the answer, and the record says so.")


def _tags_in_use() -> list[str]:
    answers = resources.workbench().history.answers.list()
    return sorted({tag for answer in answers for tag in answer.tags}, key=str.casefold)


def _sign(turn: Turn, number: int, name: str, note: str, tags: list[str]) -> None:
    bench = resources.workbench()
    signed = bench.history.sign(
        turn.answer,
        turn.review,
        name,
        resources.renderer(),
        cards=bench.cards.of_answer(turn.answer),
        settings=turn.settings,
        note=note,
        tags=tags,
    )
    remember_signer(name)
    keep_signed(number, signed.id)
    st.toast(f"Signed by {plain(name)}, and kept in History.", icon=":material/verified:")
