"""The checks of a claim, and the verdict that they come to."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from core.quantities.extraction import sure_quantities
from core.text.language import Language, differ, language_of
from core.verification.clauses import content, share
from core.verification.meaning import check_meaning
from core.verification.names import check_names, names_of
from core.verification.negation import check_negation
from core.verification.numbers import check_numbers
from core.verification.quotes import check_quotes
from core.verification.source import source_of
from core.verification.verdicts import Check, Finding, Outcome, Verdict, Weight

if TYPE_CHECKING:
    from core.evidence.grounding import Cited
    from core.evidence.numbered_lines import Evidence, EvidenceLine
    from core.verification.meaning import Closeness
    from core.verification.source import Source

_VERDICTS = {
    Weight.NOTHING: Verdict.SUPPORTED,
    Weight.DOUBT: Verdict.PARTIAL,
    Weight.AGAINST: Verdict.UNSUPPORTED,
}
_ELSEWHERE = 0.6
"""Share of a claim's words that another sentence needs to be looked at as the one meant."""
_LOOKED_AT = 3
"""Other sentences that are looked at, those with most of the claim's words."""


def checked(text: str, cited: Cited, evidence: Evidence, compare: Closeness) -> Outcome:
    """The verdict on a claim that cites lines of the evidence.

    Every check passed: supported. A number, unit, negation or name that is not that of the
    lines: unsupported, unless another line that was retrieved bears the claim out; it is named
    then, and the claim is partial, as it is where a check is in doubt.
    """
    if not cited.lines:
        message = "It cites no line, or none that was retrieved."
        findings = [Finding(Check.LINES, Weight.AGAINST, message)]
        return _outcome(_relocated(findings, text, cited, evidence, compare))
    source = source_of(evidence, cited.lines)
    findings = [_lines(cited), *judged(text, source, compare)]
    if any(finding.weight for finding in findings):
        findings = _relocated(findings, text, cited, evidence, compare)
    return _outcome(findings)


def judged(text: str, source: Source, compare: Closeness) -> list[Finding]:
    """What each check makes of a claim beside a source."""
    if _is_sentence(text, source):
        message = "It is a sentence of the lines, word for word."
        return [Finding(Check.QUOTE, Weight.NOTHING, message)]
    language = language_of(text)
    if language is Language.OTHER:
        language = source.language
    foreign = differ(language, source.language)
    findings = [
        check_quotes(text, source),
        check_numbers(text, language, source),
        check_negation(text, language, source, foreign=foreign),
        check_names(text, language, source, foreign=foreign),
        _across(text, language) if foreign else check_meaning(text, language, source, compare),
    ]
    return [finding for finding in findings if finding is not None]


def _is_sentence(text: str, source: Source) -> bool:
    """Whether a claim is a whole sentence that the cited lines hold; a part may lack a "not"."""
    plain = _plain(text)
    return plain in map(_plain, source.sentences) and plain in _plain(source.cited)


def _plain(text: str) -> str:
    return " ".join(text.split()).rstrip(".")


def _across(text: str, language: Language) -> Finding:
    """Meaning is not compared across languages; numbers and names are all that can be."""
    anchored = names_of(text, language) or sure_quantities(text, language)
    if anchored:
        message = "Meaning is not compared across languages; numbers, negations and names are."
        return Finding(Check.MEANING, Weight.NOTHING, message)
    message = "It has no number or name that could be compared across languages: read the lines."
    return Finding(Check.MEANING, Weight.DOUBT, message)


def _lines(cited: Cited) -> Finding:
    if cited.unknown:
        numbers = ", ".join(map(str, cited.unknown[:5]))
        message = f"It also cites lines that were never given: {numbers}. They were left out."
        return Finding(Check.LINES, Weight.DOUBT, message)
    return Finding(Check.LINES, Weight.NOTHING, "The lines it cites exist.")


def _relocated(
    findings: list[Finding], text: str, cited: Cited, evidence: Evidence, compare: Closeness
) -> list[Finding]:
    """The findings, or that another line bears the claim out."""
    for line in _candidates(text, cited, evidence):
        source = source_of(evidence, [line])
        source = replace(source, cited=source.wide)
        others = judged(text, source, compare)
        if not any(finding.weight for finding in others):
            page = evidence.page(line)
            place = f"on page {page}" if page else "elsewhere"
            message = f"It stands in another line, {place}, which is not cited: “{line.text}”"
            return [Finding(Check.LINES, Weight.DOUBT, message), *others]
    return findings


def _candidates(text: str, cited: Cited, evidence: Evidence) -> list[EvidenceLine]:
    """Lines that are not cited, of the sentences that hold most of the claim's words."""
    words = content(text, language_of(text))
    numbers = {line.number for line in cited.lines}
    scored: dict[tuple[str, ...], tuple[float, EvidenceLine]] = {}
    for line in evidence.lines:
        if line.number in numbers:
            continue
        source = source_of(evidence, [line])
        theirs = content(source.wide, source.language) | content(source.above, source.language)
        part = share(words, theirs)
        inside = share(words, content(line.text, source.language))
        if part >= _ELSEWHERE and inside > scored.get(source.sentences, (0.0, line))[0]:
            scored[source.sentences] = inside, line
    best = sorted(scored.values(), key=lambda scored_line: (-scored_line[0], scored_line[1].number))
    return [line for _, line in best[:_LOOKED_AT]]


def _outcome(findings: list[Finding]) -> Outcome:
    weight = max(finding.weight for finding in findings)
    return Outcome(_VERDICTS[weight], tuple(findings))
