"""What became of the files added last, with a field for the password of a locked one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components.intake.adding import Outcome, forget_outcomes, kept_outcomes, retry

if TYPE_CHECKING:
    from core.library import DocumentRecord


def outcomes() -> None:
    """One message a file; nothing while none was added."""
    found = kept_outcomes()
    for place, outcome in enumerate(found):
        if outcome.record:
            st.success(_added(outcome.record), icon=":material/check_circle:")
        elif outcome.locked is not None:
            _ask_password(place, outcome)
        else:
            st.error(outcome.problem, icon=":material/error:")
    if found:
        st.button("Dismiss", on_click=forget_outcomes, type="tertiary")


def _added(record: DocumentRecord) -> str:
    pages = "1 page" if record.page_count == 1 else f"{record.page_count} pages"
    said = [f"**{record.name}** is in the library: {pages}"]
    if record.parse:
        said.append(f"read in {record.parse.seconds:.1f} s")
        if record.parse.failed_pages:
            said.append(f"{len(record.parse.failed_pages)} of them could not be read")
    return ", ".join(said) + "."


def _ask_password(place: int, outcome: Outcome) -> None:
    st.warning(outcome.problem, icon=":material/lock:")
    with st.form(f"password-{place}", border=False):
        password = st.text_input(f"Password of {outcome.name}", type="password")
        if st.form_submit_button("Unlock and add"):
            retry(place, password)
            st.rerun()
