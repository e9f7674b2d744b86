"""Verdicts and checks of claims in words, signs and colours; each is told by its word alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from components.foreign_text import plain
from core.evaluation.metrics.intervals import mean
from core.verification.verdict_words import CHECK_WORDS, VERDICT_WORDS
from core.verification.verdicts import Check, Finding, Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.answering.base import Claim, Objection


class Look(NamedTuple):
    """How a verdict is shown: its word, a sign, a colour of Streamlit's, and one of a bar."""

    word: str
    icon: str
    colour: str
    bar: str


LOOKS = {
    Verdict.SUPPORTED: Look(
        VERDICT_WORDS[Verdict.SUPPORTED], ":material/check_circle:", "green", "#0f9d76"
    ),
    Verdict.PARTIAL: Look(VERDICT_WORDS[Verdict.PARTIAL], ":material/error:", "orange", "#c58a12"),
    Verdict.UNSUPPORTED: Look(
        VERDICT_WORDS[Verdict.UNSUPPORTED], ":material/cancel:", "red", "#d9484d"
    ),
}
"""The bars are of a middle lightness, which shows on white and on black."""

FAITHFUL = (
    "Faithfulness is the share of the claims that are supported by the lines they cite; a claim "
    "that is partly supported does not count. Text of the documents, word for word, is "
    "faithful by itself."
)
"""What the share of supported claims is, for people."""

_GRAVEST = (
    Check.SECOND_READER,
    Check.NEGATION,
    Check.NUMBERS,
    Check.GROUPS,
    Check.NAMES,
    Check.QUOTE,
    Check.FIRMNESS,
    Check.LINES,
    Check.MEANING,
)
"""Checks, first the one that tells of a disagreement, then those whose failure turns what a claim
says into something else."""


def badge(verdict: Verdict) -> str:
    """The verdict as Markdown."""
    look = LOOKS[verdict]
    return f":{look.colour}-badge[{look.icon} {look.word}]"


def tally(claims: Sequence[Claim]) -> str:
    """Such as `4 claims: 2 supported, 1 partly supported, 1 not supported`."""
    count = {verdict: sum(claim.verdict is verdict for claim in claims) for verdict in LOOKS}
    counts = [
        f"{number} {LOOKS[verdict].word.lower()}" for verdict, number in count.items() if number
    ]
    if len(claims) == 1:
        return f"1 claim: {LOOKS[claims[0].verdict].word.lower()}"
    return (
        f"{len(claims)} claims: {', '.join(counts)}"
        if len(counts) > 1
        else (f"{len(claims)} claims: all {LOOKS[claims[0].verdict].word.lower()}")
    )


def share_in_words(claims: Sequence[Claim]) -> str:
    """How much of an answer is supported, such as `Faithfulness 0.75`; empty without claims.

    Source: Es et al., RAGAS: Automated Evaluation of Retrieval Augmented Generation (2024).
    """
    share = mean([claim.verdict is Verdict.SUPPORTED for claim in claims])
    return "" if share is None else f"Faithfulness {share:.2f}"


def why(claim: Claim) -> str:
    """What speaks most against a claim, in a few words of Markdown; empty if nothing does."""
    failed = [finding for finding in by_weight(claim.findings) if not finding.passed]
    if not failed:
        return ""
    further = len(failed) - 1
    more = f" ({further} more under Checks)" if further else ""
    return f"{plain(failed[0].words)}{more}"


def by_weight(findings: Sequence[Finding]) -> list[Finding]:
    """What failed before what passed, a contradiction before a doubt about the place."""
    return sorted(findings, key=lambda finding: (finding.passed, _GRAVEST.index(finding.check)))


def objection_in_words(objection: Objection) -> str:
    """How lines that a claim does not cite speak against it, as Markdown."""
    return (
        f":orange[:material/contrast: **{objection.opposition.value}** in lines that it does not "
        f"cite:] {plain(objection.words)}"
    )


def finding_in_words(finding: Finding) -> str:
    """A check and its outcome as Markdown."""
    sign = ":green[:material/check: passed]" if finding.passed else ":red[:material/close: failed]"
    words = f": {plain(finding.words)}" if finding.words else ""
    return f"**{CHECK_WORDS[finding.check]}** {sign}{words}"
