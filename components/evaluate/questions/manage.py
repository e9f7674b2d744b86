"""Making, renaming, taking out and deleting sets of questions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import resources, state
from components.foreign_text import plain
from components.selection.question_notices import attempt, tell
from components.selection.question_set import set_name
from components.widgets.download import download

if TYPE_CHECKING:
    from core.evaluation.questions.store import KeptSet

_NEW, _RENAME = "questions-new-name", "questions-rename"
_SET = "questions-set"


def set_bar() -> None:
    """A box to choose a set, and ways to make, rename, take out and delete one."""
    kept = resources.question_store().list()
    if not kept:
        return
    name = set_name(kept)
    state.preset(_SET, name)
    # Named alone: what a box shows is also what the browser gives back, and must not change.
    st.selectbox(
        "Question set",
        [one.name for one in kept],
        key=_SET,
        on_change=lambda: state.select(questions=state.widget_value(_SET), question=None),
        label_visibility="collapsed",
        icon=":material/quiz:",
    )
    _new_set(len(kept))
    _manage_set(next(one for one in kept if one.name == name), len(kept))


def _new_set(count: int) -> None:
    """A way to make an empty set; `count` are those that there are."""
    # Named after their number: with a further set it is another popover, which is closed.
    with st.popover("New set", icon=":material/add:", key=f"questions-new-{count}"):
        st.text_input("Name of the new set", key=_NEW, max_chars=80)
        st.button("Make the set", type="primary", on_click=attempt(_made))


def _manage_set(kept: KeptSet, count: int) -> None:
    """What else can be done with a set; of a damaged one it can only be deleted."""
    with st.popover(
        "Set", icon=":material/more_horiz:", key=f"questions-manage-{kept.name}-{count}"
    ):
        if not kept.problem:
            st.markdown("**Take it out**")
            with st.container(horizontal=True):
                _download(kept.name, "json")
                _download(kept.name, "csv")
            st.divider()
            st.text_input("Name", kept.name, key=f"{_RENAME}-{kept.name}", max_chars=80)
            st.button("Rename", on_click=attempt(lambda: _renamed(kept.name)))
            st.divider()
        st.caption("Deletes the set with all of its questions. Results of sweeps stay.")
        sure = st.checkbox("Yes, delete it", key=f"questions-sure-{kept.name}")
        st.button(
            "Delete the set",
            icon=":material/delete:",
            disabled=not sure,
            on_click=attempt(lambda: _deleted(kept.name)),
        )


def exported(name: str, kind: str) -> bytes:
    """A set as a file of the kind "json" or "csv"."""
    from core.evaluation.questions.formats import write_questions

    names = {record.sha: record.name for record in resources.workbench().library.list()}
    return write_questions(resources.question_store().load(name), names, kind)


def _download(name: str, kind: str) -> None:
    download(kind.upper(), lambda: exported(name, kind), f"{name}.{kind}")


def _made() -> None:
    made = resources.question_store().create(state.widget_value(_NEW) or "")
    state.preset(_NEW, "")
    state.select(questions=made.name, question=None)
    tell(f"The set **{plain(made.name)}** is made. It is still empty.")


def _renamed(name: str) -> None:
    new = resources.question_store().rename(name, state.widget_value(f"{_RENAME}-{name}") or "")
    state.select(questions=new.name)
    tell(f"The set is now called **{plain(new.name)}**.")


def _deleted(name: str) -> None:
    store = resources.question_store()
    damaged = any(one.name == name and one.problem for one in store.list())
    held = None if damaged else store.load(name)
    store.delete(name)
    state.select(questions=None, question=None)

    def undo() -> None:
        if held:
            store.save(held)
            state.select(questions=held.name)

    tell(f"The set **{plain(name)}** is deleted.", undo if held else None)
