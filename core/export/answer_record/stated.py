"""What a document states beside a quote, as names and words; what it does not state is said."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.recommendations import document_dates
from core.recommendations.base import TextRole

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.history.base import SourceDocument
    from core.recommendations.base import EvidenceCard, Stated
    from core.sir import Sir

_MISSING = "not stated"
_OF_ANY = {
    "evidence_level": "Level of evidence",
    "consensus": "Consensus",
    "population": "Population",
    "table_title": "Table",
    "unit": "Unit",
}


def stated_rows(
    card: EvidenceCard | None, source: SourceDocument, *, looked: bool = True
) -> tuple[tuple[str, str], ...]:
    """Kind, number, strength and what else is known of a quote, then version and date.

    What is missing is said, but for version and date where nobody `looked` for them.
    """
    rows = [(name, words or _MISSING) for name, words in (_of_quote(card) if card else ())]
    document = (("Version", source.version), ("Date", source.effective))
    rows += [(name, words or _MISSING) for name, words in document if words or looked]
    return tuple(rows)


def with_dates(source: SourceDocument, sir: Sir) -> SourceDocument:
    """The document with its version and date as its whole tree states them, if not known yet."""
    dates = document_dates(sir)
    date = _words(dates.current.stated) if dates.current else ""
    words = {"version": _words(dates.version), "effective": date}
    return source.model_copy(
        update={name: getattr(source, name) or found for name, found in words.items()}
    )


def _of_quote(card: EvidenceCard) -> Iterator[tuple[str, str]]:
    yield "Kind of text", card.role.value
    grade = card.grade.stated if card.grade else None
    for name, stated in (("Recommendation", card.number), ("Strength", grade)):
        if stated or card.role is TextRole.RECOMMENDATION:
            yield name, _words(stated)
    for field, name in _OF_ANY.items():
        if stated := getattr(card, field):
            yield name, _words(stated)


def _words(stated: Stated | None) -> str:
    return " ".join(stated.words.split()) if stated else ""
