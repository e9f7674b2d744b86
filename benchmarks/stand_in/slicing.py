"""What the stand-in answers when it is asked for boundaries: one about every 120 words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.chunking.slicing_by_model import SliceBoundaries

if TYPE_CHECKING:
    from benchmarks.stand_in import Asked

_SENTENCE = re.compile(r"^\[S(\d+)\] (.*)$", re.MULTILINE)
_WORDS = 120


def respond(found: Asked) -> str:
    """The numbers of the sentences with which a part of enough words begins."""
    boundaries: list[int] = []
    words = 0
    for number, text in _SENTENCE.findall(found.text):
        if words >= _WORDS:
            boundaries.append(int(number))
            words = 0
        words += len(text.split())
    last = max((int(number) for number, _ in _SENTENCE.findall(found.text)), default=0)
    return SliceBoundaries(boundaries=boundaries or [max(last // 2, 1)]).model_dump_json()
