"""What stands at the beginning of lines: bullets, item numbers, section numbers."""

from __future__ import annotations

import re

BULLETS = (
    "\u2022\u2023\u2043\u2219\u25aa\u25ab\u25a0\u25a1\u25cf\u25cb\u25e6\u25c6\u25ba\u25b6"
    "\u2756\u27a2\u2713\u2714\uf0b7\uf0a7\uf0d8\uf076\u00b7\u2010\u2013\u2014*-"
)
"""Characters that begin a list item where a space follows."""

BULLET = re.compile(
    rf"^[{re.escape(BULLETS)}](?=\s)|^[\u2022\u25aa\u25cf\u25e6\uf0b7](?=\w)|^o(?= [A-Z])"
)
NUMBERED = re.compile(r"^\(?(\d{1,3}|[a-z]|[ivxl]{1,5})[.)](?=\s)", re.IGNORECASE)


def list_marker(text: str) -> str | None:
    """The bullet or number that makes a line the beginning of a list item, or None."""
    found = BULLET.match(text) or NUMBERED.match(text)
    return found.group() if found else None
