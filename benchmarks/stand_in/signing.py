"""What the stand-in answers when it is asked for titles: longer words of each passage."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.refining.model_signatures import ChunkTitle, ChunkTitles

if TYPE_CHECKING:
    from benchmarks.stand_in import Asked

_PASSAGE = re.compile(r"^\[(\d+)\] (.*)$", re.MULTILINE)
_WORDS = 5
_LONG = 6


def respond(found: Asked) -> str:
    """A title of each passage made of its first long words."""
    return ChunkTitles(
        titles=[
            ChunkTitle(id=int(number), title=_title(text))
            for number, text in _PASSAGE.findall(found.text)
        ]
    ).model_dump_json()


def _title(text: str) -> str:
    words = dict.fromkeys(re.findall(r"[^\W\d_]+", text))
    long = [word for word in words if len(word) >= _LONG]
    return " ".join((long if len(long) >= _WORDS else list(words))[:_WORDS])
