"""Verdicts and checks of claims in words, signs and colours; each is told by its word alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from components.plain import plain
from core.answering.base import Check, Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.answering.base import Claim, Finding


class Look(NamedTuple):
    """How a verdict is shown: its word, a sign, a colour of Streamlit's, and one of a bar."""

    word: str
    icon: str
    colour: str
    bar: str


LOOKS = {
    Verdict.SUPPORTED: Look("Supported", ":material/check_circle:", "green", "#0f9d76"),
    Verdict.PARTIAL: Look("Partly supported", ":material/error:", "orange", "#c58a12"),
    Verdict.UNSUPPORTED: Look("Not supported", ":material/cancel:", "red", "#d9484d"),
}
"""The bars are of a middle lightness, which shows on white and on black."""

CHECKS = {
    Check.LINES: "Lines",
    Check.QUOTE: "Quote",
    Check.NUMBERS: "Numbers and units",
    Check.NEGATION: "Negation",
    Check.NAMES: "Names",
    Check.MEANING: "Meaning",
}
"""Names of checks, as people know them."""


def badge(verdict: Verdict) -> str:
    """The verdict as Markdown."""
    look = LOOKS[verdict]
    return f":{look.colour}-badge[{look.icon} {look.word}]"


def tally(claims: Sequence[Claim]) -> str:
    """Such as `2 of 4 claims are supported, 1 partly, 1 not`."""
    count = {verdict: sum(claim.verdict is verdict for claim in claims) for verdict in Verdict}
    if len(claims) == count[Verdict.SUPPORTED]:
        return (
            "The only claim is supported"
            if len(claims) == 1
            else f"All {len(claims)} claims \
are supported"
        )
    verb = "is" if count[Verdict.SUPPORTED] == 1 else "are"
    said = f"{count[Verdict.SUPPORTED]} of {_claims(len(claims))} {verb} supported"
    rest = {"partly": count[Verdict.PARTIAL], "not": count[Verdict.UNSUPPORTED]}
    return ", ".join([said, *(f"{number} {word}" for word, number in rest.items() if number)])


def why(claim: Claim) -> str:
    """What speaks against a claim, in a few words of Markdown; empty if nothing does."""
    return " ".join(plain(finding.words) for finding in claim.findings if not finding.passed)


def finding_in_words(finding: Finding) -> str:
    """A check and its outcome as Markdown."""
    sign = ":green[:material/check: passed]" if finding.passed else ":red[:material/close: failed]"
    words = f": {plain(finding.words)}" if finding.words else ""
    return f"**{CHECKS[finding.check]}** {sign}{words}"


def _claims(number: int) -> str:
    return "1 claim" if number == 1 else f"{number} claims"
