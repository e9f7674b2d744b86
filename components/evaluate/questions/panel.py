"""The questions of the chosen set: all of them, a new one, files, and candidates."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import resources, state
from components.evaluate.questions.candidates import candidates
from components.evaluate.questions.editor import making
from components.evaluate.questions.importing import importing
from components.evaluate.questions.listing import listing
from components.foreign_text import plain
from components.link_notes import note
from components.selection.empty_library import empty_library
from components.selection.question_mode import Mode, mode_address, set_mode
from components.selection.question_notices import attempt, forget, show_notice, tell
from components.selection.question_set import chosen_set
from core.text.counts import number_of

if TYPE_CHECKING:
    from core.evaluation.questions.base import QuestionSet

_MODE = "questions-mode"
_SAMPLES = "Sample questions"


def question_panel() -> None:
    """What the chosen part shows; without questions, ways to the first ones."""
    if not resources.workbench().library.list():
        empty_library()
        return
    mode = _mode_control()
    if mode is Mode.ALL:
        _all(chosen_set())
    elif mode is Mode.NEW:
        making()
    elif mode is Mode.IMPORT:
        importing()
    else:
        candidates()


def _mode_control() -> Mode:
    part = state.view().part
    now = next((mode for mode in Mode if mode_address(mode) == part), Mode.ALL)
    if mode_address(now) != part:
        note("The link names a part of Questions that there is not. Shown instead are all of them.")
    state.preset(_MODE, now)
    st.segmented_control(
        "What to do",
        list(Mode),
        required=True,
        key=_MODE,
        on_change=_turn,
        label_visibility="collapsed",
    )
    return now


def _turn() -> None:
    forget()
    state.select(part=mode_address(Mode(state.widget_value(_MODE))))


def _all(questions: QuestionSet | None) -> None:
    if questions is None or not questions.questions:
        start(questions)
    else:
        listing(questions.name)


def start(questions: QuestionSet | None) -> None:
    """What a set is for, and the ways to its first questions."""
    show_notice()
    st.markdown(
        "A set of questions says which lines of your documents should be found for each of them. "
        "With it, the settings that find these lines best at the lowest cost can be told from "
        "others. Questions that the documents do not answer belong into it as well: they show "
        "whether the app says so."
    )
    with st.container(horizontal=True):
        if sample_files():
            st.button(
                "Start with the sample questions",
                type="primary",
                icon=":material/science:",
                on_click=attempt(lambda: _samples(questions)),
            )
        _way("Make questions by clicking lines", "ads_click", Mode.NEW)
        _way("Import a file", "upload_file", Mode.IMPORT)
        _way("Generate candidates", "auto_awesome", Mode.GENERATE)


def sample_files() -> list[str]:
    """Names of the samples in the library that have questions."""
    from sample_docs import load_questions

    asked = {question.document for question in load_questions()}
    names = [name for record in resources.workbench().library.list() for name in record.names]
    return [name for name in dict.fromkeys(names) if name in asked]


def _way(words: str, icon: str, mode: Mode) -> None:
    st.button(words, icon=f":material/{icon}:", on_click=set_mode, args=(mode,))


def _samples(questions: QuestionSet | None) -> None:
    from core.evaluation.questions.formats import read_questions
    from sample_docs.catalogue import FOLDER

    files = number_of(len(sample_files()), "sample")
    imported = read_questions(FOLDER / "questions.json", resources.workbench())
    store = resources.question_store()
    name = questions.name if questions else store.create(store.free_name(_SAMPLES)).name
    made = store.add(name, imported.questions)
    state.select(questions=made.name)
    number = number_of(len(made.questions), "question")
    tell(f"{number} about {files} are in **{plain(made.name)}**.")
