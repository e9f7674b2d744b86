"""What the stand-in answers when it is asked for paragraphs: lines that open with a capital."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from core.chunking.paragraphs_by_model import ParagraphStarts

if TYPE_CHECKING:
    from benchmarks.stand_in import Asked

_LINE = re.compile(r"^\[(\d+)\] (.*)$", re.MULTILINE)


def respond(found: Asked) -> str:
    """Every line but those that go on in the middle of a sentence, or behind a colon."""
    starts = [
        int(number)
        for part in found.groups
        for (_, before), (number, line) in pairwise(_LINE.findall(part))
        if not before.endswith(":") and not line[:1].islower()
    ]
    return ParagraphStarts(starts=starts).model_dump_json()
