"""The bar over the page view: decisions about the item whose lines are shown."""

from __future__ import annotations

from threading import Thread
from typing import TYPE_CHECKING

from components import resources, state
from components.answers.check_words import LOOKS
from components.ask import checking
from components.ask.check_bar import COMMENT, UNDO, CheckState, Decided, check_bar
from components.ask.conversation_turns import shown, turns
from components.ask.quote_address import decode_place
from components.widgets.live_region import announce
from core.errors import SightlineError
from core.history.checks import Decision
from core.page_names import pages_in_words
from core.spans import located

if TYPE_CHECKING:
    from collections.abc import Sequence

    from components.ask.conversation_turns import Step, Turn
    from core.library import DocumentRecord
    from core.spans import LineBox

_AHEAD = 2
"""Items of which the pages are drawn before they are come to."""
_SAID = "sightline.checks.said"


def check_controls(record: DocumentRecord, lines: Sequence[LineBox]) -> bool:
    """The bar, where an answer's own evidence is in view; whether it is drawn."""
    now = shown()
    if now is None or now.turn >= len(turns()):
        return False
    turn = turns()[now.turn]
    item = checking.item_of(turn, now)
    if item is None:
        return False
    check = checking.check_of(turn, item)
    _draw_ahead(now.turn, item)
    check_bar(
        CheckState(
            item=f"{now.turn}.{item}",
            place=state.view().citation or "",
            name=record.name,
            lines=len(lines),
            label=f"{item_name(turn)} {item + 1} of {checking.item_count(turn)}",
            decision=check.decision or "",
            comment=check.comment,
            checked=turn.review.decided(),
            items=checking.item_count(turn),
            further=bool(checking.unseen(now)),
            undo=checking.can_undo(),
        ),
        key="checks",
        on_decided=_decided,
    )
    return True


def announce_evidence(record: DocumentRecord, lines: Sequence[LineBox]) -> None:
    """Says what was decided and what is shown now, to those who cannot see it."""
    now = shown()
    if now is None:
        return
    turn = [*turns(), None][now.turn]
    pages = pages_in_words(record.pages, (line.box.page for line in lines))
    where = f"{record.name}, {pages}"
    if turn is None:  # it is being written
        return
    item = checking.item_of(turn, now)
    count = checking.item_count(turn)
    what = f"{item_name(turn)} {item + 1} of {count}, {where}" if item is not None else where
    announce(
        " ".join(filter(None, [state.kept(_SAID, ""), answer_in_words(turn), f"{what}."])),
        key="announced",
    )


def answer_in_words(turn: Turn) -> str:
    """Such as `Answer with 2 claims and 3 citations.`"""
    if turn.answer.abstained or not turn.cited:
        return "No answer in the documents."
    counts = [(len(turn.answer.claims), "claim"), (len(turn.cited), "citation")]
    words = [f"{count} {name}{'s' if count > 1 else ''}" for count, name in counts if count]
    return f"Answer with {' and '.join(words)}."


def item_name(turn: Turn) -> str:
    """What the items of an answer are called."""
    return "Claim" if turn.answer.claims else "Citation"


def _decided(decided: Decided) -> None:
    """Take a decision over, if what it is about is still in view."""
    now = shown()
    if now is None or decided.place != state.view().citation or now.turn >= len(turns()):
        return
    item = checking.item_of(turns()[now.turn], now)
    if decided.act == UNDO:
        checking.undo()
    elif decided.item != f"{now.turn}.{item}":
        return
    elif decided.act == COMMENT:
        checking.comment(now, decided.comment)
    else:
        checking.decide(now, Decision(decided.act), decided.seconds)
    _note(decided.act, now)


def _note(act: str, now: Step) -> None:
    turn = turns()[now.turn]
    item = checking.item_of(turn, now)
    words = {UNDO: "Taken back", COMMENT: "Comment kept"}.get(act, "")
    decision = checking.check_of(turn, item).decision
    if not words:
        words = LOOKS[decision].word if decision else "Further lines"
    checked, count = turn.review.decided(), checking.item_count(turn)
    state.keep(_SAID, f"{words}. {checked} of {count} checked.")


def _draw_ahead(number: int, item: int) -> None:
    """Have the pages of the next items drawn beside the app, so that nobody waits for them."""
    bench = resources.workbench()
    following = checking.next_unchecked(number, item)
    places = []
    while following is not None and len(places) < _AHEAD:
        places.append(following.card.evidence)
        nxt = checking.item_of(turns()[number], following)
        following = checking.next_unchecked(number, nxt) if nxt is not None else None
    missing = [place for place in dict.fromkeys(places) if place not in _drawn()]
    if not missing:
        return
    state.keep(_DRAWN, _drawn() | set(missing))

    def draw() -> None:
        for place in missing:
            try:
                record, sir = bench.library.get(place.document), bench.documents.sir(place.document)
                for page in {box.box.page for box in located(sir, decode_place(sir, place.place))}:
                    resources.page_image(record, page)
            except SightlineError:
                return  # whoever comes to it is told

    Thread(target=draw, daemon=True).start()


_DRAWN = "sightline.checks.drawn"


def _drawn() -> frozenset[object]:
    return state.kept(_DRAWN, frozenset())
