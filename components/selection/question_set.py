"""Which set of questions the page Evaluate is about: the one in the address, or another one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import resources, state
from components.errors import show_error
from components.evaluate.questions.manage import manage_set, new_set
from components.link_notes import note
from components.widgets.foreign_text import plain
from core.errors import SightlineError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.evaluation.questions.base import QuestionSet
    from core.evaluation.questions.store import KeptSet

_KEY = "questions-set"
OWN = "My questions"
"""What a set is called that nobody gave a name."""


def chosen_set() -> QuestionSet | None:
    """The set of the address, else the one changed last; None without any or if it is damaged."""
    kept = resources.question_store().list()
    name = _name(kept)
    if name is None:
        return None
    try:
        return resources.question_store().load(name)
    except SightlineError as error:
        show_error(error)
        return None


def find_set() -> None:
    """Lets a set be chosen if there is one, and says so where that of the address is not here."""
    kept = resources.question_store().list()
    wanted, found = state.view().questions, _name(kept)
    if wanted and wanted != found:
        note(
            f"There is no question set {plain(wanted)} here (any more)."
            + (f" Shown instead is {plain(found)}, which was changed last." if found else "")
        )
    if wanted != found:
        state.select(questions=found, question=None)


def set_bar() -> None:
    """A box to choose a set, and ways to make, rename, take out and delete one."""
    kept = resources.question_store().list()
    if not kept:
        return
    state.preset(_KEY, _name(kept))
    # Named alone: what a box shows is also what the browser gives back, and must not change.
    st.selectbox(
        "Question set",
        [one.name for one in kept],
        key=_KEY,
        on_change=lambda: state.select(questions=state.widget_value(_KEY), question=None),
        label_visibility="collapsed",
        icon=":material/quiz:",
    )
    new_set(len(kept))
    manage_set(next(one for one in kept if one.name == _name(kept)), len(kept))


def target_set() -> str:
    """The name of the set that questions are added to, made if there is none."""
    store = resources.question_store()
    name = _name(store.list())
    if name is None:
        name = store.create(store.free_name(OWN)).name
        state.select(questions=name)
    return name


def _name(kept: Sequence[KeptSet]) -> str | None:
    wanted = state.view().questions
    if any(one.name == wanted for one in kept):
        return wanted
    return max(kept, key=lambda one: one.changed).name if kept else None
