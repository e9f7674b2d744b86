"""The card beside a quote: of what sort its words are, and what the document states of them."""

from __future__ import annotations

from dataclasses import fields
from functools import cached_property
from typing import TYPE_CHECKING

from core.evidence.node_groups import groups
from core.evidence.table_rows import row_of, row_spans, whole
from core.recommendations.base import (
    Direction,
    EvidenceCard,
    Recommendation,
    Side,
    StatedFacts,
    TextRole,
)
from core.recommendations.direction import speaks_for
from core.recommendations.document_dates import document_dates
from core.recommendations.grades import Grades, names_side
from core.recommendations.nice_wording import wording, wording_definition
from core.recommendations.population import people_of_title, population, scope
from core.recommendations.roles import role_of
from core.recommendations.statements import is_expert_consensus
from core.recommendations.stating import first_sentence, stated, stated_node
from core.recommendations.tables import table_title, table_unit
from core.recommendations.units import units
from core.spans import text_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.recommendations.base import Grade, Stated
    from core.recommendations.document_dates import DocumentDates
    from core.recommendations.unit_spans import UnitSpans
    from core.sir import Sir
    from core.spans import Span


class EvidenceCards:
    """The cards of one document; what they share is read once."""

    def __init__(self, sir: Sir) -> None:
        self._sir = sir

    def of(self, spans: Sequence[Span]) -> EvidenceCard:
        """The card of a quote; `spans` are not empty."""
        node = spans[0].node
        recommendation = self._by_node.get(node)
        if recommendation is not None:
            return self._card(recommendation, row_of(self._sir, recommendation.text[0].node))
        row = row_of(self._sir, node)
        return self._of_text(node) if row is None else self._of_row(row)

    @cached_property
    def recommendations(self) -> tuple[Recommendation, ...]:
        """Every recommendation of the document, in reading order."""
        return tuple(map(self._recommendation, units(self._sir)))

    @cached_property
    def dates(self) -> DocumentDates:
        """What the document states of its dates and version."""
        return document_dates(self._sir)

    @cached_property
    def _by_node(self) -> dict[int, Recommendation]:
        return {span.node: each for each in self.recommendations for span in each.whole}

    @cached_property
    def _groups(self) -> dict[int, list[int]]:
        return {node: group for group in groups(self._sir) for node in group}

    @cached_property
    def _grades(self) -> Grades:
        return Grades(self._sir)

    @cached_property
    def _wording(self) -> Stated | None:
        return wording_definition(self._sir)

    @cached_property
    def _scope(self) -> Stated | None:
        return scope(self._sir)

    def _path(self, node: int) -> tuple[Stated, ...]:
        return tuple(stated_node(self._sir, index) for index in self._sir.lineage(node))

    def _recommendation(self, unit: UnitSpans) -> Recommendation:
        sir, first = self._sir, unit.text[0]
        level, definition = self._grades.evidence(unit)
        grade = self._grade(unit)
        strong = grade is not None and not is_expert_consensus(grade.stated.words)
        is_statement = unit.is_statement and not strong
        return Recommendation(
            whole=unit.whole,
            text=unit.text,
            path=self._path(first.node),
            number=stated(sir, unit.number) if unit.number else None,
            grade=grade,
            evidence_level=level,
            consensus=self._grades.consensus(unit),
            population=stated(sir, *unit.people)
            if unit.people
            else population(sir, sir.lineage(first.node), *unit.text),
            evidence_definition=definition,
            role=TextRole.STATEMENT if is_statement else TextRole.RECOMMENDATION,
            direction=None if is_statement else self._direction(unit, grade),
        )

    def _direction(self, unit: UnitSpans, grade: Grade | None) -> Direction | None:
        """For or against, by the grade, else by the sentence; None where they differ."""
        text = " ".join(text_of(self._sir, span) for span in unit.text)
        speaking = speaks_for(text)
        if grade and grade.force:
            is_for = not grade.force.value.endswith(Side.AGAINST)
        elif speaking is None or (grade and names_side(grade.stated.words)):
            return None
        else:
            is_for = speaking
        sentence = stated(self._sir, first_sentence(self._sir, unit.text[0]))
        words = grade.stated if grade and speaking is not is_for else sentence
        return Direction(Side.FOR if is_for else Side.AGAINST, words)

    def _grade(self, unit: UnitSpans) -> Grade | None:
        if grade := self._grades.grade(unit):
            return grade
        return wording(self._sir, unit, self._wording) if self._wording else None

    def _of_row(self, row: int) -> EvidenceCard:
        sir = self._sir
        spans = row_spans(sir, row)
        title = table_title(sir, row)
        people = people_of_title(sir, title) if title else None
        people = people or population(sir, sir.lineage(row))
        role = role_of(sir, spans[0].node, self._by_node)
        return self._card(StatedFacts(role, spans, self._path(row), population=people), row)

    def _of_text(self, node: int) -> EvidenceCard:
        sir = self._sir
        group = self._groups.get(node, [node])
        people = population(sir, sir.lineage(node))
        spans = tuple(whole(sir, each) for each in group)
        role = role_of(sir, node, self._by_node)
        return self._card(StatedFacts(role, spans, self._path(node), population=people), None)

    def _card(self, of: StatedFacts, row: int | None) -> EvidenceCard:
        dates = self.dates
        return EvidenceCard(
            **{field.name: getattr(of, field.name) for field in fields(StatedFacts)},
            table_title=table_title(self._sir, row) if row is not None else None,
            unit=table_unit(self._sir, row) if row is not None else None,
            effective=dates.current.stated if dates.current else None,
            version=dates.version,
            scope=self._scope,
            valid_until=dates.valid_until.stated if dates.valid_until else None,
        )


def evidence_card(sir: Sir, spans: Sequence[Span]) -> EvidenceCard:
    """The card of one quote; for several of a document, `EvidenceCards` reads it once."""
    return EvidenceCards(sir).of(spans)


def recommendations(sir: Sir) -> tuple[Recommendation, ...]:
    """Every recommendation of a document, in reading order."""
    return EvidenceCards(sir).recommendations
