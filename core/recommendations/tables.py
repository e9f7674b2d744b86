"""The title and the unit of the table that a cited row stands in."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.evidence.table_rows import caption_of, header_cells, row_spans, whole
from core.quantities.measurement_units import unit_of
from core.recommendations.stating import matched, stated, stated_node
from core.spans import text_of

if TYPE_CHECKING:
    from core.recommendations.base import Stated
    from core.sir import Sir
    from core.spans import Span

_UNIT = re.compile(r"[(\[](?:in\s+)?(?P<unit>[^()\[\]\s]{1,15}(?:\s?/\s?[^()\[\]\s]{1,10})?)[)\]]")
_ENDING = re.compile(r"(?:,|\b(?:in|/))\s+(?P<unit>[^()\[\]\s,]{1,15})$")
"""A unit at the end of a heading: "Dose, mg", "Time in hours"."""
_BEHIND_NUMBER = re.compile(
    r"[<>≤≥±~]?\s*\d[\d.,]*(?:\s*(?:[-–]|to|bis)\s*\d[\d.,]*)?\s*"
    r"(?P<unit>[^\d\s()/]{1,10}(?:\s?/\s?[^\s()]{1,10})?)"
)
"""A cell of a number, or of two, with a unit."""
_PER_CENT = "%"


def table_title(sir: Sir, row: int) -> Stated | None:
    """The caption of the table of a row."""
    caption = caption_of(sir, row)
    return stated_node(sir, caption) if caption is not None else None


def table_unit(sir: Sir, row: int) -> Stated | None:
    """The units in the headings of columns, else in the caption, else behind numbers of the row."""
    caption = caption_of(sir, row)
    first = [span for span in row_spans(sir, row)[:1] if _units(sir, span)]
    headings = [unit for span in (*header_cells(sir, row), *first) for unit in _units(sir, span)]
    above = _units(sir, whole(sir, caption)) if caption is not None else []
    units = headings or above or _behind_numbers(sir, row)
    return stated(sir, *units) if units else None


def _behind_numbers(sir: Sir, row: int) -> list[Span]:
    units: dict[str, Span] = {}
    for cell in row_spans(sir, row):
        match = _BEHIND_NUMBER.fullmatch(text_of(sir, cell))
        if match and _is_unit(match["unit"]):
            units.setdefault(match["unit"], matched(cell, match, "unit"))
    return list(units.values())


def _units(sir: Sir, span: Span) -> list[Span]:
    text = text_of(sir, span)
    matches = [*_UNIT.finditer(text)] or [*_ENDING.finditer(text)]
    return [matched(span, match, "unit") for match in matches if _is_unit(match["unit"])]


def _is_unit(word: str) -> bool:
    parts = [part.strip() for part in word.split("/")]
    return word == _PER_CENT or unit_of(word) is not None or unit_of(parts[0]) is not None
