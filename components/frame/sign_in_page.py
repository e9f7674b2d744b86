"""What people see on a server before they have signed in."""

from __future__ import annotations

import streamlit as st

from components.foreign_text import plain_lines


def sign_in_page(refused: str) -> None:
    """A button that leads to the identity provider; `refused` says why a sign-in did not do."""
    with st.container(key="sign-in", horizontal_alignment="center"):
        st.title("Sightline", anchor=False, width="content")
        st.markdown("Answers from documents, shown on the page they come from.", width="content")
        if refused:
            st.warning(plain_lines(refused), icon=":material/lock:", width=480)
        st.button("Sign in", type="primary", on_click=st.login, icon=":material/login:")
        st.caption(
            "You sign in at your organisation. If you followed a link, open it again then.",
            width="content",
        )
