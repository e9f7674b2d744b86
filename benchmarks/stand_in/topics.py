"""What the stand-in answers when it is asked for topics: the middle of what is long."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.chunking.paragraphs import is_chapter
from core.chunking.topics_by_model import TopicStarts

if TYPE_CHECKING:
    from benchmarks.stand_in import Asked

_SENTENCE = re.compile(r"^\[(\d+)\] (.*)$", re.MULTILINE)
_LONG = 6


def respond(found: Asked) -> str:
    """A start in the middle of each paragraph of six sentences and more, and at chapters."""
    starts: list[int] = []
    for paragraph in found.groups:
        sentences = [(int(number), text) for number, text in _SENTENCE.findall(paragraph)]
        chapters = [number for number, text in sentences[1:] if is_chapter(text)]
        middle = [sentences[len(sentences) // 2][0]] if len(sentences) >= _LONG else []
        starts += chapters or middle
    return TopicStarts(starts=sorted(starts)).model_dump_json()
