"""Making, renaming, taking out and deleting sets of questions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import resources, state
from components.foreign_text import plain
from components.selection.document_picker import document_names
from components.selection.question_notices import attempt, tell
from components.selection.question_set import set_name
from components.widgets.export import file_export

if TYPE_CHECKING:
    from core.evaluation.questions.store import KeptSet

_NEW, _RENAME = "questions-new-name", "questions-rename"
_SET = "questions-set"
_FILES = {
    "json": "Everything, with the lines of the evidence; can be taken in again without loss.",
    "csv": "A row for each piece of evidence, for a spreadsheet; its lines are looked for again.",
}
"""What a set is taken out as, and what each file holds."""


def set_bar() -> None:
    """A box to choose a set, and ways to make, rename, take out and delete one."""
    sets = resources.question_store().list()
    if not sets:
        return
    name = set_name(sets)
    state.preset(_SET, name)
    # Named alone: what a box shows is also what the browser gives back, and must not change.
    st.selectbox(
        "Question set",
        [question_set.name for question_set in sets],
        key=_SET,
        on_change=lambda: state.select(questions=state.widget_value(_SET), question=None),
        label_visibility="collapsed",
        icon=":material/quiz:",
    )
    _new_set(len(sets))
    _manage_set(next(question_set for question_set in sets if question_set.name == name), len(sets))


def _new_set(count: int) -> None:
    """A way to make an empty set; `count` are those that there are."""
    # Named after their number: with a further set it is another popover, which is closed.
    with st.popover("New set", icon=":material/add:", key=f"questions-new-{count}"):
        st.text_input("Name of the new set", key=_NEW, max_chars=80)
        st.button("Make the set", type="primary", on_click=attempt(_made))


def _manage_set(question_set: KeptSet, count: int) -> None:
    """What else can be done with a set; of a damaged one it can only be deleted."""
    with st.popover(
        "Set", icon=":material/more_horiz:", key=f"questions-manage-{question_set.name}-{count}"
    ):
        if not question_set.problem:
            st.markdown("**Take it out**")
            for kind, content in _FILES.items():
                _download(question_set.name, kind, content)
            st.divider()
            st.text_input(
                "Name", question_set.name, key=f"{_RENAME}-{question_set.name}", max_chars=80
            )
            st.button("Rename", on_click=attempt(lambda: _renamed(question_set.name)))
            st.divider()
        st.caption("Deletes the set with all of its questions. Results of sweeps stay.")
        sure = st.checkbox("Yes, delete it", key=f"questions-sure-{question_set.name}")
        st.button(
            "Delete the set",
            icon=":material/delete:",
            disabled=not sure,
            on_click=attempt(lambda: _deleted(question_set.name)),
        )


def exported(name: str, kind: str) -> bytes:
    """A set as a file of the kind "json" or "csv"."""
    from core.evaluation.questions.formats import write_questions

    return write_questions(resources.question_store().load(name).complete, document_names(), kind)


def _download(name: str, kind: str, content: str) -> None:
    file_export(kind.upper(), lambda: exported(name, kind), f"{name}.{kind}", content)


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
    damaged = any(
        question_set.name == name and question_set.problem for question_set in store.list()
    )
    deleted = None if damaged else store.load(name)
    store.delete(name)
    state.select(questions=None, question=None)

    def undo() -> None:
        if deleted:
            store.save(deleted)
            state.select(questions=deleted.name)

    tell(f"The set **{plain(name)}** is deleted.", undo if deleted else None)
