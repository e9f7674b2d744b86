"""The parts of a recommendation, as they stand in a document."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.recommendations.labels import sort_of
from core.recommendations.statements import is_note, notes_begin
from core.spans import Span, text_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.sir import Sir


@dataclass(frozen=True, slots=True)
class UnitSpans:
    """The parts of a recommendation: its number, the line that labels it, its text, its notes."""

    number: Span | None
    label: tuple[Span, ...]
    text: tuple[Span, ...]
    notes: tuple[Span, ...] = ()
    columns: tuple[tuple[Span, Span], ...] = ()
    """In a table that grades its rows: the heading and the cell of each column that does."""
    name: str = ""
    """The words by which it is labelled, as "Statement"; empty if only a number does."""

    people: tuple[Span, ...] = ()
    """In a table: the cell of a column that says for whom its rows are."""

    mark: Span | None = None
    """A letter or sign before it, as "A" or a tick; it is a part of the label."""

    @property
    def whole(self) -> tuple[Span, ...]:
        """All of it in reading order, each place once."""
        spans = {*self.label, *self.text, *self.notes}
        return tuple(sorted(spans | ({self.number} if self.number and not self.label else set())))

    @property
    def is_statement(self) -> bool:
        """Whether its label calls it a statement, which need not recommend anything."""
        return sort_of(self.name) == "statement"


def without_notes(sir: Sir, spans: Sequence[Span]) -> tuple[tuple[Span, ...], tuple[Span, ...]]:
    """What is recommended, and what is only said of it, in whole lines or at the end of one."""
    text: list[Span] = []
    notes: list[Span] = []
    for span in spans:
        words = text_of(sir, span)
        begin = 0 if is_note(words) else notes_begin(words)
        cut = span.start + begin
        text += [Span(span.node, span.start, span.start + len(words[:begin].rstrip()))][: begin > 0]
        notes += [Span(span.node, cut, span.end)][: begin < len(words)]
    return tuple(text), tuple(notes)
