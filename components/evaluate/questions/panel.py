"""The questions of the chosen set: all of them, a new one, files, and candidates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from components import resources
from components.evaluate.questions.candidates import candidates
from components.evaluate.questions.editor import making
from components.evaluate.questions.empty_state import start
from components.evaluate.questions.importing import importing
from components.evaluate.questions.listing import listing
from components.selection.empty_library import empty_library
from components.selection.question_mode import Mode, mode_control
from components.selection.question_set import chosen_set

if TYPE_CHECKING:
    from core.evaluation.questions.base import QuestionSet


def question_panel() -> None:
    """What the chosen part shows; without questions, ways to the first ones."""
    if not resources.workbench().library.list():
        empty_library()
        return
    mode = mode_control()
    if mode is Mode.ALL:
        _all(chosen_set())
    elif mode is Mode.NEW:
        making()
    elif mode is Mode.IMPORT:
        importing()
    else:
        candidates()


def _all(questions: QuestionSet | None) -> None:
    if questions is None or not questions.questions:
        start(questions)
    else:
        listing(questions.name)
