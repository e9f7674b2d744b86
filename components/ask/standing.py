"""An answer without what was rejected of it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from core.answering.combined_answer import parts_in_words
from core.answering.stated_quantities import with_asked

if TYPE_CHECKING:
    from core.answering.base import Answer
    from core.history.checks import Review


def standing(answer: Answer, review: Review) -> Answer:
    """The claims or quotes that were not rejected, with the citations that belong to them."""
    rejected = review.rejected()
    if not rejected:
        return answer
    if answer.claims:
        claims = tuple(claim for at, claim in enumerate(answer.claims) if at not in rejected)
        numbers = {number for claim in claims for number in claim.citations}
        cited = tuple(each for each in answer.citations if each.number in numbers)
        return with_asked(replace(answer, claims=claims, citations=cited))
    cited = tuple(each for at, each in enumerate(answer.citations) if at not in rejected)
    numbers = {each.number for each in cited}
    parts = tuple(
        replace(part, citations=tuple(n for n in part.citations if n in numbers))
        for part in answer.parts
    )
    reason = parts_in_words(parts) if parts else answer.reason
    return with_asked(replace(answer, citations=cited, parts=parts, reason=reason))
