"""The stand-in with the tools of the Inspector: it calls them all at once."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.inspection import TOOLS
from core.llm.base import Reply, ToolCall

if TYPE_CHECKING:
    from benchmarks.stand_in import Asked

_ID = re.compile(r"Document id: (\w+)")
_WANTED = (
    "I want to know whether there is text to read, how complex pages are, and what rules find."
)


def respond(found: Asked) -> Reply | str:
    """Calls of all tools that have not answered, in one turn; words where there is none."""
    document = _ID.search(found.text)
    left = [name for name in TOOLS if name in found.tools and name not in found.results]
    if not document or not left:
        return "There is nothing more to find out."
    calls = [ToolCall(name, {"document": document.group(1)}) for name in left]
    return Reply(_WANTED, tuple(calls))
