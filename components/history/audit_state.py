"""Whether the audit log is whole, in a line, and all of it on demand."""

from __future__ import annotations

import streamlit as st

from components import resources
from components.foreign_text import plain
from components.sign_in import may
from core.rights import Right

_FAULTS = 20


def audit_state() -> None:
    """The state of the log, with a way to compare every signed answer with it.

    It tells of answers of all collections: on a server it is for administrators.
    """
    if not may(Right.ADMINISTER):
        return
    history = resources.workbench().history
    state = history.log.state()
    if state.problem:
        place = f"Entry {state.problem.number}: " if state.problem.number else ""
        st.error(
            f"**The audit log is not what was written.** {place}{plain(state.problem.words)}. "
            "Restore a backup of the folder audit.",
            icon=":material/gpp_bad:",
        )
        return
    if not state.entries:
        return
    count = len(state.entries)
    with st.popover(
        f"Audit log whole: {count} {'entry' if count == 1 else 'entries'}",
        icon=":material/verified_user:",
        type="tertiary",
    ):
        st.markdown(
            "Each entry holds the hash of the one before, so that none can be changed, moved or "
            "removed unseen. Only someone who writes the whole log anew stays unseen here: compare "
            "its last hash with one that lies elsewhere, as on a record that was handed on."
        )
        st.caption("Last hash")
        st.code(state.head, language=None, wrap_lines=True)
        if st.button("Compare every signed answer with the log", key="history-verify"):
            _verify()


def _verify() -> None:
    report = resources.workbench().history.verify()
    if report.notice:
        st.info(plain(report.notice), icon=":material/pending_actions:")
    if report.is_sound:
        st.success("Every signed answer is what was signed.", icon=":material/verified_user:")
        return
    words = [f"- {plain(fault)}" for fault in report.disagreements[:_FAULTS]]
    if len(report.disagreements) > _FAULTS:
        words.append(f"- and {len(report.disagreements) - _FAULTS} more")
    st.error("\n".join(words), icon=":material/gpp_bad:")
