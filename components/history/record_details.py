"""What a signed answer rests on: its documents, as they were and as they are, and its settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import resources
from components.foreign_text import plain
from core.history.signed_answers import content_hash
from core.history.source_state import SourceState

if TYPE_CHECKING:
    from core.history.base import SignedAnswer


def source_states(signed: SignedAnswer) -> None:
    """For each document whether it still is what it was; the kept pages are shown either way."""
    for report in resources.workbench().history.source_reports(signed):
        name = plain(report.source.name)
        if report.state is SourceState.UNCHANGED:
            st.markdown(f":green-badge[:material/check: Source unchanged] {name}")
        else:
            st.warning(
                f"**Source changed:** {name}. {plain(report.why)} The lines shown here are those "
                "of the page that was kept when the answer was signed.",
                icon=":material/published_with_changes:",
            )


def details(signed: SignedAnswer) -> None:
    """Hashes, versions and settings, to compare with others."""
    with st.expander("Documents, settings and hashes"):
        for source in signed.sources:
            stated = [
                f"**{plain(source.name)}**",
                f"version {plain(source.version)}" if source.version else "",
                plain(source.effective),
            ]
            st.markdown(", ".join(part for part in stated if part))
            st.caption("SHA-256 of the file, and the reading")
            st.code(f"{source.sha}\n{source.parse_key}", language=None, wrap_lines=True)
        if signed.settings:
            st.caption("Settings, as in a link")
            st.code(signed.settings, language=None, wrap_lines=True)
        st.caption("SHA-256 of all that was signed; the id of this answer begins it")
        st.code(content_hash(signed), language=None, wrap_lines=True)
