"""The checks of a claim, and the verdict that they come to."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from core.quantities.extraction import sure_quantities
from core.spans import unplaced
from core.text.language import Language, differ, language_of
from core.text.one_line import cut_to_line
from core.text.word_tables import whole_words, word_table
from core.verification.clauses import content, share
from core.verification.coverage import Coverage, coverage
from core.verification.groups import check_groups
from core.verification.meaning import check_firmness, check_meaning
from core.verification.names import check_names, names_of
from core.verification.negation import check_negation
from core.verification.numbers import check_numbers
from core.verification.plain_text import plain
from core.verification.quotes import check_quotes
from core.verification.source import Source, source_of
from core.verification.verdicts import VERDICTS, Check, Finding, Outcome, Weight

if TYPE_CHECKING:
    from core.evidence.grounding import Cited
    from core.evidence.numbered_lines import Evidence, EvidenceLine
    from core.verification.comparison import Compare

_ELSEWHERE = 0.6
"""Share of a claim's words that another sentence needs to be looked at as the one meant."""
_WORD = re.compile(r"(?<![\\\w])\w+")
"""A word; commands of LaTeX, in which other parsers give formulas, are none."""
_SMALL = whole_words(word_table(__file__)["small"])
"""Words that any claim may have; those that turn or limit what is said are not among them."""
_SHOWN = 100
"""Characters that are shown of what stands nowhere."""
_LOOKED_AT = 3
"""Other sentences that are looked at, those with most of the claim's words."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the checks make of a claim, and how likely its words and meaning are the source's.

    None where they were not compared.
    """

    findings: tuple[Finding, ...]
    probability: float | None

    @property
    def passed(self) -> bool:
        """Whether nothing speaks against the claim."""
        return all(finding.passed for finding in self.findings)


def checked(
    text: str, cited: Cited, evidence: Evidence, compare: Compare, *, strict: bool = False
) -> Outcome:
    """The verdict on a claim that cites lines of the evidence.

    Supported: no check of facts speaks against it, and the probability that its words and meaning
    come to is high enough, with `strict` higher. A number, unit, negation or name that is not that
    of the lines: unsupported, unless another line that was retrieved bears the claim out; it is
    named then, and the claim is partial, as it is where a check is in doubt, and where it has words
    that another parser gives the lines and that stand nowhere on the page.
    """
    if not cited.lines:
        message = "It cites no line, or none that was retrieved."
        own = Judgement((Finding(Check.LINES, Weight.AGAINST, message),), None)
    else:
        own = judged(text, source_of(evidence, cited.lines), compare, strict=strict)
        own = replace(own, findings=(_lines(cited), *own.findings))
    if not own.passed:
        own = _relocated(own, text, cited, evidence, compare)
    if invented := _invented(text, cited, evidence):
        shown = cut_to_line(invented[0], _SHOWN)
        message = f"Words of the lines that it uses stand nowhere on the page: “{shown}”"
        passed = Check.LINES, Weight.NOTHING
        rest = [finding for finding in own.findings if (finding.check, finding.weight) != passed]
        own = replace(own, findings=(Finding(Check.LINES, Weight.DOUBT, message), *rest))
    weight = max(finding.weight for finding in own.findings)
    verdict = next(verdict for verdict, gravest in VERDICTS.items() if gravest is weight)
    return Outcome(verdict, own.findings)


def judged(text: str, source: Source, compare: Compare, *, strict: bool = False) -> Judgement:
    """What each check makes of a claim beside a source."""
    text = plain(text)
    if _is_sentence(text, source):
        message = "It is a sentence of the lines, word for word."
        return Judgement((Finding(Check.QUOTE, Weight.NOTHING, message),), 1.0)
    language = language_of(text)
    if language is Language.OTHER:
        language = source.language
    foreign = differ(language, source.language)
    findings = _facts(text, language, source, foreign=foreign)
    if foreign:
        return Judgement((*findings, _across(text, language)), None)
    covered = coverage(text, language, source)
    values = _values(text, language, source, covered, compare)
    meaning, likely = check_meaning(covered, values, strict=strict)
    return Judgement((*findings, meaning), likely)


def values_of(text: str, source: Source, compare: Compare) -> tuple[dict[str, float], Weight]:
    """What the probability of a claim is computed from, and the most that a check says against it.

    Claim and source are in the same language.
    """
    text, language = plain(text), source.language
    findings = _facts(text, language, source, foreign=False)
    covered = coverage(text, language, source)
    values = _values(text, language, source, covered, compare)
    most = max(finding.weight for finding in findings)
    return values, max(most, Weight.DOUBT) if covered.is_swapped else most


def _facts(text: str, language: Language, source: Source, *, foreign: bool) -> list[Finding]:
    """What the checks find that need no weighing; groups are not compared across languages."""
    findings = [
        check_quotes(text, source),
        check_numbers(text, language, source),
        check_negation(text, language, source, foreign=foreign),
        check_names(text, language, source, foreign=foreign),
    ]
    if not foreign:
        findings.append(check_groups(text, language, source))
        findings.append(check_firmness(text, language, source))
    return [finding for finding in findings if finding is not None]


def _values(
    text: str,
    language: Language,
    source: Source,
    covered: Coverage,
    compare: Compare,
) -> dict[str, float]:
    """What the probability is computed from, 0 to 1 each, by its name in `calibration.json`."""
    values = {"nearby": covered.nearby, "complete": float(not covered.missing)}
    return values | compare(text, source) if language is Language.ENGLISH else values


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


def _invented(text: str, cited: Cited, evidence: Evidence) -> list[str]:
    """What another parser alone gives of the cited lines, where the claim has words of it."""
    words = _words(text)
    pieces = [piece for line in cited.lines for piece in unplaced(evidence.sir(line), line.spans)]
    return [piece for piece in pieces if not words.isdisjoint(_words(piece))]


def _words(text: str) -> set[str]:
    words = _WORD.findall(plain(text).casefold())
    return {word for word in words if not _SMALL.fullmatch(word)}


def _relocated(
    own: Judgement, text: str, cited: Cited, evidence: Evidence, compare: Compare
) -> Judgement:
    for line in _candidates(text, cited, evidence):
        source = source_of(evidence, [line])
        other = judged(text, replace(source, cited=source.wide), compare, strict=True)
        if other.passed:
            page = evidence.page(line)
            place = f"on page {page}" if page else "elsewhere"
            message = f"It stands in another line, {place}, which is not cited: “{line.text}”"
            moved = Finding(Check.LINES, Weight.DOUBT, message)
            return Judgement((moved, *other.findings), other.probability)
    return own


def _candidates(text: str, cited: Cited, evidence: Evidence) -> list[EvidenceLine]:
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
