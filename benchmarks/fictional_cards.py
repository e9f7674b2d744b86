"""Evidence cards, glossary and dates of fictional guidelines, one of them unseen.

`fictional_guidelines` were written by somebody who had not read the rules. They are measured by
precision (of what a card shows, what its page states) and recall (of what the page states, what the
card shows). What is shown where the page states nothing is invented, and counts against precision.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any

from benchmarks.empty_workbench import empty_workbench
from benchmarks.fictional_guidelines import DEVELOPMENT, UNSEEN, documents
from benchmarks.figure import Figure
from core.editions.proposal import proposals
from core.glossary.base import EntryKind
from core.glossary.building import glossary
from core.recommendations import recommendations
from core.spans import text_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from core.recommendations.base import Recommendation, Stated
    from core.sir import Sir
    from core.spans import Span

FACTS = ("unit", "number", "grade", "direction", "level", "population")
_PRECISION = 0.98
_WORDS = re.compile(r"[^\W_]+[+]*|[⊕⊖◯○⇑⇓⇔↑↓✓]+")


class Counts(Counter[tuple[str, str]]):
    """How often each fact was `right`, `wrong`, `invented` or `missing`."""

    def add(self, fact: str, shown: str, gold: Sequence[str], *, right: bool) -> None:
        """Counts one fact; `gold` are the words that are right, with "" where none may be."""
        if not shown:
            self[fact, "right" if "" in gold else "missing"] += bool(any(gold))
        elif right:
            self[fact, "right"] += 1
        else:
            self[fact, "wrong" if any(gold) else "invented"] += 1

    def precision(self, fact: str) -> float:
        """Of what is shown, what is right."""
        right = self[fact, "right"]
        return right / max(right + self[fact, "wrong"] + self[fact, "invented"], 1)

    def recall(self, fact: str) -> float:
        """Of what is stated, what is shown and right."""
        right = self[fact, "right"]
        return right / max(right + self[fact, "wrong"] + self[fact, "missing"], 1)


def run(_: Path | None) -> list[Figure]:
    """Precision and recall of each fact, by group of guidelines."""
    groups = {"unseen": UNSEEN, "development": DEVELOPMENT}
    return [figure for name, group in groups.items() for figure in _figures(name, counted(group))]


def counted(guidelines: Sequence[str]) -> Counts:
    """How often each fact is right, wrong, invented or missing in some guidelines."""
    counts = Counts()
    for name, content, gold in documents(guidelines):
        sir = _parsed(name, content)
        _count_recommendations(counts, sir, gold)
        _count_words(counts, sir, gold)
        _count_edition(counts, sir, gold["document"])
    return counts


def _figures(group: str, counts: Counts) -> Iterator[Figure]:
    for fact in (*FACTS, "abbreviation", "edition"):
        how = ", ".join(
            f"{counts[fact, kind]} {kind}" for kind in ("right", "wrong", "invented", "missing")
        )
        label = f"fictional guidelines, {group}: {fact}"
        yield Figure(f"{label}, precision", how, counts.precision(fact), "", target=_PRECISION)
        yield Figure(f"{label}, recall", how, counts.recall(fact), "")


def _parsed(name: str, content: bytes) -> Sir:
    with empty_workbench() as bench:
        return bench.documents.sir(bench.documents.add(content, name).sha)


def _count_recommendations(counts: Counts, sir: Sir, gold: dict[str, Any]) -> None:
    waiting = list(gold["recommendations"])
    neutral = [_folded(each["words"]) for each in gold["repeats"]]
    for unit in recommendations(sir):
        text = _folded(_text(sir, unit.text))
        match = next((each for each in waiting if _folded(each["words"]) in text), None)
        if match is None:
            counts["unit", "invented"] += not any(words in text for words in neutral)
            continue
        waiting.remove(match)
        counts["unit", "right"] += 1
        _count_facts(counts, unit, match)
    counts["unit", "missing"] += len(waiting)
    for each in waiting:
        for fact in FACTS[1:]:
            stated = each[fact] if isinstance(each[fact], str) else any(each[fact])
            counts[fact, "missing"] += bool(stated)


def _count_facts(counts: Counts, unit: Recommendation, gold: dict[str, Any]) -> None:
    number = _words(unit.number)
    counts.add("number", number, [gold["number"]], right=number == gold["number"])
    grade = _words(unit.grade.stated if unit.grade else None)
    grades = [gold["grade"], *gold["grade_also"]]
    counts.add("grade", grade, grades, right=_is_stated(grade, grades, gold["level"]))
    level = _words(unit.evidence_level)
    levels = [gold["level"], *gold["level_also"]]
    counts.add("level", level, levels, right=_is_stated(level, levels, gold["grade"]))
    direction = unit.direction.side.value if unit.direction else ""
    right = direction == gold["direction"]
    counts.add("direction", direction, [gold["direction"]], right=right)
    people = _words(unit.population)
    counts.add("population", people, gold["population"], right=_overlaps(people, gold))


def _is_stated(shown: str, gold: Sequence[str], beside: str) -> bool:
    """Whether what is shown is the gold, bare, with its label, or with what stands beside it."""
    words = _folded(shown)
    for each in filter(None, map(_folded, gold)):
        joined = {f"{each}{_folded(beside)}", f"{_folded(beside)}{each}"}
        if each == words or words in joined or f" {words} ".endswith(f" {each} "):
            return True
    return False


def _overlaps(shown: str, gold: dict[str, Any]) -> bool:
    words = _folded(shown)
    return any(p and (p in words or words in p) for p in map(_folded, gold["population"]))


def _count_words(counts: Counts, sir: Sir, gold: dict[str, Any]) -> None:
    shown = {
        entry.form: entry.meaning
        for entry in glossary(sir).entries
        if entry.kind is EntryKind.ABBREVIATION
    }
    for each in gold["abbreviations"]:
        meaning = shown.pop(each["short"], "")
        right = _folded(meaning) == _folded(each["long"])
        counts.add("abbreviation", meaning, [each["long"]], right=right)
    counts["abbreviation", "invented"] += sum(map(bool, shown.values()))


def _count_edition(counts: Counts, sir: Sir, gold: dict[str, str]) -> None:
    proposed = proposals(sir)
    for field in ("publisher", "issued", "valid_until", "version"):
        shown = proposed[field].stated.words if field in proposed else ""
        words, wanted = _folded(shown), _folded(gold[field])
        right = bool(wanted) and (wanted in words or words in wanted)
        counts.add("edition", shown, [gold[field]], right=right)


def _text(sir: Sir, spans: Sequence[Span]) -> str:
    return " ".join(text_of(sir, span) for span in spans)


def _words(stated: Stated | None) -> str:
    return stated.words if stated else ""


def _folded(text: str) -> str:
    return " ".join(_WORDS.findall(text.casefold()))
