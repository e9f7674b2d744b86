"""Number, strength, level of evidence and people beside recommendations, against hand-made gold.

`evidence_cards.json` was written by reading the pages: for each recommendation its number, its
strength and level in the words of the document, and whom it names (its headings first; a condition
that stands for them, as "Bei Verdacht auf", counts), as the beginning of a SHA-256, so that no
sentence of a third party is copied. Rules were written with the parts that stand under `fitted`;
the rest was first measured with them as they were, then mended where that showed a fault, so the
figures here are of rules that have seen all.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.empty_workbench import empty_workbench
from benchmarks.figure import Figure
from core.recommendations import recommendations
from sample_docs.catalogue import FOLDER

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.recommendations.base import Recommendation, Stated

_GOLD: dict[str, list[list[str]]] = json.loads(
    Path(__file__).with_suffix(".json").read_text("utf-8")
)
_FACTS = ("strength", "level of evidence", "people")
_TARGET = 0.98


@dataclass(frozen=True, slots=True)
class _Reading:
    """What was compared of one recommendation: by fact, what is right and what is shown."""

    wanted: list[str]
    shown: list[str]


def run(data: Path | None) -> list[Figure]:
    """The share of facts that are right, of recommendations that are, and what was invented."""
    readings = [reading for path in _paths(data) for reading in _read(path)]
    pairs = [pair for each in readings for pair in zip(each.wanted, each.shown, strict=True)]
    right = sum(wanted == shown for wanted, shown in pairs)
    invented = sum(bool(shown) and not wanted for wanted, shown in pairs)
    whole = sum(each.wanted == each.shown for each in readings)
    how = f"{len(readings)} recommendations, gold by hand"
    return [
        Figure("evidence card: facts right", how, right / len(pairs), "", target=_TARGET),
        Figure("evidence card: facts invented", how, invented, "", target=0, at_most=True),
        Figure("evidence card: all of a recommendation", how, whole / len(readings), ""),
        *_by_fact(readings, how),
    ]


def _by_fact(readings: list[_Reading], how: str) -> Iterator[Figure]:
    for place, fact in enumerate(("number", *_FACTS)):
        right = sum(each.wanted[place] == each.shown[place] for each in readings)
        yield Figure(f"evidence card: {fact}", how, right / len(readings), "", target=_TARGET)


def _paths(data: Path | None) -> Iterator[Path]:
    yield from (path for path in sorted(FOLDER.glob("*.pdf")) if path.name in _GOLD)
    if data:
        yield data / "nice_ng243" / "ng243.pdf"


def _read(path: Path) -> Iterator[_Reading]:
    with empty_workbench() as bench:
        record = bench.documents.add(path, path.name)
        every = recommendations(bench.documents.sir(record.sha))
    by_number = {each.number.words: each for each in every if each.number}
    gold = _GOLD[path.name]
    yield from (_Reading(row, _shown(by_number.get(row[0]))) for row in gold)
    unknown = set(by_number) - {row[0] for row in gold}
    for number in sorted(unknown):
        yield _Reading([""] * 4, _shown(by_number[number]))


def _shown(each: Recommendation | None) -> list[str]:
    if each is None:
        return [""] * 4
    grade = each.grade.stated if each.grade else None
    people = each.population.words if each.population else ""
    return [_words(each.number), _words(grade), _words(each.evidence_level), _digest(people)]


def _words(stated: Stated | None) -> str:
    return stated.words if stated else ""


def _digest(words: str) -> str:
    folded = " ".join(words.casefold().split())
    return sha256(folded.encode()).hexdigest()[:12] if folded else ""
