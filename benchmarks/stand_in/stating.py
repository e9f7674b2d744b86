"""What the stand-in answers when it is asked for statements: the clauses of the sentences."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.chunking.propositions import Statement, Statements

if TYPE_CHECKING:
    from benchmarks.stand_in import Asked

_SENTENCE = re.compile(r"^\[(\d+)\] (.*)$", re.MULTILINE)
_CLAUSE = re.compile(r"(?<=[;:])\s+|,\s+(?:and|but|which|und|aber)\s+")
_SHORTEST = 4


def respond(found: Asked) -> str:
    """Each clause of four words and more, behind the subject of its sentence; short ones whole."""
    made = [
        Statement(sentence=int(number), text=text)
        for number, sentence in _SENTENCE.findall(found.text)
        for text in _clauses(sentence)
    ]
    return Statements(statements=made).model_dump_json()


def _clauses(sentence: str) -> list[str]:
    parts = _CLAUSE.split(sentence)
    if len(parts) == 1 or any(len(part.split()) < _SHORTEST for part in parts):
        return [sentence]
    subject = " ".join(parts[0].split()[:2])
    return [parts[0], *(f"{subject} {part}" for part in parts[1:])]
