"""What the processes that read and draw documents cannot do on this system."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import resources
from components.errors import Boundary
from components.foreign_text import plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.jobs.sandbox.confinement import Restriction

_ALWAYS = "No keys in their environment"


def confinement() -> None:
    """A table of restrictions, each in force, or missing with the reason."""
    st.header("Processes that open documents", anchor=False)
    with Boundary():
        st.table(restriction_rows(resources.restrictions()))
    st.caption(
        "A file that takes over the process that reads or draws it gets no further than this. "
        "Linux knows every restriction; elsewhere the limits of time and memory remain."
    )


def restriction_rows(restrictions: Sequence[Restriction]) -> dict[str, list[str]]:
    """Restriction, and whether it is in force; if not, why."""
    rows = [(_ALWAYS, "in force")]
    rows += [
        (restriction.name, f"missing: {restriction.missing}" if restriction.missing else "in force")
        for restriction in restrictions
    ]
    names, states = zip(*rows, strict=True)
    return {
        "Restriction": [plain(name) for name in names],
        "Here": [plain(state) for state in states],
    }
