"""Which of the ranked units are quoted: the best, and others that say something else."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.answering.ranking.unit_ranking import Ranked
    from core.evidence.quotable_units import Unit

_FAR = 3.0
"""What the score of a further quote may fall short of the best: its odds are a twentieth then."""
_SAME = 0.8
"""Share of common stems above which two quotes say the same."""


def choose(ranked: Sequence[Ranked], limit: int) -> list[Ranked]:
    """The best, and others that are nearly as good and say something else."""
    chosen: list[Ranked] = []
    for unit in ranked:
        if len(chosen) == limit or unit.score < ranked[0].score - _FAR:
            break
        if not any(_says_the_same(unit, other) for other in chosen):
            chosen.append(unit)
    return chosen


def _says_the_same(unit: Ranked, other: Ranked) -> bool:
    """Whether two quotes share text, or nearly all of their words."""
    ours, theirs = unit.facts, other.facts
    same_document = document_of(unit) == document_of(other)
    if same_document and (_holds(ours.unit, theirs.unit) or _holds(theirs.unit, ours.unit)):
        return True
    return len(ours.own & theirs.own) >= _SAME * max(len(ours.own | theirs.own), 1)


def _holds(unit: Unit, other: Unit) -> bool:
    """Whether what is quoted of a unit holds text of another."""
    return not set(unit.complete).isdisjoint(other.spans)


def document_of(ranked: Ranked) -> str:
    """The document of a unit, by its id."""
    return ranked.candidate.found.hit.document
