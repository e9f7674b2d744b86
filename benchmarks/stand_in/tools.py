"""The stand-in with tools: it calls those of the Inspector one after the other, then says so."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.inspection import TOOLS
from core.llm.base import Reply, ToolCall

if TYPE_CHECKING:
    from benchmarks.stand_in import Asked

_ID = re.compile(r"Document id: (\w+)")
_WANTED = {
    "analyze_metadata": "First I want to know whether there is text to read, or scans.",
    "probe_layout_complexity": "There is text. Next, how complex the pages are.",
    "test_rule_adherence": "Last, whether headings show the structure.",
}


def respond(found: Asked) -> Reply | str:
    """A call of the next tool that has not answered; words where there is none."""
    document = _ID.search(found.text)
    for name in TOOLS:
        if document and name in found.tools and name not in found.results:
            call = ToolCall(name, {"document": document.group(1)})
            return Reply(_WANTED[name], (call,))
    return "There is nothing more to find out."
