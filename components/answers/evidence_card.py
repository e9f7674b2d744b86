"""What a document states beside a quote: of what sort the words are, how strong, for whom.

Each is a button that lights its own lines on its page. What a reader must know and a document
does not state is said to be missing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import streamlit as st

from components import state
from components.answers.quote_in_context import rest_of
from components.foreign_text import plain
from components.widgets.page_view import Mark, MarkRole, colour_of, marks_of
from core.recommendations.base import EvidenceCard, Force, Grade, Side, Stated, TextRole
from core.recommendations.summary import NOT_STATED
from core.spans import Span, located
from core.text.one_line import beginning

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.sir import Sir

_LIT = "sightline.fact"
_WHOLE, _UNIT, _FACT = "whole", "unit", "fact"
_COMPACT = (
    ".st-key-card button, .st-key-around button {min-height: 1.75rem; padding-top: 0;"
    " padding-bottom: 0} .st-key-card {row-gap: .25rem}"
)
"""Facts are many and short: their buttons are as high as a line, at least 24 pixels."""
HEIGHT = 6.5
"""Height (rem) of a card of two lines and of the buttons below the quote."""
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
}
_ROLES = {
    TextRole.RECOMMENDATION: ("check_circle", "blue", "Recommendation"),
    TextRole.STATEMENT: ("info", "blue", "Statement"),
    TextRole.RATIONALE: ("psychology", "gray", "Rationale"),
    TextRole.DEFINITION: ("menu_book", "gray", "Definition"),
    TextRole.TABLE_ROW: ("table_rows", "gray", "Table row"),
    TextRole.TEXT: ("notes", "gray", "Text"),
}


class Fact(NamedTuple):
    """Something that is stated: its name, its label and help in Markdown, and where it stands."""

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


def note_in_words(card: EvidenceCard | None, path: Sequence[str]) -> str:
    """Of what sort a quote is, how strong, and the headings above it, in Markdown."""
    role = role_badge(card) if card else ""
    strength = strength_badge(card.grade) if card and card.grade else ""
    return " ".join(filter(None, [role, strength, plain(" › ".join(path))]))


def facts(card: EvidenceCard) -> Iterator[Fact]:
    """What the card states, in the order in which it is shown."""
    whole = "The complete unit that these words are of, as far as it reaches."
    yield Fact(_WHOLE, role_badge(card), card.whole, whole)
    if grade := card.grade:
        definition = grade.definition
        meaning = f"{_SCHEMES.get(grade.scheme, plain(grade.scheme))}" if grade.scheme else ""
        yield Fact("grade", strength_badge(grade), grade.stated.spans, meaning)
        if definition:
            label = "What this means"
            yield Fact("definition", label, definition.spans, plain(definition.words))
    if card.direction and not (card.grade and card.grade.force):
        label, spans = _SIDES[card.direction.side], card.direction.stated.spans
        yield Fact("direction", label, spans, "These words say so.")
    yield from _named(card)


_SIDES = {
    Side.FOR: ":gray-badge[⇑ recommended]",
    Side.AGAINST: ":gray-badge[⇓ advised against]",
}
_SCHEMES = {
    "document": "On the document's own scale.",
    "GRADE": "On GRADE's scale.",
    "AWMF": "On AWMF's scale.",
    "ESC/ACC": "On the scale of ESC and ACC/AHA, the cardiologists' societies.",
    "USPSTF": "On the scale of the U.S. Preventive Services Task Force.",
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
        elif words and not _is_told(card, name):
            explained = card.evidence_definition if name == "evidence_level" else None
            meaning = plain(explained.words) if explained else ""
            yield Fact(name, _label(before, words), words.spans, meaning)


def _is_told(card: EvidenceCard, name: str) -> bool:
    """Whether the date names the version, too: "Version 2.1, May 2031"."""
    if name != "version" or card.version is None or card.effective is None:
        return False
    return card.effective.words.startswith(card.version.words)


_SCOPE = "Whom the document is for as a whole; these words name nobody else."


def _label(before: str, words: Stated) -> str:
    short = plain(beginning(words.words, _LONGEST))
    return f":gray[{before}:] {short}" if before else short


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


def unit_marks(sir: Sir, card: EvidenceCard, cited: Sequence[Span]) -> list[Mark]:
    """What of the whole unit is not cited, outlined."""
    label = f"Rest of this {card.role}"
    rest = located(sir, rest_of(card.whole, cited))
    return marks_of(rest, _UNIT, label, MarkRole.HEADING)


def fact_marks(sir: Sir, fact: Fact) -> list[Mark]:
    """The lines of a fact, filled in a colour of their own; those of the unit are marked anyway."""
    if fact.name == _WHOLE:
        return []
    label = f"Stated: {fact.name.replace('_', ' ')}"
    return marks_of(located(sir, fact.spans), _FACT, label, colour=colour_of(3))


def evidence_card(card: EvidenceCard, place: str) -> None:
    """The card of the quote at a place of the address, as one line of buttons that wraps."""
    lit = lit_fact(card, place)
    st.html(f"<style>{_COMPACT} {_lit_style(lit)}</style>")
    with st.container(horizontal=True, gap="xsmall", vertical_alignment="center", key="card"):
        for fact in facts(card):
            st.button(
                fact.label,
                key=f"fact-{fact.name}",
                type="tertiary",
                help=fact.help or None,
                on_click=_light,
                args=(place, "" if lit and lit.name == fact.name else fact.name),
            )
        if words := missing(card):
            st.caption(words, width="content")


def _lit_style(lit: Fact | None) -> str:
    """An edge for what is lit: another type of button would be made anew and lose the focus."""
    edge = "{border: 1px solid currentColor; padding: 0 .5rem}"
    return f".st-key-fact-{lit.name} button {edge}" if lit else ""


def _light(place: str, name: str) -> None:
    state.keep(_LIT, (place, name))
