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
    held = negations(source.wide, source.language)
    words = content(claim, language)
    added, missing = _unpaired(claimed, held)
    plain = _said_plainly(words, held, source)
    missing = [one for one in missing if words & one.head - plain or not plain]
    found = _dropped(claim, words, missing)
    found += _added(words, added, source)
    found += _turned(claim, language, source)
    passed = "Its negations are those of the lines." if claimed else "Neither negates the other."
    return worst(Check.NEGATION, found, passed)


def _opened(claim: str, source: Source) -> tuple[Source, str]:
    """Both with "not effective" for "ineffective" where the other says "effective"."""
    sentences = tuple(opened(text, claim) for text in source.sentences)
    return replace(source, sentences=sentences), opened(claim, source.wide)


def _dropped(
    claim: str, words: frozenset[int], missing: Sequence[Negation]
) -> list[tuple[Weight, str]]:
    """Negations of the lines that the claim leaves out."""
    if ONLY.search(claim):  # "not unless encrypted" is "only if encrypted"
        missing = [one for one in missing if one.kind == "partial"]
    found = ((_dropping(one, words), one.text) for one in missing)
    return [(weight, f"{said}: “{text}”.") for (weight, said), text in found if weight]


def _dropping(one: Negation, words: frozenset[int]) -> tuple[Weight, str]:
    """What it means that a claim of these words is without a negation."""
    mentioned = bool(one.head & words)
    about = max(share(words, one.clause), share(one.clause, words)) >= _ALIGNED
    if one.kind == "exception":
        if mentioned:
            return Weight.AGAINST, "The lines make an exception"
        return (Weight.DOUBT if about else Weight.NOTHING), "It leaves out an exception"
    if mentioned and about:
        return Weight.AGAINST, "The lines negate it"
    doubtful = about and one.kind == "whole" and share(one.clause - one.head, words) >= _MOST
    return (Weight.DOUBT if doubtful else Weight.NOTHING), "It leaves out a negation"


def _unpaired(
    claimed: Sequence[Negation], held: Sequence[Negation]
) -> tuple[list[Negation], list[Negation]]:
    """Negations of the claim, and of the lines, that the other does not have.

    Those of one kind are paired first; "no benefit" may stand for "did not benefit" after that.
    """
    added = [one for one in claimed if not any(_alike(one, other) for other in held)]
    missing = [one for one in held if not any(_alike(one, other) for other in claimed)]
    loose = [one for one in added if not any(_akin(one, other) for other in missing)]
    left = [one for one in missing if not any(_akin(one, other) for other in added)]
    return loose, left


def _said_plainly(
    words: frozenset[int], held: Sequence[Negation], source: Source
) -> frozenset[int]:
    """The words of a clause without negation that holds nearly all of a claim's, if one does."""
    negated = [one.text for one in held]
    clauses = [
        content(part.text, source.language)
        for sentence in source.sentences
        for part in split(sentence, CONTRAST)
        if not any(text in part.text for text in negated)
    ]
    best = max(clauses, key=lambda clause: share(words, clause), default=frozenset[int]())
    return best if share(words, best) >= _NEARLY_ALL else frozenset()


def _alike(one: Negation, other: Negation) -> bool:
    """Whether two negations of one kind are the same."""
    if one.kind != other.kind:
        return False
    if one.kind != "whole":
        return bool(one.head & other.head)
    if not one.head or not other.head:
        return True
    return bool(one.head & (other.head | other.clause) or other.head & one.clause)


def _akin(one: Negation, other: Negation) -> bool:
    """Whether two negations say the same in other words: each is about what the other negates."""
    ours = one.head & (other.head | other.clause)
    theirs = other.head & (one.head | one.clause)
    return bool(ours and theirs)


def _added(
    words: frozenset[int], added: Sequence[Negation], source: Source
) -> list[tuple[Weight, str]]:
    """What negations that the lines do not have say against the claim."""
    inside = content(source.wide, source.language)
    found: list[tuple[Weight, str]] = []
    for one in added:
        known = bool(one.head & inside) or share(words, inside) >= _ALIGNED
        weight = Weight.AGAINST if known else Weight.DOUBT
        found.append((weight, f"The lines do not negate it as the claim does: “{one.text}”."))
    return found


def _turned(claim: str, language: Language, source: Source) -> list[tuple[Weight, str]]:
    """Clauses of the claim that the lines have with the opposite sense."""
    held = clauses_of(source.wide, source.language)
    found: list[tuple[Weight, str]] = []
    for clause in clauses_of(claim, language):
        same = [one for one in repeated(clause, held) if not EXCEPT.search(one.text)]
        if same and not EXCEPT.search(clause.text):
            sense = is_negated(clause.text)
            if all(is_negated(one.text) is not sense for one in same):
                said = f"The lines say the opposite: “{same[0].text.strip()}”."
                found.append((Weight.AGAINST, said))
    return found


def _presence(claim: str, language: Language, source: Source) -> Finding:
    """Whether both negate something, or neither does; in the sentences with the same numbers."""
    claimed = negations(claim, language)
    sentences = _of_same_numbers(claim, language, source)
    held = negations("\n".join(sentences), source.language)
    found: list[tuple[Weight, str]] = []
    if held and not claimed:
        weight = Weight.AGAINST if len(sentences) == 1 else Weight.DOUBT
        found.append((weight, f"The lines negate, the claim does not: “{held[0].text}”."))
    if claimed and not held:
        found.append((Weight.AGAINST, f"The claim negates, the lines do not: “{claimed[0].text}”."))
    return worst(Check.NEGATION, found, "Both negate, or neither does.")


def _of_same_numbers(claim: str, language: Language, source: Source) -> Sequence[str]:
    """The sentences that have most of the claim's numbers; all of them if none has any."""
    asked = sure_quantities(claim, language)
    counts = [
        sum(
            any(same_number(one, other) for other in quantities(text, source.language))
            for one in asked
        )
        for text in source.sentences
    ]
    most = max(counts, default=0)
    kept = (text for text, n in zip(source.sentences, counts, strict=True) if n == most)
    return list(kept) if most else source.sentences
