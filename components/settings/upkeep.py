"""Checking the data folder for damage, repairing it, and how to back it up."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import resources, state
from components.foreign_text import plain
from components.widgets.long_work import long_work
from core.maintenance import Damage, check

if TYPE_CHECKING:
    from collections.abc import Sequence


_WANTED, _FOUND = "sightline.upkeep.wanted", "sightline.upkeep.found"
_BACKUP = "python -m core backup library.zip"
_RESTORE = "python -m core restore library.zip"


def upkeep() -> None:
    """A button that checks the data folder, what it found, and a button that repairs that."""
    st.header("Check and backup", anchor=False)
    st.caption(
        "Verifies that every stored file is what it was when it was written: documents, records, "
        "structures, corrections, question sets, sweeps, conversations, signed answers, recipes "
        "and indexes."
    )
    with st.container(horizontal=True):
        st.button("Check the library", icon=":material/fact_check:", on_click=_want, args=(False,))
        findings: Sequence[Damage] = state.kept(_FOUND, None) or ()
        if any(finding.repairable and not finding.repaired for finding in findings):
            st.button(
                "Repair", icon=":material/build:", type="primary", on_click=_want, args=(True,)
            )
    _run()
    _results(state.kept(_FOUND, None))
    st.caption(
        "A backup is one file with documents, corrections, question sets, sweeps, conversations, "
        "signed answers, recipes and settings, without keys. It is written, and put into an empty "
        "data folder, by the command line:"
    )
    st.code(f"{_BACKUP}\n{_RESTORE}", language=None)


def _want(repair: bool) -> None:
    state.keep(_WANTED, "repair" if repair else "check")
    state.keep(_FOUND, None)
    state.keep("sightline.stopped.upkeep", False)


def _run() -> None:
    action = state.kept(_WANTED, None)
    if not action:
        return
    report = long_work(
        lambda progress: check(resources.workbench(), progress, repair=action == "repair"),
        key="upkeep",
        title="Repairing" if action == "repair" else "Checking",
        unit="parts",
    )
    if report is not None:
        state.keep(_FOUND, report)
        state.keep(_WANTED, None)
        st.rerun()


def _results(findings: Sequence[Damage] | None) -> None:
    if findings is None:
        return
    if not findings:
        st.success("Nothing is damaged.", icon=":material/check_circle:")
    for finding in findings:
        words = f"{plain(finding.problem)} {plain(finding.repaired or finding.next_step)}"
        shown = st.success if finding.repaired else st.error
        shown(f"{words}  \n{plain(str(finding.path))}")
