"""What a person decides of the items of an answer, one after the other; each can be undone.

Items are the claims of an answer, or its citations where it has none. Nothing is accepted before
all evidence of the item was in sight, what speaks against a claim included.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from components import state
from components.ask.conversation_turns import Step, Turn, go, is_shown, steps, turn_of, turns
from components.ask.kept_conversation import keep_check
from core.history.checks import Check, Decision

_UNDO, _SEEN = "sightline.checks.undo", "sightline.checks.seen"
_MOST_UNDONE = 200


@dataclass(frozen=True, slots=True)
class _Before:
    turn: int
    item: int
    check: Check


def item_count(turn: Turn) -> int:
    """How many items of an answer can be checked; none of one that is not an answer."""
    return len(turn.answer.claims) or len(turn.cited)


def item_name(turn: Turn) -> str:
    """What the items of an answer are called."""
    return "Claim" if turn.answer.claims else "Citation"


def item_of(turn: Turn, step: Step) -> int | None:
    """The item that a step shows evidence of, counted from 0; None for a passage."""
    if turn.answer.claims:
        return step.claim
    return step.place if turn.cited else None


def check_of(turn: Turn, item: int | None) -> Check:
    """What was decided of an item so far."""
    return turn.review.checks.get(item, Check()) if item is not None else Check()


def steps_of(number: int, turn: Turn, item: int) -> list[Step]:
    """The evidence of an item of a turn, both counted from 0, in order."""
    return [step for step in steps(number, turn) if item_of(turn, step) == item]


def can_go(step: Step) -> bool:
    """Whether it is come to: its lines can be shown, or no lines of its item can.

    To an audience only pages are shown.
    """
    if is_shown(step) or state.view().present:
        return is_shown(step)
    turn = turn_of(step)
    item = item_of(turn, step)
    own = steps_of(step.turn, turn, item) if item is not None else []
    return bool(own) and not any(map(is_shown, own))


def unseen(step: Step) -> list[Step]:
    """The other evidence of the same item that was not in sight yet."""
    turn = turns()[step.turn]
    item = item_of(turn, step)
    seen = _seen()
    return [
        other
        for other in (steps_of(step.turn, turn, item) if item is not None else [])
        if other != step and is_shown(other) and (step.turn, other.place) not in seen
    ]


def decide(step: Step, decision: Decision, seconds: float = 0.0) -> None:
    """Take a decision about what a step shows, and go on to what is not decided yet.

    To accept an item, each piece of its evidence is gone through first.
    """
    turn = turns()[step.turn]
    item = item_of(turn, step)
    if item is None or (decision is Decision.ACCEPTED and not is_shown(step)):
        return
    seen = {**_seen(), (step.turn, step.place): seconds}
    state.keep(_SEEN, seen)
    if decision is Decision.ACCEPTED and (rest := unseen(step)):
        go(rest[0])
        return
    places = {(step.turn, other.place) for other in steps_of(step.turn, turn, item)}
    check = Check(
        decision=decision,
        comment=check_of(turn, item).comment,
        decided_at=datetime.now(UTC),
        seconds=round(sum(spent for place, spent in seen.items() if place in places), 2),
    )
    _change(step.turn, item, check)
    if following := next_unchecked(step.turn, item):
        go(following)


def comment(number: int, item: int, words: str) -> None:
    """Note a comment on an item of a turn, both counted from 0; empty words take it off."""
    check = check_of(turns()[number], item)
    _change(number, item, check.model_copy(update={"comment": " ".join(words.split())}))


def undo() -> None:
    """Take the last decision or comment back, and show what it was about."""
    if not can_undo():
        return
    *earlier, last = state.kept(_UNDO, [])
    state.keep(_UNDO, earlier)
    keep_check(last.turn, last.item, last.check)
    go(steps_of(last.turn, turns()[last.turn], last.item)[0])


def can_undo() -> bool:
    """Whether something was decided that can be taken back."""
    return bool(state.kept(_UNDO, []))


def take_back(number: int, item: int) -> None:
    """Let an item of a turn be undecided again; its comment stays."""
    check = check_of(turns()[number], item)
    _change(number, item, check.model_copy(update={"decision": None, "decided_at": None}))


def next_unchecked(number: int, item: int) -> Step | None:
    """The first evidence of the next item of a turn without a decision; after the last, the first.

    None once all are decided.
    """
    turn = turns()[number]
    count = item_count(turn)
    order = [(item + ahead) % count for ahead in range(1, count + 1)]
    waiting = [other for other in order if check_of(turn, other).decision is None]
    ways = (filter(can_go, steps_of(number, turn, other)) for other in waiting)
    return next((step for way in ways for step in way), None)


def forget_checks() -> None:
    """Forget what could be undone and what was seen, as for another conversation."""
    state.keep(_UNDO, [])
    state.keep(_SEEN, {})


def _change(number: int, item: int, check: Check) -> None:
    before = _Before(number, item, check_of(turns()[number], item))
    state.keep(_UNDO, [*state.kept(_UNDO, [])[1 - _MOST_UNDONE :], before])
    keep_check(number, item, check)


def _seen() -> dict[tuple[int, int], float]:
    """Seconds that evidence, by turn and place, was in sight when it was passed."""
    return state.kept(_SEEN, {})
