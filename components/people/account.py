"""One's own account: what one is here, and the tokens of one's programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import state
from components.errors import Boundary
from components.foreign_text import plain
from components.people.words import DOES, day
from core.people.base import LONGEST_DAYS, Token
from core.rights import Right, acting

if TYPE_CHECKING:
    from core.people.administration import Administration

_SECRET = "sightline.people.secret"
"""A token that was just made, until it is put away."""
_PURPOSE, _DAYS = "people-token-purpose", "people-token-days"


def account(administration: Administration) -> None:
    """Name, role and collections, tokens, and the way out."""
    actor = acting()
    with st.container(border=True):
        st.header(plain(actor.name), anchor=False)
        st.markdown(f"**{actor.role.value.capitalize()}**: you may {DOES[actor.role]}.")
        own = [each for each in administration.collections() if actor.id in each.members]
        if own:
            st.markdown(f"Your collections: {', '.join(plain(each.name) for each in own)}")
        elif not actor.role.may(Right.ADMINISTER):
            st.info(
                "You are in no collection yet, so there is nothing to see. Ask an administrator "
                "to make you a member of one."
            )
        st.button(
            "Sign out everywhere",
            icon=":material/logout:",
            on_click=_leave,
            args=(administration, actor.id),
            help="Ends your sign-in here and on all other machines. Tokens stay valid.",
        )
    st.header("Tokens of your programs", anchor=False)
    st.caption(
        "A program that sends a token to the HTTP API, or has it in `SIGHTLINE_TOKEN`, sees and "
        "does what you may, and nothing else."
    )
    _new_secret()
    for token in administration.tokens(actor.id):
        _token_row(administration, token)
    _token_form(administration, actor.id)


def _leave(administration: Administration, person: str) -> None:
    administration.sign_out(person)
    st.logout()


def _new_secret() -> None:
    if not (secret := state.kept(_SECRET, "")):
        return
    with st.container(border=True):
        st.markdown("**Your new token.** Copy it now: it is shown this once and kept nowhere.")
        st.code(secret, language=None)
        st.button("I have copied it", on_click=state.keep, args=(_SECRET, ""))


def _token_row(administration: Administration, token: Token) -> None:
    words, press = st.columns([5, 1], vertical_alignment="center")
    used = f"last used {day(token.used_at)}" if token.used_at else "never used"
    words.markdown(
        f"**{plain(token.label)}** · made {day(token.created_at)} · valid until "
        f"{day(token.expires_at)} · {used}"
    )
    with press.popover("Revoke…", width="stretch"):
        st.markdown("Programs that use it are refused from now on.")
        st.button(
            f"Revoke “{plain(token.label)}”",
            key=f"revoke-{token.id}",
            type="primary",
            on_click=_revoke,
            args=(administration, token),
        )


def _revoke(administration: Administration, token: Token) -> None:
    with Boundary():
        administration.revoke_token(token.id, token.person)


def _token_form(administration: Administration, person: str) -> None:
    with st.form("people-token"):
        label, days = st.columns([3, 1])
        label.text_input("What it is for", key=_PURPOSE, max_chars=120, placeholder="Ward screen")
        days.number_input("Valid for days", 1, LONGEST_DAYS, 90, key=_DAYS)
        st.form_submit_button("Make a token", on_click=_make, args=(administration, person))


def _make(administration: Administration, person: str) -> None:
    with Boundary():
        label, days = state.widget_value(_PURPOSE) or "", state.widget_value(_DAYS) or 90
        state.keep(_SECRET, administration.add_token(person, label, int(days)))
        state.preset(_PURPOSE, "")
