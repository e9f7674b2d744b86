"""What the stand-in answers when it is asked where the content shifts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.chunking.lumber import ContentShift
from core.text.words import STOP_WORDS, words

if TYPE_CHECKING:
    from benchmarks.stand_in import Asked

_PARAGRAPH = re.compile(r"^\[(\d+)\] (.*)$", re.MULTILINE)


def respond(found: Asked) -> str:
    """Of the half that stands farther, the paragraph that shares least with what is before it."""
    seen: set[str] = set()
    shares: dict[int, float] = {}
    for number, text in _PARAGRAPH.findall(found.text):
        own = {word.stem for word in words(text) if word.text.casefold() not in STOP_WORDS}
        if seen:
            shares[int(number)] = len(own & seen) / max(len(own), 1)
        seen |= own
    far = {at: share for at, share in shares.items() if 2 * at > max(shares)}
    return ContentShift(paragraph=min(far, key=lambda at: far[at])).model_dump_json()
