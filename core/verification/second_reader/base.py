"""A second opinion on a claim, by a reader that sees the claim and its lines and nothing else.

It stands beside the checks, never in their place: where the two differ the claim is partly
supported, and says why.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from core.text.one_line import beginning
from core.verification.plain_text import plain
from core.verification.verdicts import VERDICTS, Check, Finding, Outcome, Verdict, Weight

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.errors import ModelError
    from core.evidence.grounding import Cited
    from core.evidence.numbered_lines import Evidence, EvidenceLine
    from core.progress import Progress
    from core.verification.source import Source

IN_WORDS = {
    Verdict.SUPPORTED: "supported",
    Verdict.PARTIAL: "supported in part",
    Verdict.UNSUPPORTED: "not supported",
}
_LONGEST = 160
"""Characters of the deciding line that are quoted."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a reader is given: a claim, and the lines that it cites.

    `text` holds the lines as a model reads them, each with its number below its headings;
    `source` holds the whole sentences around them.
    """

    statement: str
    lines: tuple[EvidenceLine, ...]
    text: str
    source: Source


@dataclass(frozen=True, slots=True)
class Opinion:
    """What a reader makes of a claim, and the numbers of the lines that decided it, if any.

    None for one that cannot decide, which is no verdict.
    """

    verdict: Verdict | None
    lines: tuple[int, ...] = ()


class SecondReader(Protocol):
    """Reads claims beside their lines."""

    @property
    def name(self) -> str:
        """What people know it by."""
        ...

    def read(
        self, readings: Sequence[Reading], progress: Progress | None = None
    ) -> list[Opinion | ModelError]:
        """An opinion on each reading, in their order, or why there is none.

        Every line of an opinion is one of its reading. `progress` counts readings and may raise
        `Cancelled`.
        """
        ...


def reading_of(claim: str, cited: Cited, evidence: Evidence, source: Source) -> Reading:
    """What a reader is given of a claim and the lines that it cites, of which there is one."""
    return Reading(plain(claim), cited.lines, evidence.text(cited.lines), source)


def with_opinion(outcome: Outcome, opinion: Opinion, reader: str, evidence: Evidence) -> Outcome:
    """The outcome of the checks with a second opinion beside it.

    Where both agree the verdict stays; where they differ it is partial, whichever of them doubts,
    and the finding names both verdicts.
    """
    if opinion.verdict is None:
        finding = Finding(Check.SECOND_READER, Weight.NOTHING, f"{reader} cannot decide.")
        return Outcome(outcome.verdict, (*outcome.findings, finding))
    by = _deciding(opinion, evidence)
    words = f"{reader} reads it as {IN_WORDS[opinion.verdict]}{by}."
    if opinion.verdict is outcome.verdict:
        weight = VERDICTS[opinion.verdict]
        finding = Finding(Check.SECOND_READER, weight, f"{words} The checks agree.")
        return Outcome(outcome.verdict, (*outcome.findings, finding))
    words += f" By the checks it is {IN_WORDS[outcome.verdict]}: compare it with the lines."
    finding = Finding(Check.SECOND_READER, Weight.DOUBT, words)
    return Outcome(Verdict.PARTIAL, (*outcome.findings, finding))


def _deciding(opinion: Opinion, evidence: Evidence) -> str:
    line = next(filter(None, map(evidence.line, opinion.lines)), None)
    if line is None:
        return ", but names no line"
    page = evidence.page(line)
    return f" by the line “{beginning(line.text, _LONGEST)}”" + (f" on page {page}" if page else "")
