"""Questions from a file: what will be added and what could not be placed, before it is done."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import resources, state
from components.errors import Boundary
from components.evaluate.questions.detail import gold_page
from components.evaluate.questions.file_formats import forms
from components.evaluate.questions.import_problems import show_problems
from components.evaluate.questions.listing import question_table
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
                imported = _read(file, kind)
            _preview(imported)
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
    cached = state.kept(_READ, None)
    if cached is None or cached[0] != key:
        content = file.getvalue()
        cached = (key, read_questions(content, resources.workbench(), file.name, kind))
        state.keep(_READ, cached)
    return cached[1]


def _preview(imported: Imported) -> None:
    count = len(imported.questions)
    rest = f", {len(imported.problems)} could not be taken as they are" if imported.problems else ""
    st.markdown(f"**{count_in_words(count)} can be added**{rest}. {FORMATS[imported.format]}.")
    if imported.problems:
        show_problems(imported.problems, imported.name)
    if not count:
        return
    _take_over(imported)
    left, right = st.columns([3, 3], gap="medium")
    with left, tall_table("import-list"):
        question_table(
            imported.questions, key="import-table", label=f"Questions of {imported.name}"
        )
    chosen = next(
        (question for question in imported.questions if question.id == state.view().question), None
    )
    with right:
        if chosen:
            gold_page(chosen, key="import-gold")
        else:
            st.caption("Choose a question to see the lines that were found for it.")


def _take_over(imported: Imported) -> None:
    now = chosen_set()
    fitting = now is not None and fits(now, imported.set)
    with st.container(horizontal=True, horizontal_alignment="left"):
        for adding in (True, False) if fitting else (False, True):
            if adding and now is None:
                continue
            st.button(
                f"Add to {plain(now.name)}" if adding and now else _new_words(imported),
                type="primary" if adding == fitting else "secondary",
                icon=":material/check:" if adding else ":material/add:",
                on_click=attempt(lambda adding=adding: (_add if adding else _make)(imported)),
            )


def _new_words(imported: Imported) -> str:
    return f"Make a new set of {'it' if len(imported.questions) == 1 else 'them'}"


def fits(now: QuestionSet, new: QuestionSet) -> bool:
    """Whether questions belong into a set: it has none yet, or is about one of their documents."""
    return not now.questions or not set(now.documents).isdisjoint(new.documents)


def _add(imported: Imported) -> None:
    name, store = target_set(), resources.question_store()
    before = store.load(name)
    after = store.add(name, imported.questions)
    new = [question.id for question in after.questions[len(before.questions) :]]
    known = len(imported.questions) - len(new)
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


def _make(imported: Imported) -> None:
    store = resources.question_store()
    made = store.create(store.free_name(imported.name or "Imported questions"), imported.questions)
    state.select(questions=made.name)
    tell(f"The set **{plain(made.name)}** is made, with {count_in_words(len(made.questions))}.")
    _done()


def _done() -> None:
    state.keep(_COUNT, state.kept(_COUNT, 0) + 1)
    state.keep(_READ, None)
    state.select(question=None)
    set_mode(Mode.ALL)
