"""Whether a claim keeps the negations and exceptions of the clauses that it repeats, and adds none.

A negation elsewhere in the lines says nothing about a claim: on public sets of claims it stood
there as often beside right ones as beside wrong ones.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from core.quantities.extraction import quantities, sure_quantities
from core.quantities.quantity import same_number
from core.verification.clauses import JOINT, Clause, clauses_of, content, nearest, share, split
from core.verification.negators import EXCEPT, ONLY, exceptions, is_negated, negations
from core.verification.prefixes import opened
from core.verification.verdicts import Check, Finding, Weight, worst

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.text.language import Language
    from core.verification.source import Source

SAY_OPPOSITE = "The lines say the opposite: "
"""Comes before the clause that does."""
_REPEATED = 0.6
"""Share of the words of a clause, the claim's or that of the lines, which the other repeats."""
_NEARLY_ALL = 0.8
"""Share of a claim's words in a clause whose exception it should repeat, and of the words of an
exception which are sure to be those of another text."""


def check_negation(
    claim: str, language: Language, source: Source, *, foreign: bool = False
) -> Finding:
    """Compares negations clause by clause; only their presence if the languages differ."""
    if foreign:
        return _presence(claim, language, source)
    sentences = tuple(opened(text, claim) for text in source.sentences)
    source, claim = replace(source, sentences=sentences), opened(claim, source.wide)
    theirs = clauses_of(source.wide, source.language)
    findings: list[tuple[Weight, str]] = []
    for clause in clauses_of(claim, language):
        findings += _turned(clause, theirs, language)
    findings += _without_exception(claim, language, source)
    passed = "Its clauses are negated where those of the lines are, and nowhere else."
    return worst(Check.NEGATION, findings, passed)


def _turned(
    clause: Clause, theirs: Sequence[Clause], language: Language
) -> list[tuple[Weight, str]]:
    """That the clauses which one of the claim repeats all have the opposite sense."""
    if EXCEPT.search(clause.text):
        return []
    same = [other for other in nearest(clause, theirs, _REPEATED) if not EXCEPT.search(other.text)]
    sense = is_negated(clause.text)
    if not same or any(is_negated(other.text) is sense for other in same):
        return []
    if not all(_is_of_what_both_say(clause, other, language) for other in same):
        return []
    return [(Weight.AGAINST, f"{SAY_OPPOSITE}“{same[0].text.strip()}”.")]


def _is_of_what_both_say(clause: Clause, other: Clause, language: Language) -> bool:
    """Whether what one of two clauses negates is something that the other one speaks of."""
    negated, plain = (clause, other) if is_negated(clause.text) else (other, clause)
    heads = [negation.head for negation in negations(negated.text, language)]
    return any(not head or head & plain.words for head in heads)


def _without_exception(claim: str, language: Language, source: Source) -> list[tuple[Weight, str]]:
    """That a claim and a sentence which it repeats say the same of what only one of them excepts.

    Leaving an exception out is doubtful. "Not unless encrypted" is "only if encrypted", so a claim
    that confines itself is left alone.
    """
    if ONLY.search(claim):
        return []
    findings: list[tuple[Weight, str]] = []
    for sentence in source.sentences:
        if not EXCEPT.search(claim):
            for exception, is_said in _left_out(claim, language, sentence, source.language):
                weight = Weight.AGAINST if is_said else Weight.DOUBT
                what = "The lines make an exception" if is_said else "It leaves out an exception"
                findings.append((weight, f"{what}: “{exception}”."))
        elif not EXCEPT.search(sentence):
            words = content(sentence, source.language)
            for exception, is_said in _left_out(sentence, source.language, claim, language):
                if is_said and share(content(exception, language), words) >= _NEARLY_ALL:
                    findings.append((Weight.AGAINST, f"It makes an exception: “{exception}”."))
        elif _is_opposite_rule(claim, language, sentence, source.language):
            findings.append((Weight.AGAINST, f"{SAY_OPPOSITE}“{sentence.strip()}”."))
    return findings


def _is_opposite_rule(text: str, language: Language, other: str, theirs: Language) -> bool:
    """Whether one of two texts with the same exception negates the rule of the other."""
    return any(
        share(content(main, language), content(rule, theirs)) >= _NEARLY_ALL
        and share(content(exception, language), content(excepted, theirs)) >= _NEARLY_ALL
        and (is_negated(main) is is_negated(exception))
        is not (is_negated(rule) is is_negated(excepted))
        for main, exception in exceptions(text)
        for rule, excepted in exceptions(other)
    )


def _left_out(
    text: str, language: Language, other: str, theirs: Language
) -> Iterator[tuple[str, bool]]:
    """The exceptions of another text that one which repeats it leaves out, or says not to be any.

    "If septic" is "not unless septic", and "if 35 or more" is "unless below 35".
    """
    words = content(text, language)
    for main, exception in exceptions(other):
        rule, excepted = content(main, theirs), content(exception, theirs)
        if share(words, rule | excepted) < _NEARLY_ALL or not words & rule:
            continue
        alone = len(split(exception, JOINT)) == 1
        if alone and _has_reverse(text, exception, language, theirs):
            continue
        is_said = share(excepted, words) >= _REPEATED
        sense = is_negated(main) is not is_negated(exception)
        if not is_said or is_negated(text) is sense:
            yield exception.strip(), is_said


def _has_reverse(claim: str, exception: str, language: Language, theirs: Language) -> bool:
    """Whether a claim says when an exception does not hold: "35 or more" for "below 35"."""
    limits = [q for q in quantities(exception, theirs) if q.bound.direction]
    return any(
        same_number(number, limit) and number.bound is limit.bound.reverse
        for number in sure_quantities(claim, language)
        for limit in limits
    )


def _presence(claim: str, language: Language, source: Source) -> Finding:
    """Whether both negate something, or neither does; in the sentences with the same numbers."""
    claimed = negations(claim, language)
    sentences = _of_same_numbers(claim, language, source)
    theirs = negations("\n".join(sentences), source.language)
    findings: list[tuple[Weight, str]] = []
    if theirs and not claimed:
        weight = Weight.AGAINST if len(sentences) == 1 else Weight.DOUBT
        findings.append((weight, f"The lines negate, the claim does not: “{theirs[0].text}”."))
    if claimed and not theirs:
        findings.append(
            (Weight.AGAINST, f"The claim negates, the lines do not: “{claimed[0].text}”.")
        )
    return worst(Check.NEGATION, findings, "Both negate, or neither does.")


def _of_same_numbers(claim: str, language: Language, source: Source) -> Sequence[str]:
    """The sentences that have most of the claim's numbers; all of them if none has any."""
    asked = sure_quantities(claim, language)
    counts = [
        sum(
            any(same_number(number, other) for other in quantities(text, source.language))
            for number in asked
        )
        for text in source.sentences
    ]
    most = max(counts, default=0)
    nearest_ones = (text for text, n in zip(source.sentences, counts, strict=True) if n == most)
    return list(nearest_ones) if most else source.sentences
