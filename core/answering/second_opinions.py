"""The claims of an answer read once more, by a reader that sees each with its lines only."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from core.errors import ModelError, SetupError
from core.verification.second_reader.base import reading_of, with_opinion
from core.verification.source import source_of
from core.verification.verdicts import Outcome

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.answering.base import Claim
    from core.evidence.grounding import Cited
    from core.evidence.numbered_lines import Evidence
    from core.verification.second_reader.base import Opinion, Reading, SecondReader

OpenReader = Callable[[], "SecondReader | None"]
"""Opens the second reader; None where there is none. May raise `SetupError`."""


def second_opinions(
    open_reader: OpenReader,
    claims: Sequence[tuple[Claim, Cited]],
    evidence: Evidence,
    tell: Callable[[str], None],
) -> tuple[list[Claim], str]:
    """The claims with a second opinion where there is one, and why others have none.

    A claim that cites no line has nothing to be read beside and stays as it is. `tell` hears in
    a few words how far the reading is, and may raise `Cancelled`.
    """
    cited = [(claim, lines) for claim, lines in claims if lines.lines]
    if not cited:
        return [claim for claim, _ in claims], ""
    try:
        reader = open_reader()
    except SetupError as error:
        return [claim for claim, _ in claims], f"No claim has a second opinion: {error}"
    if reader is None:
        return [claim for claim, _ in claims], ""
    readings = [
        reading_of(claim.text, lines, evidence, source_of(evidence, lines.lines))
        for claim, lines in cited
    ]
    opinions = iter(_read(reader, readings, tell))
    read: list[Claim] = []
    failures: list[ModelError] = []
    for claim, lines in claims:
        opinion = next(opinions) if lines.lines else None
        if isinstance(opinion, ModelError):
            failures.append(opinion)
        elif opinion is not None:
            outcome = Outcome(claim.verdict, claim.findings)
            outcome = with_opinion(outcome, opinion, reader.name, evidence)
            claim = replace(claim, verdict=outcome.verdict, findings=outcome.findings)
        read.append(claim)
    return read, _without(failures, len(readings))


def _read(
    reader: SecondReader, readings: Sequence[Reading], tell: Callable[[str], None]
) -> Sequence[Opinion | ModelError]:
    def progress(done: int, total: int) -> None:
        tell(f"{reader.name} reads the claims once more: {done} of {total}")

    progress(0, len(readings))
    return reader.read(readings, progress)


def _without(failures: Sequence[ModelError], count: int) -> str:
    if not failures:
        return ""
    return f"{len(failures)} of {count} claims have no second opinion: {failures[0]}"
