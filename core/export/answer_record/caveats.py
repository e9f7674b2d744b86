"""What a document says of itself that nobody who reads its words elsewhere should miss."""

from __future__ import annotations

import json
import re
from pathlib import Path

from core.sir import HEADINGS, ElementType, Sir

_WORDS = json.loads(Path(__file__).with_name("caveats.json").read_text("utf-8"))
_SAYS_SO = re.compile("|".join(rf"\b{word}" for word in _WORDS), re.IGNORECASE)
_PAGE_NUMBER = re.compile(r"(?<=[.!])\s+[\divxlc]+$")
_RUNNING = frozenset({ElementType.PAGE_FOOTER, ElementType.PAGE_HEADER, ElementType.WATERMARK})
_LONGEST = 200
"""Characters of a line of its own; a long text that speaks of fiction is about something else."""


def caveat(sir: Sir, title: str = "") -> str:
    """The line of a document that says it is fictional or not for use, verbatim; empty if none.

    Looked for in what runs over its pages, its headings, and last in the `title` that the file has.
    """
    running = [node for node in sir.nodes[sir.flow :] if node.type in _RUNNING]
    titles = [node for node in sir.nodes[: sir.flow] if node.type in HEADINGS]
    texts = (" ".join(node.text.split()) for node in (*running, *titles))
    lines = (
        _PAGE_NUMBER.sub("", text)
        for text in texts
        if len(text) <= _LONGEST and _SAYS_SO.search(text)
    )
    return next(lines, title if _SAYS_SO.search(title) else "")
