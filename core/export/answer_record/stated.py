"""What a document states beside a quote, as names and words; what it does not state is said."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.recommendations.base import EvidenceCard, Stated, TextRole

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.history.base import SourceDocument

_MISSING = "not stated"
_OF_ANY = {
    "evidence_level": "Level of evidence",
    "evidence_definition": "Level means",
    "consensus": "Consensus",
    "population": "Population",
    "scope": "Document is for",
    "table_title": "Table",
    "unit": "Unit",
    "valid_until": "Valid until",
}


def stated_rows(card: EvidenceCard | None, source: SourceDocument) -> tuple[tuple[str, str], ...]:
    """Kind, number, strength and what else is known of a quote, then version and date.

    What is missing is said; without a card nobody looked for it.
    """
    document = (("Version", source.version), ("Date", source.effective))
    if card is None:
        return tuple((name, words) for name, words in document if words)
    rows = (*_of_quote(card), *document)
    return tuple((name, _without(name, words) or _MISSING) for name, words in rows)


def _without(name: str, words: str) -> str:
    """Words without the name that stands before them already, as in `Valid until 13 May 2034`."""
    named = words.casefold().startswith(name.casefold())
    return words[len(name) :].lstrip(" :") if named else words


def _of_quote(card: EvidenceCard) -> Iterator[tuple[str, str]]:
    yield "Kind of text", card.role.value
    strength = card.grade.with_force(_words(card.grade.stated)) if card.grade else ""
    facts = (("Recommendation", _words(card.number)), ("Strength", strength))
    for name, words in facts:
        if words or card.role is TextRole.RECOMMENDATION:
            yield name, words
    if card.grade and card.grade.definition:
        yield "Strength means", _words(card.grade.definition)
    for field, name in _OF_ANY.items():
        if stated := getattr(card, field):
            yield name, _words(stated)


def _words(stated: Stated | None) -> str:
    return " ".join(stated.words.split()) if stated else ""
