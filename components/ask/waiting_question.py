"""The question whose answer is being written, found again when the page is loaded anew.

The address names it by a secret, so that its words come into no log of addresses.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from threading import Lock
from typing import TYPE_CHECKING

from components import resources, state
from components.ask.conversation_turns import turns
from components.link_notes import note
from components.selection.asked_question import asked
from components.selection.searched_documents import chosen

if TYPE_CHECKING:
    from collections.abc import Callable

    from components.ask.background_answer import Working
    from components.selection.asked_question import AskedQuestion

_MINE = "sightline.waiting-question"
_GONE = (
    "The question of this address is not being answered any more. Look for it under "
    "Conversations, or ask it again."
)


@dataclass(slots=True)
class WaitingQuestion:
    """A question with the documents that are chosen for it, and its answer once that is begun.

    `person` is the id of who asked, empty on a desk.
    """

    secret: str
    person: str
    request: AskedQuestion
    searched: tuple[str, ...]
    work: Working | None = None
    beginning: Lock = field(default_factory=Lock)
    """Held by the window that begins the answer: the first one of those that wait for it."""


def note_waiting() -> None:
    """Let the question that waits, if there is one, be found again by the address.

    One that was put anew has a secret of its own: another window may wait for the one before.
    """
    request, mine = asked(), state.kept(_MINE, None)
    if not request.text:
        return
    if mine is None or mine.request is not request:
        mine = WaitingQuestion(secrets.token_urlsafe(16), _person(), request, ())
        resources.waiting_questions().get(mine.secret, lambda: mine)
        state.keep(_MINE, mine)
        state.select(waiting=mine.secret)
    mine.searched = tuple(chosen())


def begun(begin: Callable[[], Working]) -> Working:
    """The answer in the making of the question that waits, begun unless another window did that."""
    mine = state.kept(_MINE, None)
    if mine is None:
        return begin()
    with mine.beginning:
        if mine.work is None:
            mine.work = begin()
        return mine.work


def note_ended() -> None:
    """Forget the question: it is answered, or given up."""
    if mine := state.kept(_MINE, None):
        resources.waiting_questions().forget(lambda secret: secret == mine.secret)
        state.keep(_MINE, None)
        state.select(waiting=None)


def found_again() -> WaitingQuestion | None:
    """The question that the address of a new session names, now of this session."""
    secret = state.view().waiting
    if not secret or asked().text:
        return None
    waiting = dict(resources.waiting_questions().items()).get(secret)
    if waiting is None or waiting.person != _person():
        state.select(waiting=None)
        if not turns():
            note(_GONE)
        return None
    state.keep(_MINE, waiting)
    return waiting


def _person() -> str:
    return resources.workbench().library.permissions.person
