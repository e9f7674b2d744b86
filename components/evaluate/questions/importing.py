"""Questions from a file: what will be added and what could not be placed, before it is done."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

import streamlit as st

from components import resources, state
from components.errors import Boundary
from components.evaluate.questions.detail import gold_page
from components.evaluate.questions.listing import chosen_of, question_table
from components.foreign_text import plain
from components.selection.document_picker import newest_first
from components.selection.question_mode import Mode, set_mode, turned
from components.selection.question_notices import attempt, show_notice, tell
from components.selection.question_set import chosen_set, target_set
from components.widgets.file_form import file_form, form_needs
from components.widgets.layout import tall_table
from core.evaluation.questions.formats import FORMATS, read_questions
from core.text.counts import number_of
from core.text.word_tables import word_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from streamlit.runtime.uploaded_file_manager import UploadedFile

    from core.evaluation.questions.base import QuestionSet
    from core.evaluation.questions.formats.base import Imported, Problem
    from core.library import DocumentRecord

_READ = "sightline.questions.read"
NEEDS: dict[str, str] = word_table(__file__)
"""What a file of each format must hold, in Markdown."""
_MOST = 20
"""Problems that are listed by their rows."""
_TALL = 6
"""More lines than these are shown in a box that scrolls."""


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
        kind = file_form("Format", FORMATS, key="questions-format")
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
    return state.remembered(
        _READ,
        (file.file_id, kind),
        lambda: read_questions(file.getvalue(), resources.workbench(), file.name, kind),
    )


def _preview(imported: Imported) -> None:
    count = len(imported.questions)
    rest = f", {len(imported.problems)} could not be taken as they are" if imported.problems else ""
    st.markdown(
        f"**{number_of(count, 'question')} can be added**{rest}. {FORMATS[imported.format]}."
    )
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
    with right:
        if chosen := chosen_of(imported.questions):
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
            f"Added {number_of(len(new), 'question')} to **{plain(name)}**{rest}.",
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
    number = number_of(len(made.questions), "question")
    tell(f"The set **{plain(made.name)}** is made, with {number}.")
    _done()


def _done() -> None:
    state.keep(_COUNT, state.kept(_COUNT, 0) + 1)
    state.keep(_READ, None)
    state.select(question=None)
    set_mode(Mode.ALL)


def forms(record: DocumentRecord | None) -> None:
    """Behind a click a line for each form, and an example that names a document of the library."""
    with st.popover("What a file must hold", icon=":material/help:"):
        form_needs(FORMATS, NEEDS)
        st.download_button(
            "Example of a CSV",
            example(record.name if record else "guideline.pdf"),
            "example questions.csv",
            "text/csv",
            icon=":material/download:",
            on_click="ignore",
        )


def example(document: str) -> bytes:
    """A CSV to be filled in, with one question that has an answer and one that has none."""
    quoted = document.replace('"', '""')
    lines = (
        "question,document,page,text,answer,answerable",
        f'How long is the first drug given?,"{quoted}",1,'
        '"Put the words here exactly as the document has them.",ten days,yes',
        "Who paid for the study?,,,,,no",
    )
    return ("\r\n".join(lines) + "\r\n").encode("utf-8-sig")


def show_problems(problems: Sequence[Problem], name: str) -> None:
    """The problems in short, and all of them as a file; `name` is that of the questions' file."""
    lines, left = listed(problems)
    with st.expander(
        f"Not taken as they are: {len(problems)}", icon=":material/warning:", expanded=True
    ):
        with st.container(height=220 if len(lines) > _TALL else "content", border=False):
            st.markdown("\n".join(f"- {plain(line)}" for line in lines))
        if left or len(lines) < len(problems):
            _download(problems, name, left)


def listed(problems: Sequence[Problem]) -> tuple[list[str], int]:
    """A line for each reason that several have, and for the others one each; how many are left.

    A reason names its document, so those of a document that is not there are told together.
    """
    ordered = sorted(problems, key=lambda problem: problem.reason)
    groups = [list(group) for _, group in groupby(ordered, key=lambda problem: problem.reason)]
    groups.sort(key=len, reverse=True)
    shared = [
        f"{number_of(len(group), 'question')}, {group[0].row} to {group[-1].row}: {group[0].reason}"
        for group in groups
        if len(group) > 1
    ]
    alone = {group[0] for group in groups if len(group) == 1}
    rows = [str(problem) for problem in problems if problem in alone]
    return [*shared, *rows[:_MOST]], len(rows[_MOST:])


def _download(problems: Sequence[Problem], name: str, left: int) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        st.download_button(
            "All of them, row by row",
            "\n".join(map(str, problems)) + "\n",
            f"{name} - not taken.txt",
            "text/plain",
            icon=":material/download:",
            on_click="ignore",
        )
        if left:
            st.caption(f"and {left} more")
