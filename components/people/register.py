"""Everybody who may sign in: who they are, what they may do, and how to let somebody in."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd
import streamlit as st

from components import state
from components.errors import Boundary
from components.foreign_text import plain
from components.people.words import DOES, day
from core.rights import Role, acting

if TYPE_CHECKING:
    from core.people.administration import Administration
    from core.people.base import Person

_EMAIL, _NAME, _ROLE = "people-new-email", "people-new-name", "people-new-role"
_CHOSEN = "people-register"


def register(administration: Administration) -> None:
    """A table of all people, the one that is chosen below it, and a form for a new one."""
    people = administration.people()
    memberships: dict[str, list[str]] = {}
    for collection in administration.collections():
        for member in collection.members:
            memberships.setdefault(member, []).append(collection.name)
    rows = [
        {
            "Name": person.name,
            "E-mail": person.email,
            "Role": person.role.value,
            "Collections": ", ".join(memberships.get(person.id, [])),
            "State": _state(person),
        }
        for person in people
    ]
    chosen = st.dataframe(
        pd.DataFrame(rows),
        hide_index=True,
        key=_CHOSEN,
        on_select="rerun",
        selection_mode="single-row",
    )
    selected = chosen.selection.rows
    if selected and selected[0] < len(people):
        _person(administration, people[selected[0]])
    else:
        st.caption("Choose somebody to change their role, or to shut them out.")
    _form(administration)


def _state(person: Person) -> str:
    if not person.active:
        return "shut out"
    return f"signed in {day(person.seen_at)}" if person.seen_at else "not signed in yet"


def _person(administration: Administration, person: Person) -> None:
    with st.container(border=True):
        st.header(plain(person.name), anchor=False)
        key = f"role-{person.id}"
        state.preset(key, person.role)
        st.segmented_control(
            "Role",
            list(Role),
            format_func=lambda role: role.value.capitalize(),
            key=key,
            required=True,
            on_change=_set_role,
            args=(administration, person.id, key),
            help="  \n".join(f"**{role.value.capitalize()}**: may {DOES[role]}." for role in Role),
        )
        with st.container(horizontal=True):
            st.button(
                "Let in again" if not person.active else "Shut out",
                on_click=_set_active,
                args=(administration, person),
                disabled=person.id == acting().id,
                help="Nobody who is shut out can sign in, nor can programs with their tokens. "
                "What they did stays.",
            )
            st.button(
                "Sign out everywhere",
                on_click=_sign_out,
                args=(administration, person),
                help="They must sign in again, wherever they are signed in.",
            )
        tokens = administration.tokens(person.id)
        if tokens:
            names = ", ".join(
                f"{plain(token.label)} (until {day(token.expires_at)})" for token in tokens
            )
            st.caption(f"Tokens: {names}")


def _set_role(administration: Administration, person: str, key: str) -> None:
    with Boundary():
        role = Role(state.widget_value(key))
        administration.set_role(person, role)
        st.toast(f"The role is {role.value} now.")


def _set_active(administration: Administration, person: Person) -> None:
    with Boundary():
        administration.set_active(person.id, active=not person.active)


def _sign_out(administration: Administration, person: Person) -> None:
    with Boundary():
        administration.sign_out(person.id)
        st.toast(f"{plain(person.name)} must sign in again.")


def _form(administration: Administration) -> None:
    with st.form("people-new"):
        st.markdown("**Let somebody in**")
        email, name, role = st.columns([3, 2, 2])
        email.text_input("E-mail address", key=_EMAIL, help="As the identity provider has it.")
        name.text_input("Name (optional)", key=_NAME, max_chars=120)
        role.selectbox(
            "Role", list(Role), format_func=lambda each: each.value.capitalize(), key=_ROLE
        )
        st.form_submit_button("Add", on_click=_add, args=(administration,))
    st.caption(
        "Whoever signs in without having been added is a reader without collections, and sees "
        "nothing."
    )


def _add(administration: Administration) -> None:
    with Boundary():
        person = administration.add_person(
            state.widget_value(_EMAIL) or "",
            Role(state.widget_value(_ROLE)),
            state.widget_value(_NAME) or "",
        )
        for field in (_EMAIL, _NAME):  # what was refused stays, to be corrected
            state.preset(field, "")
        state.preset(_ROLE, Role.READER)  # nobody becomes an administrator as the one before was
        st.toast(f"{plain(person.name)} may sign in now.")
