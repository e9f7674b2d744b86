"""Units as a model reads them: in windows that fit a request, one JSON array a line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from core.llm.prompts import fenced

if TYPE_CHECKING:
    from core.chunking.unit_outline import Outline
    from core.chunking.units import Group

WINDOW = 8000
"""Tokens of text that one request holds, about: far below any context limit, and few enough
units for a plan to account for each.
"""

LONGEST = 1000
"""Characters of a unit that are shown. What a unit is about is known by then."""


def windows(outline: Outline) -> list[Group]:
    """Ranges of units, each of about `WINDOW` tokens at the most, cut at high headings.

    Tied units are never parted, which may make a window longer.
    """
    ranges: list[Group] = []
    start, total = 0, len(outline.units)
    while start < total:
        end = start + 1
        while end < total and outline.length(start, end + 1) <= WINDOW:
            end += 1
        end = _border(outline, start, end) if end < total else total
        ranges.append((start, end))
        start = end
    return ranges


def shown(outline: Outline, window: Group) -> str:
    """A window as data of a prompt, with the headings above that stand before it."""
    ids = {unit.node: unit.id for unit in outline.units if unit.is_heading}
    nodes = outline.stream.sir.nodes
    above = [_json(ids[i], nodes[i].text) for i in outline.lineage(window[0]) if i in ids]
    units = fenced("\n".join(_line(outline, ids, place) for place in range(*window)), "units")
    return "\n".join([fenced("\n".join(above), "above"), units]) if above else units


def _line(outline: Outline, ids: dict[int, str], place: int) -> str:
    """Id, type, id of the heading above (or null), tokens, text."""
    unit, above = outline.units[place], outline.lineage(place)
    text = outline.stream.text(unit.start, unit.end)
    text = text if len(text) <= LONGEST else f"{text[:LONGEST]} [...]"
    return _json(unit.id, unit.kind, ids.get(above[-1]) if above else None, unit.tokens, text)


def _json(*values: str | int | None) -> str:
    return json.dumps(values, ensure_ascii=False, separators=(",", ":"))


def _border(outline: Outline, start: int, end: int) -> int:
    """Where to end a window that is full at `end`: before the highest heading of its later half.

    Without a heading there, before the last unit that is not tied to the one before it.
    """
    units, total = outline.units, len(outline.units)
    half = (units[start].start + units[end].start) // 2
    free = [at for at in range(start + 1, total) if outline.atoms[at] == at]
    later = [at for at in free if at <= end and units[at].start > half]
    if headings := [at for at in later if units[at].is_heading]:
        return min(headings, key=lambda at: (len(outline.lineage(at)), -at))
    return later[-1] if later else next((at for at in free if at > end), total)
