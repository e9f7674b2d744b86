"""Lines that speak against a claim, among those that were retrieved and that it does not cite.

A sentence speaks against a claim only where it is about the same: it repeats most of the claim's
words, and the claim most of its own. Then it gives another number for the same thing, says the
opposite, or says so of other people.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from core.quantities.extraction import sure_quantities
from core.quantities.population import People
from core.quantities.quantity import Quantity, same_date, same_number
from core.text.language import Language, differ, language_of
from core.verification.clauses import content, share
from core.verification.comparisons import turned_round
from core.verification.coverage import coverage
from core.verification.negation import SAY_OPPOSITE, check_negation
from core.verification.plain_text import plain
from core.verification.source import Source, placed_sentences, source_of
from core.verification.verdicts import Weight

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.evidence.grounding import Cited
    from core.evidence.numbered_lines import Evidence, EvidenceLine
    from core.spans import Span

    _How = tuple["Opposition", str]

_REPEATS, _REPEATED = 0.6, 0.4
"""Shares of the claim's words in a sentence, and of the sentence's in the claim, by weight, from
which both are about the same; numbers count for neither."""
_AT_ALL = 0.4
"""Either share, each word counting the same, below which a sentence is not looked at."""
_ALIKE = 0.7
"""The smaller of both shares, from which a negation or a comparison is of the same."""
_MOST = 3
"""Sentences that are shown for a claim, those that share most with it."""
_DIGITS = re.compile(r"\d")
_DATE = "date"
"""The kind of days, months and years."""
_NEXT_WORD = re.compile(r"\s+[^\W\d_]+")
_NOT_COMPARED = frozenset({"ordinal"})
"""Kinds of numbers that may count anything: a second dose, the first of March."""


class Opposition(StrEnum):
    """How a sentence speaks against a claim; the value is for people."""

    NUMBER = "Another number"
    OPPOSITE = "The opposite"
    PEOPLE = "For other people"


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A sentence that speaks against a claim, and how, in words.

    `spans` are the sentence, or the cells of the row, and `line` is the first line that holds it.
    """

    line: EvidenceLine
    spans: tuple[Span, ...]
    opposition: Opposition
    words: str


def contradictions(claim: str, cited: Cited, evidence: Evidence) -> tuple[Contradiction, ...]:
    """What of the evidence speaks against a claim, nearest first; nothing across languages."""
    claim = plain(claim)
    language = language_of(claim)
    rated: list[tuple[float, Contradiction]] = []
    for line, spans, source in _others(cited, evidence):
        if language is not Language.OTHER and differ(language, source.language):
            continue
        if told := opposed(claim, source.language, source):
            against = Contradiction(line, spans, told.opposition, told.words)
            rated.append((told.near, against))
    rated.sort(key=lambda pair: -pair[0])
    return tuple(contradiction for _, contradiction in rated[:_MOST])


class Opposed(NamedTuple):
    """How a sentence speaks against a claim, in words, and how near it is to it, 0 to 1."""

    opposition: Opposition
    words: str
    near: float


def opposed(claim: str, language: Language, source: Source) -> Opposed | None:
    """How the first sentence of a source that does so speaks against a claim; None if none."""
    for sentence in source.sentences:
        alone = replace(source, cited=sentence, sentences=(sentence,))
        near = _nearness(claim, language, alone)
        if near and (told := _opposed(claim, language, alone, near)):
            return Opposed(*told, near)
    return None


def _opposed(claim: str, language: Language, source: Source, near: float) -> _How | None:
    around = "\n".join((source.wide, source.above))
    ours, theirs = People.named(claim), People.named(around)
    how = _otherwise(claim, language, source, near)
    if ours.is_apart(theirs):
        return Opposition.PEOPLE, how[1] if how else "It speaks of people of another age."
    if how and ((theirs.ages and not ours.ages) or (theirs.pregnant and not ours.pregnant)):
        return Opposition.PEOPLE, how[1]
    return how


