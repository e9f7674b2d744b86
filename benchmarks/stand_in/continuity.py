"""What the stand-in answers when it is asked which passages need each other."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from core.chunking.continuity import Relation, judged
from core.chunking.topics_by_model import PassageLinks

if TYPE_CHECKING:
    from benchmarks.stand_in import Asked

_PASSAGE = re.compile(r"^\[(\d+)\] (.*)$", re.MULTILINE)


def respond(found: Asked) -> str:
    """The relation that the rules see, in order."""
    named: dict[str, list[int]] = {relation.value: [] for relation in Relation}
    for part in found.groups:
        for (_, before), (number, text) in pairwise(_PASSAGE.findall(part)):
            named[judged(before, text).relation].append(int(number))
    return PassageLinks.model_validate(named).model_dump_json()
