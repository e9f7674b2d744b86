"""The conversation of this session in the data folder: kept after each answer and each check.

The address names it, so that a reload, a restart or a link shows it again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from components import resources, state
from components.ask.conversation_turns import (
    Turn,
    first_step,
    forget,
    go,
    put_turn,
    put_turns,
    shown,
    turns,
)
from components.foreign_text import plain
from components.link_notes import note
from core.errors import NotFound, SightlineError

if TYPE_CHECKING:
    from core.history.checks import Review
    from core.history.conversations import Conversation, ConversationStore, ConversationTurn

_ID, _TITLE, _PROBLEM = (
    "sightline.conversation",
    "sightline.conversation.title",
    "sightline.conversation.problem",
)


def store() -> ConversationStore:
    """The conversations of the data folder."""
    return resources.workbench().history.conversations


def conversation_id() -> str:
    """The id of the conversation that is shown; empty before its first answer."""
    return state.kept(_ID, "")


def title() -> str:
    """What the conversation that is shown is called; empty before its first answer."""
    return state.kept(_TITLE, "")


def problem() -> str:
    """Why the conversation could not be kept; empty if it was."""
    return state.kept(_PROBLEM, "")


def linked_elsewhere() -> bool:
    """Whether the address names another conversation than the one that is shown."""
    return (state.view().conversation or conversation_id()) != conversation_id()


def open_linked() -> None:
    """Show the conversation that the address names; if it cannot be, that is said."""
    linked = state.view().conversation or ""
    try:
        show(store().load(linked))
    except SightlineError as error:
        state.select(conversation=conversation_id() or None)
        note(plain(str(error)))


def show(conversation: Conversation) -> None:
    """Let this be the conversation, with its newest answer in view unless a place of it is."""
    _name(conversation)
    put_turns([_turn_of(kept) for kept in conversation.turns])
    if shown() is None and (first := first_step(len(turns()) - 1)):
        go(first)


def begin_new() -> None:
    """Begin a new conversation; the one before stays kept."""
    forget()
    for key in (_ID, _TITLE, _PROBLEM):
        state.keep(key, "")
    state.select(conversation=None)


def renamed(conversation: Conversation) -> None:
    """Take another title over, if it is that of the conversation that is shown."""
    if conversation.id == conversation_id():
        state.keep(_TITLE, conversation.title)


def keep_newest() -> None:
    """Keep the newest answer, which begins a conversation if there is none yet."""
    number = len(turns()) - 1
    turn = turns()[number]
    bench = resources.workbench()
    cards = bench.cards.of_answer(turn.answer)
    made = bench.history.turn(turn.answer, cards=cards, stopped=turn.stopped, review=turn.review)
    kept = made.model_copy(update={"settings": turn.settings})
    put_turn(number, kept=kept)
    with _Keeping():
        try:
            conversation = store().add(conversation_id(), kept)
        except NotFound:  # there is none yet, or it was deleted elsewhere
            conversation = _create([turn.kept for turn in turns() if turn.kept])
        _name(conversation)
        if len(conversation.turns) != len(turns()):  # another window went on with it meanwhile
            put_turns([_turn_of(each) for each in conversation.turns])


def keep_review(number: int, review: Review) -> None:
    """Note what was decided of the items of a turn (counted from 0), and keep it.

    What was signed before stays as it is in the history; this can be signed anew.
    """
    _keep_change(number, {"review": review, "signed": ""})


def keep_signed(number: int, signed: str) -> None:
    """Note the id of the signed answer that was made of a turn (counted from 0), and keep it."""
    _keep_change(number, {"signed": signed})


def _keep_change(number: int, change: dict[str, object]) -> None:
    before = turns()[number].kept
    kept = before.model_copy(update=change) if before else None
    put_turn(number, kept=kept, **change)
    if kept and conversation_id():
        with _Keeping():
            store().replace(conversation_id(), number, kept)


class _Keeping:
    """Notes why something could not be kept; the session goes on with it."""

    def __enter__(self) -> None:
        return

    def __exit__(self, _: object, error: BaseException | None, __: object) -> bool:
        state.keep(_PROBLEM, str(error) if isinstance(error, SightlineError) else "")
        return isinstance(error, SightlineError)


def _create(kept: list[ConversationTurn]) -> Conversation:
    conversation = store().create(kept[0], title())
    for turn in kept[1:]:
        conversation = store().add(conversation.id, turn)
    return conversation


def _name(conversation: Conversation) -> None:
    state.keep(_ID, conversation.id)
    state.keep(_TITLE, conversation.title)
    state.select(conversation=conversation.id)


def _turn_of(kept: ConversationTurn) -> Turn:
    return Turn.of(kept.answer, stopped=kept.stopped, settings=kept.settings, kept=kept)
