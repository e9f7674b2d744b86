"""The stand-in as Inspector: all tools at once, then a path by three comparisons."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from core.inspection import TOOLS
from core.llm.base import Reply, ToolCall
from core.sir import Route

if TYPE_CHECKING:
    from benchmarks.stand_in import Asked

_HALF, _CLEAR = 0.5, 3.0
_ID = re.compile(r"Document id: (\w+)")
_WANTED = (
    "I want to know whether there is text to read, how complex pages are, and what rules find."
)


def decide(found: Asked) -> str:
    """The decision as JSON."""
    held = dict(found.fenced).get("figures", "{}")
    figures: dict[str, Any] = {}
    for answer in json.loads(held).values():
        figures |= answer
    sight, headings = figures.get("sight_share", 0.0), figures.get("headings", 0.0)
    if sight >= _HALF:
        path, reason = Route.VISUAL_TOPOLOGY, f"{sight:.0%} of the sampled pages need sight."
    elif headings >= _CLEAR or figures.get("outline_entries", 0):
        path, reason = Route.STRUCTURAL_RULE, f"{headings:g} headings in 1,000 words, text to read."
    else:
        path, reason = Route.SEMANTIC_FLOW, f"Only {headings:g} headings in 1,000 words."
    return json.dumps(
        {
            "selected_path": path.value,
            "confidence_score": 0.8,
            "risk_score": round(min(sight, 1.0) / 2, 2),
            "reason": reason,
        }
    )


def call_tools(found: Asked) -> Reply | str:
    """Calls of all tools that have not answered, in one turn; words where there is none."""
    document = _ID.search(found.text)
    left = [name for name in TOOLS if name in found.tools and name not in found.results]
    if not document or not left:
        return "There is nothing more to find out."
    calls = [ToolCall(name, {"document": document.group(1)}) for name in left]
    return Reply(_WANTED, tuple(calls))