def _otherwise(claim: str, language: Language, source: Source, near: float) -> _How | None:
    """How a sentence about the same says something else, whoever it is about."""
    if near >= _ALIKE:
        negation = check_negation(claim, language, source)
        if negation.weight is Weight.AGAINST:
            return Opposition.OPPOSITE, negation.words.removeprefix(SAY_OPPOSITE)
        if words := turned_round(claim, language, source):
            return Opposition.OPPOSITE, words
    if numbers := _other_number(claim, language, source.wide):
        ours, theirs = (number.text.strip() for number in numbers)
        return Opposition.NUMBER, f"“{theirs}” where the claim says “{ours}”."
    return None


def _other_number(
    claim: str, language: Language, sentence: str
) -> tuple[Quantity, Quantity] | None:
    """A number of the claim, and the one of the same kind that the sentence has in its place.

    All others of their kind must be the same, or it is open which stands for which. Of two labels
    or dates, such as stages or years, each has numbers of its own. Bare numbers are compared where
    they count the same.
    """
    ours, theirs = _by_kind(claim, language), _by_kind(sentence, language)
    pairs: dict[str, tuple[Quantity, Quantity]] = {}
    for kind in ours.keys() & theirs.keys():
        left = _unmatched(ours[kind], theirs[kind])
        right = _unmatched(theirs[kind], ours[kind])
        if len(left) == len(right) == 1:
            pairs[kind] = left[0], right[0]
        elif kind == _DATE and left and right:
            return None
    if any(number.is_label for number, _ in pairs.values()):
        return None
    if _DATE in pairs and (len(ours) > 1 or len(theirs) > 1):
        return None
    if "" in pairs:
        counted = _counted(claim, pairs[""][0], language)
        if not counted or counted != _counted(sentence, pairs[""][1], language):
            del pairs[""]
    return min(pairs.values(), key=lambda pair: pair[0].start, default=None)


def _counted(text: str, number: Quantity, language: Language) -> frozenset[int]:
    """The stem of the word behind a number; nothing where none follows."""
    word = _NEXT_WORD.match(text, number.end)
    return content(word[0], language) if word else frozenset()


def _by_kind(text: str, language: Language) -> dict[str, list[Quantity]]:
    """The numbers of a text by what they measure; a bare number measures nothing."""
    kinds: dict[str, list[Quantity]] = {}
    for number in sure_quantities(text, language):
        kind = _DATE if number.calendar else number.dimension
        if kind not in _NOT_COMPARED:
            kinds.setdefault(kind, []).append(number)
    return kinds


def _unmatched(numbers: Sequence[Quantity], others: Sequence[Quantity]) -> list[Quantity]:
    return [
        number for number in numbers if not any(_may_be_same(number, other) for other in others)
    ]


def _may_be_same(number: Quantity, other: Quantity) -> bool:
    if number.calendar and other.calendar:
        return same_date(number.calendar, other.calendar) is not False
    return same_number(number, other)


def _nearness(claim: str, language: Language, source: Source) -> float:
    """The smaller share that claim and sentence repeat of each other; 0 if not about the same.

    Words count by their weight: the rare ones, such as the name of a drug, say what both are about.
    """
    ours, theirs = _words(claim, language), _words(source.wide, language)
    if share(ours, theirs) < _AT_ALL or share(theirs, ours) < _AT_ALL:
        return 0.0
    repeats = coverage(claim, language, replace(source, headings=())).words
    mirrored = Source(claim, (claim,), (), language)
    repeated = coverage(source.wide, language, mirrored).words
    return min(repeats, repeated) if repeats >= _REPEATS and repeated >= _REPEATED else 0.0


def _words(text: str, language: Language) -> frozenset[int]:
    return content(" ".join(w for w in text.split() if not _DIGITS.search(w)), language)


def _others(
    cited: Cited, evidence: Evidence
) -> Iterator[tuple[EvidenceLine, tuple[Span, ...], Source]]:
    """The sentences that the claim does not cite, each with its first line and its place."""
    own = {line.number for line in cited.lines}
    taken = set(source_of(evidence, cited.lines).sentences) if cited.lines else set[str]()
    seen: set[tuple[str, tuple[Span, ...]]] = set()
    for line in evidence.lines:
        if line.number in own:
            continue
        whole = source_of(evidence, [line])
        document = evidence.passages[line.passage].hit.document
        for spans, sentence in placed_sentences(evidence.sir(line), line.spans):
            if sentence not in taken and (document, spans) not in seen:
                seen.add((document, spans))
                yield line, spans, replace(whole, cited=sentence, sentences=(sentence,))
