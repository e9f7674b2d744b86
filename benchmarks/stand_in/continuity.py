"""What the stand-in answers when it is asked which passages need each other."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from core.chunking.continuity import judged
from core.chunking.topics_by_model import PassageLink, PassageLinks

if TYPE_CHECKING:
    from benchmarks.stand_in import Asked

_PASSAGE = re.compile(r"^\[(\d+)\] (.*)$", re.MULTILINE)


def respond(found: Asked) -> str:
    """The relation that the rules see, in order."""
    links = [
        PassageLink(passage=int(number), relation=judged(before, text).relation)
        for _, part in found.fenced
        for (_, before), (number, text) in pairwise(_PASSAGE.findall(part))
    ]
    return PassageLinks(links=links).model_dump_json()
