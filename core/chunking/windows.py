"""Units as a model reads them: in windows that fit a request, one JSON array a line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from core.llm.prompts import fenced

if TYPE_CHECKING:
    from core.chunking.plan_units import Outline, Unit
    from core.chunking.plans import Group

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
    found: list[Group] = []
    start, total = 0, len(outline.units)
    while start < total:
        end = start + 1
        while end < total and outline.length(start, end + 1) <= WINDOW:
            end += 1
        end = _border(outline, start, end) if end < total else total
        found.append((start, end))
        start = end
    return found


def shown(outline: Outline, window: Group) -> str:
    """A window as data of a prompt, with the headings above that stand before it."""
    ids = {unit.node: unit.id for unit in outline.units if unit.is_heading}
    sir = outline.stream.sir
    held = outline.units[window[0] : window[1]]
    above = [i for i in sir.lineage(held[0].node) if i in ids]
    lines = [_json(ids[i], sir.nodes[i].text) for i in above]
    outside = [fenced("\n".join(lines), "above")] if lines else []
    inside = fenced("\n".join(_line(outline, ids, unit) for unit in held), "units")
    return "\n".join([*outside, inside])


def _line(outline: Outline, ids: dict[int, str], unit: Unit) -> str:
    """Id, type, id of the heading above (or null), tokens, text."""
    above = outline.stream.sir.lineage(unit.node)
    text = outline.stream.text(unit.start, unit.end)
    shown = text if len(text) <= LONGEST else f"{text[:LONGEST]} [...]"
    return _json(unit.id, unit.kind, ids.get(above[-1]) if above else None, unit.tokens, shown)


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
    heads = [at for at in later if units[at].is_heading]
    if heads:
        lineage = outline.stream.sir.lineage
        return min(heads, key=lambda at: (len(lineage(units[at].node)), -at))
    return later[-1] if later else next((at for at in free if at > end), total)
