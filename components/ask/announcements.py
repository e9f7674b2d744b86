"""What was done and what is in view, said to those who cannot see it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from components import resources, state
from components.ask.checking import item_count, item_name, item_of
from components.ask.conversation_turns import Step, Turn, in_sight, shown, turns
from components.ask.quote_address import decode_place
from components.selection.asked_question import asked
from components.widgets.live_region import announce
from core.page_names import pages_in_words
from core.spans import located
from core.text.counts import number_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.library import DocumentRecord

_NOTED, _WORDS = "sightline.announcements.noted", "sightline.announcements.words"
_NOTHING = ("", None)


def note_decision(number: int, words: str) -> None:
    """Have it said once what was done to an item of a turn (counted from 0), and how far it is."""
    turn = turns()[number]
    progress = f"{turn.review.decided()} of {item_count(turn)} checked"
    state.keep(_NOTED, (f"{words}. {progress}.", _in_view()))


def announcement(records: Mapping[str, DocumentRecord]) -> None:
    """Says what was done last, which answer there is, and which evidence is in view.

    To be drawn from the beginning, as a screen reader listens only to what is there already. While
    a question waits for its answer, nothing is said anew.
    """
    if not asked().text:
        state.keep(_WORDS, _all_in_words(records))
    announce(state.kept(_WORDS, ""), key="announced")


def answer_in_words(turn: Turn) -> str:
    """Such as `Answer with 2 claims and 3 citations.`"""
    if turn.answer.abstained or not (turn.cited or turn.answer.claims):
        return "No answer in the documents."
    counts = [(len(turn.answer.claims), "claim"), (len(turn.cited), "citation")]
    words = [number_of(count, name) for count, name in counts if count]
    return f"Answer with {' and '.join(words)}."


def _all_in_words(records: Mapping[str, DocumentRecord]) -> str:
    noted, of = state.kept(_NOTED, _NOTHING)
    if of != _in_view():
        state.keep(_NOTED, _NOTHING)
        noted = ""
    if not turns():
        return noted
    now = shown()
    turn = turns()[now.turn if now else in_sight()]
    evidence = _evidence_in_words(now, turn, records) if now else ""
    return " ".join(filter(None, [noted, answer_in_words(turn), evidence]))


def _in_view() -> object:
    now, every = shown(), turns()
    return every[-1].key if every else "", len(every), (now.turn, now.place) if now else None


def _evidence_in_words(now: Step, turn: Turn, records: Mapping[str, DocumentRecord]) -> str:
    item = item_of(turn, now)
    name = f"{item_name(turn)} {item + 1} of {item_count(turn)}" if item is not None else ""
    return f"{', '.join(filter(None, [name, _place_in_words(now, records)]))}."


def _place_in_words(now: Step, records: Mapping[str, DocumentRecord]) -> str:
    evidence = now.card.evidence
    record = records.get(evidence.document)
    if record is None or not evidence.place:
        return "without lines that can be shown"
    sir = resources.workbench().documents.sir(record.sha)
    lines = located(sir, decode_place(sir, evidence.place))
    return f"{record.name}, {pages_in_words(record.pages, (line.box.page for line in lines))}"
