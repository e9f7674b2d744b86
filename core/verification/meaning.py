"""How much of what a claim says stands in the lines, and whether it goes further than they do."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from core.errors import ModelError
from core.text.word_tables import whole_words, word_table
from core.verification.certainty import firmer
from core.verification.clauses import content, share
from core.verification.missing_words import unsaid
from core.verification.verdicts import Check, Finding, Weight, worst

if TYPE_CHECKING:
    from core.embedding.base import Encoder
    from core.text.language import Language
    from core.verification.source import Source

Closeness = Callable[[str, str], float | None]
"""Cosine of two texts, 0 to 1; None if they cannot be compared now."""

_COVERED = 0.65
"""Share of a claim's words in the lines from which they are taken to say it."""
_CLOSE = 0.72
"""Cosine from which a claim in other words is taken to mean the same."""
_HALF = 0.4
"""Share of words that a claim in other words needs all the same."""
_NOTHING = 0.25
"""Share of words and, doubled, cosine below which the lines speak of something else."""

_NAMED = 5
"""Words that are named as not in the lines."""

_STRONG = [(whole_words([strong]), whole_words([weak])) for strong, weak in word_table(__file__)]
"""Words that claim much, each with those of the lines that claim as much."""
_MUST = re.compile(r"\b(?:must|muss|müssen|mandatory|zwingend)\b", re.IGNORECASE)
_MAY = re.compile(
    r"\b(?:may|can|could|should|might|option|usually|considered|sollten?|soll|sollen|kann|können"
    r"|darf|dürfen|asks?)\b",
    re.IGNORECASE,
)


def closeness(encoder: Encoder) -> Closeness:
    """How close texts are by the vectors of an encoder."""

    def compare(text: str, other: str) -> float | None:
        try:
            vectors = encoder.encode([text, other])
        except ModelError:
            return None
        return max(0.0, min(1.0, float(vectors[0] @ vectors[1])))

    return compare


def check_meaning(claim: str, language: Language, source: Source, compare: Closeness) -> Finding:
    """Compares words and vectors, and looks for words that claim more than the lines do."""
    covered = coverage(claim, language, source)
    cosine = compare(claim, source.wide)
    findings = [
        *_distant(covered, cosine),
        *_unsaid(claim, language, source),
        *_further(claim, source),
        *((Weight.DOUBT, message) for message in firmer(claim, language, source)),
    ]
    return worst(Check.MEANING, findings, f"The lines say it: {_figures(covered, cosine)}.")


def coverage(claim: str, language: Language, source: Source) -> float:
    """Share of the claim's content words that stand in the lines or above them, 0 to 1."""
    theirs = content(source.wide, source.language) | content(source.above, source.language)
    return share(content(claim, language), theirs | content(source.cited, source.language))


def _distant(covered: float, cosine: float | None) -> list[tuple[Weight, str]]:
    near = cosine or 0.0
    if covered >= _COVERED or (near >= _CLOSE and covered >= _HALF):
        return []
    figures = _figures(covered, cosine)
    if covered < _NOTHING and near < 2 * _NOTHING:
        return [(Weight.AGAINST, f"The lines speak of something else: {figures}.")]
    return [(Weight.DOUBT, f"The lines say only a part of it: {figures}.")]


def _unsaid(claim: str, language: Language, source: Source) -> list[tuple[Weight, str]]:
    """That the claim has words that the lines do not hold; nobody can tell what they change."""
    missing = unsaid(claim, language, source)
    if not missing:
        return []
    more = f" and {len(missing) - _NAMED} more" if len(missing) > _NAMED else ""
    return [(Weight.DOUBT, f"The lines do not say: {', '.join(missing[:_NAMED])}{more}.")]


def _further(claim: str, source: Source) -> list[tuple[Weight, str]]:
    """Words of the claim that are stronger than any of the lines."""
    findings: list[tuple[Weight, str]] = []
    for strong, enough in _STRONG:
        match = strong.search(claim)
        if match is None or enough.search(source.wide):
            continue
        if _MUST.fullmatch(match.group()) and not _MAY.search(source.wide):
            continue  # "is reported" and "must be reported" say the same
        findings.append((Weight.DOUBT, f"“{match.group()}” goes further than the lines."))
    return findings


def _figures(covered: float, cosine: float | None) -> str:
    words = f"{covered:.0%} of its words"
    return words if cosine is None else f"{words}, cosine {cosine:.2f}"
