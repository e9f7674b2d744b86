"""Which set of questions the page Evaluate is about: the one in the address, or another one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from components import resources, state
from components.errors import show_error
from components.foreign_text import plain
from components.link_notes import note
from core.errors import SightlineError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.evaluation.questions.base import QuestionSet
    from core.evaluation.questions.store import KeptSet

OWN = "My questions"
"""What a set is called that nobody gave a name."""


def chosen_set() -> QuestionSet | None:
    """The set of the address, else the one changed last; None without any or if it is damaged."""
    sets = resources.question_store().list()
    name = set_name(sets)
    if name is None:
        return None
    try:
        return resources.question_store().load(name)
    except SightlineError as error:
        show_error(error)
        return None


def find_set() -> None:
    """Lets a set be chosen if there is one, and says so where that of the address is not here."""
    sets = resources.question_store().list()
    linked, shown = state.view().questions, set_name(sets)
    if linked and linked != shown:
        note(
            f"There is no question set {plain(linked)} here (any more)."
            + (f" Shown instead is {plain(shown)}, which was changed last." if shown else "")
        )
    if linked != shown:
        state.select(questions=shown, question=None)


def target_set() -> str:
    """The name of the set that questions are added to, made if there is none."""
    store = resources.question_store()
    name = set_name(store.list())
    if name is None:
        name = store.create(store.free_name(OWN)).name
        state.select(questions=name)
    return name


def set_name(sets: Sequence[KeptSet]) -> str | None:
    """The name of the set of the address if it is among these, else of the one changed last."""
    linked = state.view().questions
    if any(known.name == linked for known in sets):
        return linked
    return max(sets, key=lambda known: known.changed).name if sets else None
