"""Questions from a file: what will be added and what could not be placed, before it is done."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import resources, state
from components.errors import Boundary
from components.evaluate.questions.detail import gold_page
from components.evaluate.questions.file_formats import forms
from components.evaluate.questions.listing import question_table
from components.evaluate.questions.problems import show_problems
from components.evaluate.questions.question_labels import count_in_words
from components.foreign_text import plain
from components.selection.document_picker import newest_first
from components.selection.question_mode import Mode, set_mode, turned
from components.selection.question_notices import attempt, show_notice, tell
from components.selection.question_set import chosen_set, target_set
from components.widgets.layout import tall_table
from core.evaluation.questions.formats import FORMATS, read_questions

if TYPE_CHECKING:
    from streamlit.runtime.uploaded_file_manager import UploadedFile

    from core.evaluation.questions.base import QuestionSet
    from core.evaluation.questions.formats.base import Imported

_READ = "sightline.questions.read"
_AUTO = ""


@st.fragment
def importing() -> None:
    """A place for the file; below it what it holds, with ways to take it over."""
    with Boundary():
        show_notice()
        file, kind = _source()
        if file is not None:
            with st.spinner("Looking for the lines of its questions", show_time=True):
                found = _read(file, kind)
            _preview(found)
    if turned():
        st.rerun()


def _source() -> tuple[UploadedFile | None, str]:
    left, right = st.columns([3, 2], gap="medium")
    with left:
        file = st.file_uploader(
            "File of questions, JSON or CSV",
            type=["json", "csv"],
            key=f"questions-file-{state.kept(_COUNT, 0)}",
        )
    with right:
        kind = st.selectbox(
            "Format",
            [_AUTO, *FORMATS],
            format_func=lambda name: FORMATS.get(name, "Told by what the file holds"),
            key="questions-format",
        )
        st.caption(
            "The documents that a file speaks of have to be in the library. Each excerpt is looked "
            "for word for word; what is not found is said below and left out."
        )
        forms(next(iter(newest_first().values()), None))
    return file, kind


_COUNT = "sightline.questions.files"
"""How many files were taken over: the next one gets a place of its own."""


def _read(file: UploadedFile, kind: str) -> Imported:
    """What a file holds, kept until there is another one. Raises as `read_questions`."""
    key = (file.file_id, kind)
    held = state.kept(_READ, None)
    if held is None or held[0] != key:
        content = file.getvalue()
        held = (key, read_questions(content, resources.workbench(), file.name, kind))
        state.keep(_READ, held)
    return held[1]


def _preview(found: Imported) -> None:
    count = len(found.questions)
    rest = f", {len(found.problems)} could not be taken as they are" if found.problems else ""
    st.markdown(f"**{count_in_words(count)} can be added**{rest}. {FORMATS[found.format]}.")
    if found.problems:
        show_problems(found.problems, found.name)
    if not count:
        return
    _take_over(found)
    left, right = st.columns([3, 3], gap="medium")
    with left, tall_table("import-list"):
        question_table(found.questions, key="import-table", label=f"Questions of {found.name}")
    chosen = next((one for one in found.questions if one.id == state.view().question), None)
    with right:
        if chosen:
            gold_page(chosen, key="import-gold")
        else:
            st.caption("Choose a question to see the lines that were found for it.")


def _take_over(found: Imported) -> None:
    now = chosen_set()
    fitting = now is not None and fits(now, found.set)
    with st.container(horizontal=True, horizontal_alignment="left"):
        for adding in (True, False) if fitting else (False, True):
            if adding and now is None:
                continue
            st.button(
                f"Add to {plain(now.name)}" if adding and now else _new_words(found),
                type="primary" if adding == fitting else "secondary",
                icon=":material/check:" if adding else ":material/add:",
                on_click=attempt(lambda adding=adding: (_add if adding else _make)(found)),
            )


def _new_words(found: Imported) -> str:
    return f"Make a new set of {'it' if len(found.questions) == 1 else 'them'}"


def fits(now: QuestionSet, new: QuestionSet) -> bool:
    """Whether questions belong into a set: it has none yet, or is about one of their documents."""
    return not now.questions or not set(now.documents).isdisjoint(new.documents)


def _add(found: Imported) -> None:
    name, store = target_set(), resources.question_store()
    before = store.load(name)
    after = store.add(name, found.questions)
    new = [one.id for one in after.questions[len(before.questions) :]]
    known = len(found.questions) - len(new)
    if new:
        rest = f"; {known} were in it already" if known else ""
        tell(
            f"Added {count_in_words(len(new))} to **{plain(name)}**{rest}.",
            lambda: _remove(name, new),
        )
    else:
        tell(f"Nothing to add: **{plain(name)}** has all {known} of them already.")
    _done()


def _remove(name: str, questions: list[str]) -> None:
    resources.question_store().remove(name, questions)
    set_mode(Mode.ALL)


def _make(found: Imported) -> None:
    store = resources.question_store()
    made = store.create(store.free_name(found.name or "Imported questions"), found.questions)
    state.select(questions=made.name)
    tell(f"The set **{plain(made.name)}** is made, with {count_in_words(len(made.questions))}.")
    _done()


def _done() -> None:
    state.keep(_COUNT, state.kept(_COUNT, 0) + 1)
    state.keep(_READ, None)
    state.select(question=None)
    set_mode(Mode.ALL)
