"""How well claims are checked: right ones kept, wrong ones caught, by kinds of error.

The test set `sample_docs/claims.json` holds claims about the sample documents, each with the
words of the lines that it cites. 130 were written before the checks, which were tuned on them;
46 more (`held_out`) after that. When the checks first met these, precision and recall were 0.91
each, and one added negation of 22 wrong numbers, units and negations passed; that one, an ellipsis
and a swapped arm were mended then. The lines that a claim could cite are those of its page.

A claim counts as flagged unless its verdict is "supported". Precision is the share of flagged
claims that are wrong, recall the share of wrong claims that are flagged; a claim that is right
but cited to another line counts as wrong. The baseline flags a claim if less than 65 % of its
content words stand in the lines that it cites.
"""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, TypeAdapter

from benchmarks.figure import Figure
from benchmarks.questions import SAMPLES
from benchmarks.shelf import all_lines, in_small_chunks, matches_of
from core.evaluation.metrics.overlap import Overlap
from core.evidence.grounding import Cited, cited
from core.text.language import language_of
from core.verification.claim_check import checked
from core.verification.comparison import Compare, compared
from core.verification.coverage import coverage
from core.verification.source import Source, flowing, source_of
from core.verification.verdicts import Outcome, Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from core.evidence.numbered_lines import Evidence, EvidenceLine


CERTAIN = ("number", "unit", "negation")
"""Kinds of error that are caught every time."""
_COVERED = 0.65
_chunked = cache(in_small_chunks)


class ClaimCase(BaseModel):
    """A claim, the words of the lines that it cites, and in what way it is right or wrong."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    kind: str
    document: str
    page: int
    claim: str
    quotes: tuple[str, ...]
    held_out: bool


@dataclass(frozen=True)
class Judged:
    """A case with what the checks made of it, and the share of its words in the cited lines."""

    case: ClaimCase
    outcome: Outcome
    covered: float

    @property
    def flagged(self) -> bool:
        """Whether the claim is shown as anything but supported."""
        return self.outcome.verdict is not Verdict.SUPPORTED


def cases(path: Path = SAMPLES / "claims.json") -> list[ClaimCase]:
    """The claims of the test set."""
    return TypeAdapter(list[ClaimCase]).validate_json(path.read_bytes())


def judged(found: Sequence[ClaimCase], compare: Compare) -> list[Judged]:
    """The cases with their outcomes."""
    return [_judged(case, compare) for case in found]


def cited_lines(evidence: Evidence, quotes: Sequence[str]) -> list[EvidenceLine]:
    """The lines that hold the quotes.

    Raises:
        ValueError: a quote does not stand in the evidence.
    """
    text, places = "", []
    for line in evidence.lines:
        start = len(text)
        text += flowing(line.text) + " "
        places.append((start, len(text), line))
    found: list[EvidenceLine] = []
    for quote in quotes:
        start = text.find(quote)
        if start < 0:
            raise ValueError(f"not in the evidence: {quote}")
        end = start + len(quote)
        found += [line for low, high, line in places if low < end and start < high - 1]
    return found


def run(data: Path | None) -> list[Figure]:
    """Precision and recall, of all and of the part held out, and recall by kind."""
    del data
    found = judged(cases(), compared)
    _print(found)
    figures = [
        *_figures(found, "all"),
        *_figures([one for one in found if one.case.held_out], "held out"),
    ]
    for kind, ones in _by_kind(found).items():
        how = f"{len(ones)} claims on the samples"
        if kind != "right":
            value = sum(one.flagged for one in ones) / len(ones)
            target = 1.0 if kind in CERTAIN else None
            figures.append(Figure(f"claims caught, {kind}", how, value, "share", target=target))
    return figures


def _figures(found: Sequence[Judged], name: str) -> list[Figure]:
    how = f"{len(found)} claims on the samples, {name}"
    wrong = [one.case.kind != "right" for one in found]
    ours = _overlap(wrong, [one.flagged for one in found])
    words = _overlap(wrong, [one.covered < _COVERED for one in found])
    pairs = {"precision": (ours.precision, words.precision), "recall": (ours.recall, words.recall)}
    return [
        Figure(f"check of claims, {what}, {name}", how, value, "share", before, "words alone", 0.9)
        for what, (value, before) in pairs.items()
        if value is not None
    ]


def _overlap(wanted: Sequence[bool], found: Sequence[bool]) -> Overlap:
    both = sum(one and other for one, other in zip(wanted, found, strict=True))
    return Overlap(both, sum(wanted), sum(found))


def _by_kind(found: Sequence[Judged]) -> dict[str, list[Judged]]:
    kinds = dict.fromkeys(one.case.kind for one in found)
    return {kind: [one for one in found if one.case.kind == kind] for kind in kinds}


def evidence_of(case: ClaimCase) -> Source:
    """What a case is compared with: the lines that it cites."""
    return source_of(_page(case.document, case.page), _cited(case).lines)


def _cited(case: ClaimCase) -> Cited:
    evidence = _page(case.document, case.page)
    return cited(evidence, [line.number for line in cited_lines(evidence, case.quotes)])


def _judged(case: ClaimCase, compare: Compare) -> Judged:
    found = _cited(case)
    outcome = checked(case.claim, found, _page(case.document, case.page), compare)
    covered = coverage(case.claim, language_of(case.claim), evidence_of(case)).words
    return Judged(case, outcome, covered)


@cache
def _page(document: str, page: int) -> Evidence:
    """All lines of the chunks of a page."""
    result = _chunked(SAMPLES / document)
    matches = [hit for hit in matches_of(result) if page in result.by_id[hit.chunk_id].pages]
    return all_lines(result, matches)


def _print(found: Sequence[Judged]) -> None:
    """Verdicts by kind, on standard error as all notes of benchmarks."""
    for kind, ones in _by_kind(found).items():
        counts = Counter(one.outcome.verdict.value for one in ones)
        listed = ", ".join(f"{counts[verdict]} {verdict.value}" for verdict in Verdict)
        print(f"  {kind}: {listed}", file=sys.stderr)
