"""The bar over the page view: decisions about the item whose lines are shown."""

from __future__ import annotations

from threading import Thread
from typing import TYPE_CHECKING

import streamlit as st

from components import resources, state
from components.answers.check_words import LOOKS
from components.ask import checking
from components.ask.announcements import note_decision
from components.ask.check_bar import COMMENT, UNDO, CheckState, Decided, check_bar
from components.ask.conversation_turns import Step, is_shown, shown, turns
from components.ask.quote_address import decode_place
from components.widgets.document_pages import is_picture, show_picture
from core.errors import SightlineError
from core.history.checks import Decision
from core.rights import carried
from core.spans import LineBox, located

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.library import DocumentRecord

PAGES = "evidence-pages"
"""Key of the pages below the bar."""
_AHEAD = 2
"""Items of which the pages are drawn before they are come to."""
_IN_TEXT = (
    "Nothing is accepted in selectable text: which lines were in sight is known of the page only."
)


def check_controls(record: DocumentRecord | None = None, lines: Sequence[LineBox] = ()) -> bool:
    """The bar, where an answer's own evidence is in view; whether it is drawn.

    Evidence that cannot be shown has no `record`.
    """
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
            name=record.name if record else "",
            lines=len(lines),
            label=f"{checking.item_name(turn)} {item + 1} of {checking.item_count(turn)}",
            decision=check.decision or "",
            comment=check.comment,
            checked=turn.review.decided(),
            items=checking.item_count(turn),
            further=bool(checking.unseen(now)),
            undo=checking.can_undo(),
            obstacle=_obstacle(now, lines),
        ),
        key="checks",
        on_decided=_decided,
    )
    if lines and not is_picture(PAGES):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.caption(_IN_TEXT, width="stretch")
            st.button("Show the page", key="check-on-page", on_click=show_picture, args=(PAGES,))
    return True


def _obstacle(now: Step, lines: Sequence[LineBox]) -> str:
    """Why what is in view cannot be accepted anywhere; empty if it can."""
    if now.is_bare:
        return "This claim cites no lines, so it cannot be accepted."
    if not is_shown(now):
        return "Its lines cannot be shown, so it cannot be accepted."
    return "" if lines else "The place of its lines is not known, so it cannot be accepted."


def _decided(decided: Decided) -> None:
    """Take a decision over, if what it is about is still in view; a comment also later on."""
    number, _, item = decided.item.partition(".")
    if decided.act == COMMENT:
        _comment(int(number), int(item), decided)
        return
    now = shown()
    if now is None or decided.place != (state.view().citation or "") or now.turn >= len(turns()):
        return
    if decided.act == UNDO:
        checking.undo()
        note_decision(now.turn, "Taken back")
    elif decided.item == f"{now.turn}.{checking.item_of(turns()[now.turn], now)}":
        checking.decide(now, Decision(decided.act), decided.seconds)
        _note(now)


def _comment(number: int, item: int, decided: Decided) -> None:
    turn = turns()[number] if number < len(turns()) else None
    own = checking.steps_of(number, turn, item) if turn else []
    if decided.place in {step.card.evidence.place for step in own}:
        checking.comment(number, item, decided.comment)
        note_decision(number, "Comment kept")


def _note(now: Step) -> None:
    turn = turns()[now.turn]
    decision = checking.check_of(turn, checking.item_of(turn, now)).decision
    note_decision(now.turn, LOOKS[decision].word if decision else "Further lines")


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

    Thread(target=carried(draw), daemon=True).start()


_DRAWN = "sightline.checks.drawn"


def _drawn() -> frozenset[object]:
    return state.kept(_DRAWN, frozenset())
