"""Second opinions of the stand-in: by the share of a claim's words that its lines hold."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from core.text.content_words import content_words

if TYPE_CHECKING:
    from benchmarks.stand_in import Asked

_LINE = re.compile(r"(?m)^(\d+): (.+)$")
_ALL, _SOME = 0.8, 0.3
"""Shares of a claim's words in its lines, from which these say all of it, or a part."""


def respond(found: Asked) -> str:
    """A verdict with the lines that hold any of the claim's words."""
    data = dict(found.fenced)
    claim = set(content_words(data.get("claim", "")))
    words = {int(n): set(content_words(text)) for n, text in _LINE.findall(data.get("lines", ""))}
    deciding = [number for number, held in words.items() if held & claim]
    share = len(claim & set().union(*words.values())) / max(len(claim), 1)
    verdict = "partial" if share < _ALL or not deciding else "supported"
    return json.dumps({"verdict": "unsupported" if share < _SOME else verdict, "lines": deciding})
