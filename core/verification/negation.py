"""Whether a claim keeps the negations and exceptions of the lines, and adds none."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from core.quantities.extraction import quantities, sure_quantities
from core.quantities.quantity import same_number
from core.verification.alignment import clauses_of, repeated
from core.verification.clauses import CONTRAST, content, share, split
from core.verification.negators import EXCEPT, ONLY, is_negated, negations
from core.verification.prefixes import opened
from core.verification.verdicts import Check, Finding, Weight, worst

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.text.language import Language
    from core.verification.negators import Negation
    from core.verification.source import Source

_ALIGNED = 0.34
"""Share of a claim's words that a clause holds which the claim may be about."""
_MOST = 0.6
"""Share of a negated clause that a claim repeats which should repeat the negation as well."""
_NEARLY_ALL = 0.8
"""Share of a claim's words in a clause that is taken to be what the claim repeats."""


def check_negation(
    claim: str, language: Language, source: Source, *, foreign: bool = False
) -> Finding:
    """Compares negations clause by clause; only their presence if the languages differ."""
    if foreign:
        return _presence(claim, language, source)
    source, claim = _opened(claim, source)
    claimed = negations(claim, language)
    theirs = negations(source.wide, source.language)
    words = content(claim, language)
    added, missing = _unpaired(claimed, theirs)
    plain = _said_plainly(words, theirs, source)
    missing = [negation for negation in missing if words & negation.head - plain or not plain]
    findings = _dropped(claim, words, missing)
    findings += _added(words, added, source)
    findings += _turned(claim, language, source)
    passed = "Its negations are those of the lines." if claimed else "Neither negates the other."
    return worst(Check.NEGATION, findings, passed)


def _opened(claim: str, source: Source) -> tuple[Source, str]:
    """Both with "not effective" for "ineffective" where the other says "effective"."""
    sentences = tuple(opened(text, claim) for text in source.sentences)
    return replace(source, sentences=sentences), opened(claim, source.wide)


def _dropped(
    claim: str, words: frozenset[int], missing: Sequence[Negation]
) -> list[tuple[Weight, str]]:
    """Negations of the lines that the claim leaves out."""
    if ONLY.search(claim):  # "not unless encrypted" is "only if encrypted"
        missing = [negation for negation in missing if negation.kind == "partial"]
    weighed = ((_dropping(negation, words), negation.text) for negation in missing)
    return [(weight, f"{message}: “{text}”.") for (weight, message), text in weighed if weight]


def _dropping(negation: Negation, words: frozenset[int]) -> tuple[Weight, str]:
    """What it means that a claim of these words is without a negation."""
    mentioned = bool(negation.head & words)
    about = max(share(words, negation.clause), share(negation.clause, words)) >= _ALIGNED
    if negation.kind == "exception":
        if mentioned:
            return Weight.AGAINST, "The lines make an exception"
        return (Weight.DOUBT if about else Weight.NOTHING), "It leaves out an exception"
    if mentioned and about:
        return Weight.AGAINST, "The lines negate it"
    doubtful = (
        about
        and negation.kind == "whole"
        and share(negation.clause - negation.head, words) >= _MOST
    )
    return (Weight.DOUBT if doubtful else Weight.NOTHING), "It leaves out a negation"


def _unpaired(
    claimed: Sequence[Negation], theirs: Sequence[Negation]
) -> tuple[list[Negation], list[Negation]]:
    """Negations of the claim, and of the lines, that the other does not have.

    Those of one kind are paired first; "no benefit" may stand for "did not benefit" after that.
    """
    added = [
        negation for negation in claimed if not any(_alike(negation, other) for other in theirs)
    ]
    missing = [
        negation for negation in theirs if not any(_alike(negation, other) for other in claimed)
    ]
    loose = [negation for negation in added if not any(_akin(negation, other) for other in missing)]
    left = [negation for negation in missing if not any(_akin(negation, other) for other in added)]
    return loose, left


def _said_plainly(
    words: frozenset[int], theirs: Sequence[Negation], source: Source
) -> frozenset[int]:
    """The words of a clause without negation that holds nearly all of a claim's, if one does."""
    negated = [negation.text for negation in theirs]
    clauses = [
        content(part.text, source.language)
        for sentence in source.sentences
        for part in split(sentence, CONTRAST)
        if not any(text in part.text for text in negated)
    ]
    best = max(clauses, key=lambda clause: share(words, clause), default=frozenset[int]())
    return best if share(words, best) >= _NEARLY_ALL else frozenset()


def _alike(negation: Negation, other: Negation) -> bool:
    """Whether two negations of one kind are the same."""
    if negation.kind != other.kind:
        return False
    if negation.kind != "whole":
        return bool(negation.head & other.head)
    if not negation.head or not other.head:
        return True
    return bool(negation.head & (other.head | other.clause) or other.head & negation.clause)


def _akin(negation: Negation, other: Negation) -> bool:
    """Whether two negations say the same in other words: each is about what the other negates."""
    ours = negation.head & (other.head | other.clause)
    theirs = other.head & (negation.head | negation.clause)
    return bool(ours and theirs)


def _added(
    words: frozenset[int], added: Sequence[Negation], source: Source
) -> list[tuple[Weight, str]]:
    """What negations that the lines do not have say against the claim."""
    inside = content(source.wide, source.language)
    findings: list[tuple[Weight, str]] = []
    for negation in added:
        known = bool(negation.head & inside) or share(words, inside) >= _ALIGNED
        weight = Weight.AGAINST if known else Weight.DOUBT
        findings.append(
            (weight, f"The lines do not negate it as the claim does: “{negation.text}”.")
        )
    return findings


def _turned(claim: str, language: Language, source: Source) -> list[tuple[Weight, str]]:
    """Clauses of the claim that the lines have with the opposite sense."""
    theirs = clauses_of(source.wide, source.language)
    findings: list[tuple[Weight, str]] = []
    for clause in clauses_of(claim, language):
        same = [repeat for repeat in repeated(clause, theirs) if not EXCEPT.search(repeat.text)]
        if same and not EXCEPT.search(clause.text):
            sense = is_negated(clause.text)
            if all(is_negated(repeat.text) is not sense for repeat in same):
                message = f"The lines say the opposite: “{same[0].text.strip()}”."
                findings.append((Weight.AGAINST, message))
    return findings


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
    nearest = (text for text, n in zip(source.sentences, counts, strict=True) if n == most)
    return list(nearest) if most else source.sentences
