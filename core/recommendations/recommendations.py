"""The recommendations of a document, each with what the document states of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.recommendations.base import Recommendation
from core.recommendations.stating import stated, stated_node
from core.recommendations.units import units

if TYPE_CHECKING:
    from core.recommendations.base import Stated
    from core.recommendations.units import UnitSpans
    from core.sir import Sir


def recommendations(sir: Sir) -> tuple[Recommendation, ...]:
    """Every recommendation of a document, in reading order."""
    return tuple(_recommendation(sir, unit) for unit in units(sir))


def path_above(sir: Sir, node: int) -> tuple[Stated, ...]:
    """The headings above a node, the highest first."""
    return tuple(stated_node(sir, index) for index in sir.lineage(node))


def _recommendation(sir: Sir, unit: UnitSpans) -> Recommendation:
    return Recommendation(
        whole=unit.whole,
        text=unit.text,
        path=path_above(sir, unit.text[0].node),
        number=stated(sir, unit.number) if unit.number else None,
    )
