"""The checks of a claim, and the verdict that they come to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.answering.base import Check, Finding, Verdict

if TYPE_CHECKING:
    from core.answering.checking.meaning import Closeness
    from core.answering.evidence import Evidence
    from core.answering.grounding import Cited


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the checks of a claim found, in the order of `Check`, and what they come to."""

    verdict: Verdict
    findings: tuple[Finding, ...]


def checked(text: str, cited: Cited, evidence: Evidence, closeness: Closeness) -> Outcome:
    """The verdict on a claim that cites lines of the evidence."""
    if not cited.lines:
        finding = Finding(Check.LINES, False, "It cites no line that was found.")
        return Outcome(Verdict.UNSUPPORTED, (finding,))
    return Outcome(Verdict.PARTIAL, (Finding(Check.LINES, True, "The lines it cites exist."),))
