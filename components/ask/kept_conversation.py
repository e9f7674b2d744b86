"""The conversation of this session in the data folder: kept after each answer and each check.

The address names it, so that a reload, a restart or a link shows it again.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from components import resources, state
from components.ask.conversation_turns import (
    Turn,
    first_step,
    forget,
    go,
    put_turn,
    put_turns,
    show_turn,
    shown,
    turns,
)
from components.foreign_text import plain
from components.link_notes import note
from components.selection.searched_documents import search_only
from core.errors import NotFound, SightlineError
from core.history.checks import Check, Review

if TYPE_CHECKING:
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
    """Let this be the conversation, with its newest answer in view unless a place of it is.

    What its newest question was searched in is chosen again.
    """
    _name(conversation)
    put_turns([_turn_of(kept) for kept in conversation.turns])
    if conversation.turns and (searched := conversation.turns[-1].searched) is not None:
        search_only(searched)
    if shown() is None and (first := first_step(len(turns()) - 1)):
        go(first)


def show_taken(conversation: str) -> None:
    """Show the newest answer of a conversation, which another session took into it.

    Answers of this session that could not be kept come behind it. Raises as
    `ConversationStore.load`.
    """
    loaded = store().load(conversation)
    _name(loaded)
    not_kept = [turn for turn in turns() if not turn.is_kept]
    put_turns([*map(_turn_of, loaded.turns), *not_kept])
    show_turn(len(loaded.turns) - 1)


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
    made = bench.history.turn(turn.answer, cards=cards, stopped=turn.stopped)
    asked_by = {"settings": turn.settings, "searched": turn.searched}
    put_turn(number, replace(turn, kept=made.model_copy(update=asked_by)))
    _keep()


def keep_check(number: int, item: int, check: Check) -> None:
    """Note what was decided of an item of a turn (both counted from 0), and keep it.

    What was signed before stays as it is in the history; this can be signed anew.
    """
    turn = turns()[number]
    put_turn(number, replace(turn, review=turn.review.with_check(item, check), signed=""))
    _keep()


def keep_signed(number: int, signed: str) -> None:
    """Note the id of the signed answer that was made of a turn (counted from 0), and keep it."""
    put_turn(number, replace(turns()[number], signed=signed))
    _keep()


def catch_up() -> None:
    """Take over what was done elsewhere to the turns that are shown, as in another window."""
    try:
        conversation = store().load(conversation_id())
    except SightlineError:
        return  # there is none yet, or it was deleted: said when more of it is to be kept
    for number, (turn, kept) in enumerate(zip(turns(), conversation.turns, strict=False)):
        if turn.is_kept and turn.kept is not kept and not _is_changed(turn):
            put_turn(number, turn.as_kept(kept))


def _keep() -> None:
    """Bring to the data folder all that is not there; why it cannot be is said until it is."""
    with _Keeping():
        try:
            _keep_all()
        except NotFound:  # it was deleted elsewhere
            state.keep(_ID, "")
            for number, turn in enumerate(turns()):
                put_turn(number, replace(turn, is_kept=False))
            _keep_all()


def _keep_all() -> None:
    """The turns that are there come before those that are not, so both count them alike."""
    for number, turn in enumerate(turns()):
        if turn.is_kept and _is_changed(turn):
            change = partial(_with_changes, turn)
            changed = store().change_turn(conversation_id(), number, change)
            put_turn(number, turn.as_kept(changed.turns[number]))
    while waiting := [n for n, turn in enumerate(turns()) if turn.kept and not turn.is_kept]:
        _add(waiting[0])


def _is_changed(turn: Turn) -> bool:
    kept = turn.kept
    return kept is not None and (turn.review, turn.signed) != (kept.review, kept.signed)


def _with_changes(turn: Turn, kept: ConversationTurn) -> ConversationTurn:
    """A turn of the data folder with what was done to it here, beside what was done elsewhere."""
    before = turn.kept.review if turn.kept else Review()
    review = kept.review.with_changes(before, turn.review)
    # A signature is of the checks that were seen, and of no others.
    signed = turn.signed if review == turn.review else ""
    return kept.model_copy(update={"review": review, "signed": signed})


def _add(number: int) -> None:
    turn = turns()[number]
    assert turn.kept
    kept = _with_changes(turn, turn.kept)
    known = conversation_id()
    conversation = store().add(known, kept) if known else store().create(kept, title())
    _name(conversation)
    put_turn(number, turn.as_kept(kept))
    if len(conversation.turns) != number + 1:  # another window went on with it meanwhile
        put_turns([*map(_turn_of, conversation.turns), *turns()[number + 1 :]])


class _Keeping:
    """Notes why something could not be kept; the session goes on with it."""

    def __enter__(self) -> None:
        return

    def __exit__(self, _: object, error: BaseException | None, __: object) -> bool:
        state.keep(_PROBLEM, str(error) if isinstance(error, SightlineError) else "")
        return isinstance(error, SightlineError)


def _name(conversation: Conversation) -> None:
    state.keep(_ID, conversation.id)
    state.keep(_TITLE, conversation.title)
    state.select(conversation=conversation.id)


def _turn_of(kept: ConversationTurn) -> Turn:
    return Turn.of(kept.answer, stopped=kept.stopped, settings=kept.settings, kept=kept)
