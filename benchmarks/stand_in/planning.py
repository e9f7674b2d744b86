"""How the stand-in cuts a document: by headings, numbers of words, and words in common."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from typing import TYPE_CHECKING

from core.chunking.continuity import Relation, judged
from core.chunking.lumber import ContentShift
from core.chunking.paragraphs import is_chapter
from core.chunking.paragraphs_by_model import ParagraphStarts
from core.chunking.propositions import Statement, Statements
from core.chunking.slicing_by_model import SliceBoundaries
from core.chunking.topics_by_model import PassageLinks, TopicStarts
from core.text.words import STOP_WORDS, words

if TYPE_CHECKING:
    from benchmarks.stand_in import Asked

_NUMBERED = re.compile(r"^\[(\d+)\] (.*)$", re.MULTILINE)
"""A line, a sentence, a paragraph or a passage of a request."""
_SENTENCE = re.compile(r"^\[S(\d+)\] (.*)$", re.MULTILINE)
_CLAUSE = re.compile(r"(?<=[;:])\s+|,\s+(?:and|but|which|und|aber)\s+")
_SHORTEST = 4
"""Words of a clause."""
_LONG = 6
"""Sentences of a paragraph that speaks of two topics."""
_SLICE = 120
"""Words of a slice."""


def units(found: Asked) -> str:
    """JSON of `core.chunking.retrieval_aware.UnitPlan`; a new run at each heading."""
    groups: list[list[str]] = []
    heading = True
    for name, kind in _units(found.text):
        opens = kind == "heading"
        if not groups or (opens and not heading):
            groups.append([])
        groups[-1].append(name)
        heading = opens
    runs = [group[0] if len(group) == 1 else f"{group[0]}-" for group in groups]
    if groups and runs[-1].endswith("-"):  # Nothing is named behind it.
        runs[-1] += groups[-1][-1]
    return json.dumps({"chunks": "/".join(runs)}, separators=(",", ":"))


def _units(text: str) -> list[tuple[str, str]]:
    """Id and type of the units of a request; headings above it have no type."""
    lines = [json.loads(line) for line in text.splitlines() if line.startswith('["')]
    return [(line[0], line[1]) for line in lines if len(line) > 2]


def paragraphs(found: Asked) -> str:
    """Every line but those that go on in the middle of a sentence, or behind a colon."""
    starts = [
        int(number)
        for part in found.groups
        for (_, before), (number, line) in pairwise(_NUMBERED.findall(part))
        if not before.endswith(":") and not line[:1].islower()
    ]
    return ParagraphStarts(starts=starts).model_dump_json()


def topics(found: Asked) -> str:
    """A start in the middle of each paragraph of six sentences and more, and at chapters."""
    starts: list[int] = []
    for paragraph in found.groups:
        sentences = [(int(number), text) for number, text in _NUMBERED.findall(paragraph)]
        chapters = [number for number, text in sentences[1:] if is_chapter(text)]
        middle = [sentences[len(sentences) // 2][0]] if len(sentences) >= _LONG else []
        starts += chapters or middle
    return TopicStarts(starts=sorted(starts)).model_dump_json()


def links(found: Asked) -> str:
    """The relation that the rules see, in order."""
    named: dict[str, list[int]] = {relation.value: [] for relation in Relation}
    for part in found.groups:
        for (_, before), (number, text) in pairwise(_NUMBERED.findall(part)):
            named[judged(before, text).relation].append(int(number))
    return PassageLinks.model_validate(named).model_dump_json()


def slices(found: Asked) -> str:
    """The numbers of the sentences with which a part of enough words begins."""
    boundaries: list[int] = []
    count = 0
    for number, text in _SENTENCE.findall(found.text):
        if count >= _SLICE:
            boundaries.append(int(number))
            count = 0
        count += len(text.split())
    last = max((int(number) for number, _ in _SENTENCE.findall(found.text)), default=0)
    return SliceBoundaries(boundaries=boundaries or [max(last // 2, 1)]).model_dump_json()


def shift(found: Asked) -> str:
    """Of the half that stands farther, the paragraph that shares least with what is before it."""
    seen: set[str] = set()
    shares: dict[int, float] = {}
    for number, text in _NUMBERED.findall(found.text):
        own = {word.stem for word in words(text) if word.text.casefold() not in STOP_WORDS}
        if seen:
            shares[int(number)] = len(own & seen) / max(len(own), 1)
        seen |= own
    far = {at: share for at, share in shares.items() if 2 * at > max(shares)}
    return ContentShift(paragraph=min(far, key=lambda at: far[at])).model_dump_json()


def statements(found: Asked) -> str:
    """Each clause of four words and more, behind the subject of its sentence; short ones whole."""
    made = [
        Statement(sentence=int(number), text=text)
        for number, sentence in _NUMBERED.findall(found.text)
        for text in _clauses(sentence)
    ]
    return Statements(statements=made).model_dump_json()


def _clauses(sentence: str) -> list[str]:
    parts = _CLAUSE.split(sentence)
    if len(parts) == 1 or any(len(part.split()) < _SHORTEST for part in parts):
        return [sentence]
    subject = " ".join(parts[0].split()[:2])
    return [parts[0], *(f"{subject} {part}" for part in parts[1:])]
