"""What a document states beside a quote: of what sort the words are, how strong, for whom, since when.

Each is a button that lights its own lines on its page. What a reader must know and a document
does not state is said to be missing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import streamlit as st

from components import state
from components.foreign_text import plain
from core.recommendations.base import Force, TextRole
from core.recommendations.summary import NOT_STATED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.recommendations.base import EvidenceCard, Grade, Stated
    from core.spans import Span

_LIT = "sightline.fact"
_LONGEST = 70
"""Characters of a fact that are shown; all of it is lit on the page."""


class Look(NamedTuple):
    """How a strength is shown: AWMF's arrows, a word, and a badge colour after GRADE's."""

    sign: str
    word: str
    colour: str


FORCES = {
    Force.STRONG_FOR: Look("⇑⇑", "strong for", "green"),
    Force.WEAK_FOR: Look("⇑", "weak for", "yellow"),
    Force.OPEN: Look("⇔", "open", "gray"),
    Force.WEAK_AGAINST: Look("⇓", "weak against", "orange"),
    Force.STRONG_AGAINST: Look("⇓⇓", "strong against", "red"),
    Force.STATEMENT: Look("•", "statement", "gray"),
}
_ROLES = {
    TextRole.RECOMMENDATION: ("check_circle", "blue", "Recommendation"),
    TextRole.RATIONALE: ("psychology", "gray", "Rationale"),
    TextRole.DEFINITION: ("menu_book", "gray", "Definition"),
    TextRole.TABLE_ROW: ("table_rows", "gray", "Table row"),
    TextRole.TEXT: ("notes", "gray", "Text"),
}


class Fact(NamedTuple):
    """Something that is stated: its name, how it is shown in Markdown, and where it stands."""

    name: str
    label: str
    spans: tuple[Span, ...]
    help: str = ""


def role_badge(card: EvidenceCard) -> str:
    """The sort of a text, with the number of a recommendation, in Markdown."""
    icon, colour, word = _ROLES[card.role]
    number = f" {plain(card.number.words)}" if card.number else ""
    return f":{colour}-badge[:material/{icon}: {word}{number}]"


def strength_badge(grade: Grade) -> str:
    """A grade in the words of its document, and on the scale where that is known, in Markdown."""
    words = plain(grade.stated.words)
    stated = f"“{words}”" if grade.scheme.endswith("wording") else words
    if grade.force is None:
        return f":gray-badge[{stated}]"
    look = FORCES[grade.force]
    return f":{look.colour}-badge[{look.sign} {stated} · {look.word}]"


def facts(card: EvidenceCard) -> Iterator[Fact]:
    """What the card states, in the order in which it is shown."""
    whole = "The complete unit that these words are of, as far as it reaches."
    yield Fact("whole", role_badge(card), card.whole, whole)
    if grade := card.grade:
        definition = grade.definition
        meaning = f"{_SCHEMES.get(grade.scheme, plain(grade.scheme))}" if grade.scheme else ""
        yield Fact("grade", strength_badge(grade), grade.stated.spans, meaning)
        if definition:
            label = "What the strength means"
            yield Fact("definition", label, definition.spans, plain(definition.words))
    yield from _named(card)


_SCHEMES = {
    "document": "On the document's own scale.",
    "GRADE": "On GRADE's scale, which the document names.",
    "AWMF": "On AWMF's scale, which the document names.",
    "NICE wording": "NICE has no grades: its verbs show the strength.",
}
_NAMES = {
    "evidence_level": "",
    "consensus": "",
    "population": "For",
    "table_title": "",
    "unit": "Unit",
    "version": "",
    "effective": "",
    "valid_until": "",
}


def _named(card: EvidenceCard) -> Iterator[Fact]:
    for name, before in _NAMES.items():
        words: Stated | None = getattr(card, name)
        if name == "population" and words is None and card.scope:
            yield Fact("scope", _label("Document", card.scope), card.scope.spans, _SCOPE)
        elif words:
            explained = card.evidence_definition if name == "evidence_level" else None
            meaning = plain(explained.words) if explained else ""
            yield Fact(name, _label(before, words), words.spans, meaning)


_SCOPE = "Whom the document is for as a whole; these words name nobody else."


def _label(before: str, words: Stated) -> str:
    short = words.words if len(words.words) <= _LONGEST else f"{words.words[:_LONGEST].rstrip()}…"
    return f":gray[{before}:] {plain(short)}" if before else plain(short)


def missing(card: EvidenceCard) -> str:
    """What the document does not state, as `Strength, version: not stated`; empty if it is all."""
    recommends = card.role is TextRole.RECOMMENDATION
    looked = {
        "number": recommends and not card.number,
        "strength": recommends and not card.grade,
        "population": recommends and not card.population and not card.scope,
        "version": not card.version,
        "date": not card.effective,
    }
    names = [name for name, lacks in looked.items() if lacks]
    return f"{', '.join(names).capitalize()}: {NOT_STATED}" if names else ""


def lit_fact(card: EvidenceCard, place: str) -> Fact | None:
    """What was clicked last of the card of the quote at a place, if it is still shown."""
    lit_place, name = state.kept(_LIT, ("", ""))
    if lit_place != place:
        return None
    return next((fact for fact in facts(card) if fact.name == name), None)


def evidence_card(card: EvidenceCard, place: str) -> None:
    """The card of the quote at a place of the address, as one line of buttons that wraps."""
    lit = lit_fact(card, place)
    with st.container(horizontal=True, gap="xsmall", vertical_alignment="center", key="card"):
        for fact in facts(card):
            st.button(
                fact.label,
                key=f"fact-{fact.name}",
                type="secondary" if lit and lit.name == fact.name else "tertiary",
                help=fact.help or None,
                on_click=_light,
                args=(place, "" if lit and lit.name == fact.name else fact.name),
            )
        if words := missing(card):
            st.caption(words, width="content")


def _light(place: str, name: str) -> None:
    state.keep(_LIT, (place, name))
