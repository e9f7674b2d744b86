"""Whether a claim is firmer than the clause that it repeats: may, consider, rarely."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.text.word_tables import whole_words, word_table
from core.verification.clauses import Clause, clauses_of, nearest
from core.verification.negators import is_excepted, is_negated

if TYPE_CHECKING:
    import re

    from core.text.language import Language
    from core.verification.source import Source

_NEAR = 0.65
"""Share of a claim's words in a clause that it may be a firmer form of. With half of them, what is
left open was something else as often as not: of public claims, more right than wrong ones."""
_LISTS = word_table(__file__)
_OPEN = whole_words(_LISTS["open"])
"""Words that leave open whether something is so, or is to be done."""
_SLIGHT = whole_words(_LISTS["slight"])
"""Words that take back most of what their clause says."""


def firmer(claim: str, language: Language, source: Source) -> list[str]:
    """In words, where a claim is firmer than a clause of the lines that it repeats."""
    theirs = clauses_of(source.wide, source.language)
    messages: list[str] = []
    for clause in clauses_of(claim, language):
        same = nearest(clause, theirs, _NEAR)
        lost = [_lost(_OPEN, claim, same)]
        if not is_negated(claim):
            lost.append(_lost(_SLIGHT, claim, same))
        messages += [f"The lines say “{word}”, the claim does not." for word in lost if word]
    return list(dict.fromkeys(messages))


def _lost(words: re.Pattern[str], claim: str, same: list[Clause]) -> str:
    """A word of this kind that each of the clauses has and the claim has not; empty if none.

    What an exception leaves open, as in "unless tests suggest it", leaves open no more than that.
    """
    matches = [
        next((m for m in words.finditer(text) if not is_excepted(text, m.start())), None)
        for text in (clause.text for clause in same)
    ]
    if words.search(claim) or not matches or not all(matches):
        return ""
    return next(match.group() for match in matches if match)
