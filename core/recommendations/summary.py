"""An evidence card in one line, and as plain values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from core.recommendations.base import Direction, EvidenceCard, Grade, Stated, TextRole
from core.spans import Span, located

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.sir import Sir

NOT_STATED = "not stated"
_FACTS = (
    "number", "evidence_level", "evidence_definition", "consensus", "population", "scope",
    "table_title", "unit", "effective", "valid_until", "version",
)  # fmt: skip


def card_line(card: EvidenceCard) -> str:
    """Such as `recommendation 4.4; Grade A (strong against); Evidence 1b; Version 4.0`.

    Of a recommendation it is said, too, that its number or its strength is not stated.
    """
    parts = [card.role.value]
    if card.role in (TextRole.RECOMMENDATION, TextRole.STATEMENT):
        number = card.number.words if card.number else f"(number {NOT_STATED})"
        parts = [f"{card.role.value} {number}"]
    if card.role is TextRole.RECOMMENDATION:
        parts.append(_strength(card.grade, card.direction))
    facts = (card.evidence_level, card.population, card.version, card.effective)
    return "; ".join([*parts, *(fact.words for fact in facts if fact)])


def card_dict(card: EvidenceCard, sir: Sir) -> dict[str, Any]:
    """A card made of dicts, lists and strings: words with their lines; None is what is missing."""
    facts = {name: _stated(getattr(card, name), sir) for name in _FACTS}
    return {
        "role": card.role.value,
        "whole": _lines(sir, card.whole),
        "path": [_stated(heading, sir) for heading in card.path],
        "grade": _grade(card.grade, sir),
        "direction": _direction(card.direction, sir),
        **facts,
    }


def _strength(grade: Grade | None, direction: Direction | None) -> str:
    if grade is None:
        side = f" ({direction.side.value})" if direction else ""
        return f"strength {NOT_STATED}{side}"
    words = f"“{grade.stated.words}”" if grade.scheme.endswith("wording") else grade.stated.words
    return grade.with_force(words)


def _grade(grade: Grade | None, sir: Sir) -> dict[str, Any] | None:
    if grade is None:
        return None
    return {
        **(_stated(grade.stated, sir) or {}),
        "scheme": grade.scheme,
        "force": grade.force.value if grade.force else None,
        "definition": _stated(grade.definition, sir),
    }


def _direction(direction: Direction | None, sir: Sir) -> dict[str, Any] | None:
    if direction is None:
        return None
    return {**(_stated(direction.stated, sir) or {}), "side": direction.side.value}


def _stated(words: Stated | None, sir: Sir) -> dict[str, Any] | None:
    return {"words": words.words, "lines": _lines(sir, words.spans)} if words else None


def _lines(sir: Sir, spans: Sequence[Span]) -> list[dict[str, Any]]:
    return [
        {
            "page": line.box.page,
            "box": [round(float(side), 5) for side in line.box.edges],
            "location": line.location.value,
        }
        for line in located(sir, spans)
    ]
