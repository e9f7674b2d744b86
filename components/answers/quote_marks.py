"""What is marked on the pages of a quote: its lines, and what of the document belongs to them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from components.answers.evidence_card import fact_marks, lit_fact, unit_marks
from components.widgets.page_view import Mark, MarkRole, colour_of
from core.colours import PLAIN
from core.evidence.rows_above import row_meant_above
from core.evidence.table_rows import groups_of, header_of
from core.spans import LineBox, Span, located

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.recommendations.base import EvidenceCard
    from core.sir import Sir

_AGAINST = 5
"""The colour of what speaks against a claim, a red, by its place among all."""
_BESIDE = (
    ("columns", "Heading of a column", colour_of(1), header_of),
    ("group", "Group of the row", colour_of(1), groups_of),
    ("row above", "Row that is meant by “above”", PLAIN, row_meant_above),
)
"""What belongs to a quoted table row: id, label and colour of its marks, and how it is found."""


class QuoteMarks(NamedTuple):
    """Marks, the id of those to be brought in sight, and the 1-based pages that show them."""

    marks: list[Mark]
    chosen: str
    pages: list[int]


def quote_marks(
    sir: Sir | None,
    spans: Sequence[Span],
    lines: Sequence[LineBox],
    card: EvidenceCard | None,
    place: str,
    *,
    against: bool = False,
    near: bool = False,
) -> QuoteMarks:
    """The lines of a quote, which is named by its `place`, with what its tree and card say of it.

    What speaks `against` a claim has its own words and colour; what is only `near` a question that
    is not answered is framed in grey. What is lit of the card comes first.
    """
    label = "Words against the claim" if against else "Nearest passage" if near else "Cited words"
    colour = PLAIN if near else colour_of(_AGAINST if against else 0)
    role = MarkRole.HEADING if near else MarkRole.OWN
    own = [
        Mark(place, line.box, name, role, colour, line.location)
        for name, line in zip(_line_names(label, len(lines)), lines, strict=True)
    ]
    around = [
        Mark(name, line.box, words, MarkRole.HEADING, colour)
        for name, words, colour, beside in _BESIDE
        for line in (located(sir, beside(sir, spans)) if sir else ())
    ]
    if sir and card:
        around += unit_marks(sir, card, spans)
        fact = lit_fact(card, place)
        own += fact_marks(sir, fact) if fact else []
    chosen = own[-1].id if own else place
    return QuoteMarks([*own, *around], chosen, sorted({mark.box.page for mark in own}))


def _line_names(label: str, count: int) -> list[str]:
    """A name for each of several marked lines, so that they are told apart by it."""
    return [f"{label}, line {n} of {count}" for n in range(1, count + 1)] if count > 1 else [label]
