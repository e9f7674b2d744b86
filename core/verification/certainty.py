"""Whether a claim is firmer than the clause that it repeats: may, consider, rarely."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.verification.alignment import clauses_of, repeated
from core.verification.negators import is_negated

if TYPE_CHECKING:
    from core.text.language import Language
    from core.verification.alignment import Clause
    from core.verification.source import Source

_NEAR = 0.5
"""Share of a claim's words in a clause that it may be a firmer form of."""
_OPEN = re.compile(
    r"\b(?:may(?!\s+\d)(?<!\d\smay)|might|can|could|perhaps|possibl[ey]|probabl[ey]|likely"
    r"|suspected|suggests?|appears?"
    r"|seems?|consider(?:ed|s|ing)?|option\w*|allow\w*|permit\w*|able|sometimes|kann|können|könnten?"
    r"|vielleicht|möglich\w*|vermutlich|wahrscheinlich\w*|erw[oaä]g\w*|scheint|darf|dürfen|erlaubt"
    r"|zulässig|mitunter|manchmal|gegebenenfalls)\b",
    re.IGNORECASE,
)
"""Words that leave open whether something is so, or is to be done."""
_SLIGHT = re.compile(
    r"\b(?:rarely|seldom|barely|scarcely|hardly|little|few(?!\s+(?:than|als))|far\s+from|doubtful"
    r"|unclear|uncertain|questionable|insufficient\w*|occasionally|uncommon(?:ly)?|missed|failed"
    r"|selten\w*|kaum|fraglich|unklar\w*|unsicher\w*|zweifelhaft|wenige?n?|fehlt|fehlen|fehlte\w*"
    r"|mangel\w*|unzureichend\w*|blieb(?:en)?\b[^.;]*\baus|bleibt\b[^.;]*\baus)\b",
    re.IGNORECASE,
)
"""Words that take back most of what their clause says."""


def firmer(claim: str, language: Language, source: Source) -> list[str]:
    """In words, where a claim is firmer than a clause of the lines that it repeats."""
    held = clauses_of(source.wide, source.language)
    found: list[str] = []
    for clause in clauses_of(claim, language):
        same = repeated(clause, held, _NEAR)
        lost = [_lost(_OPEN, claim, same)]
        if not is_negated(claim):
            lost.append(_lost(_SLIGHT, claim, same))
        found += [f"The lines say “{said}”, the claim does not." for said in lost if said]
    return list(dict.fromkeys(found))


def _lost(words: re.Pattern[str], claim: str, same: list[Clause]) -> str:
    """A word of this kind that each of the clauses has and the claim has not; empty if none."""
    held = [words.search(one.text) for one in same]
    if words.search(claim) or not held or not all(held):
        return ""
    return next(one.group() for one in held if one)
