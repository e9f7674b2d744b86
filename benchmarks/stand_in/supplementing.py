"""What the stand-in answers when it is asked what an expression refers to."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.refining.model_resolution import ContextLink, ContextLinks

if TYPE_CHECKING:
    from benchmarks.stand_in import Asked

_SENTENCE = re.compile(r"^\[C(\d+)\] (.*)$", re.MULTILINE)
_PASSAGE = re.compile(r"^\[P(\d+)\] (.*)$", re.MULTILINE)
_OPEN = re.compile(r"\b(?:[A-Z]{2,6}|(?:[Tt]his|[Tt]hese|[Dd]iese[rs]?) [^\W\d_]{4,})\b")


def respond(found: Asked) -> str:
    """Each acronym or pointing word with the last sentence that holds it or its noun."""
    sentences = _SENTENCE.findall(found.text)
    links: list[ContextLink] = []
    for number, text in _PASSAGE.findall(found.text):
        for term in dict.fromkeys(_OPEN.findall(text)):
            holding = [int(n) for n, said in sentences if term.split()[-1] in said]
            if holding:
                links.append(ContextLink(passage=int(number), term=term, source=holding[-1]))
    return ContextLinks(links=links).model_dump_json()
