"""Whether the lines say what a claim says: as firmly, and by its words and meaning."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.text.word_tables import whole_words, word_table
from core.verification.calibration import STRICT, SUPPORTED, UNSUPPORTED, probability
from core.verification.certainty import firmer
from core.verification.negators import is_negated
from core.verification.verdicts import Check, Finding, Weight, worst

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from core.text.language import Language
    from core.verification.coverage import Coverage
    from core.verification.source import Source

_NAMED = 5
"""Words that are named as not in the lines."""
_STRONG = [(whole_words([strong]), whole_words([weak])) for strong, weak in word_table(__file__)]
"""Words that claim much, each with those of the lines that claim as much."""
_MUST = re.compile(r"\b(?:must|muss|müssen|mandatory|zwingend)\b", re.IGNORECASE)
_MAY = re.compile(
    r"\b(?:may|can|could|should|might|option|usually|considered|sollten?|soll|sollen|kann|können"
    r"|darf|dürfen|asks?)\b",
    re.IGNORECASE,
)


def check_firmness(claim: str, language: Language, source: Source) -> Finding:
    """Looks for words that claim more than the lines do: all, must, proves; may left out."""
    messages = [*_further(claim, source), *firmer(claim, language, source)]
    return worst(
        Check.FIRMNESS,
        [(Weight.DOUBT, message) for message in messages],
        "It goes no further than the lines.",
    )


def check_meaning(
    covered: Coverage, values: Mapping[str, float], *, strict: bool
) -> tuple[Finding, float]:
    """What words and meaning come to, and the probability that the lines bear the claim out."""
    likely = probability(values)
    figures = f"{covered.words:.0%} of its words, probability {likely:.2f}"
    if likely >= (STRICT if strict else SUPPORTED) and not covered.is_swapped:
        return Finding(Check.MEANING, Weight.NOTHING, f"The lines say it: {figures}."), likely
    weight = Weight.AGAINST if likely < UNSUPPORTED else Weight.DOUBT
    if covered.is_swapped:
        lead = "another word"
    else:
        lead = "something else" if weight is Weight.AGAINST else "only a part of it"
    reasons = [*_replaced(covered), *_missing(covered)]
    message = " ".join([f"The lines may say {lead}: {figures}.", *reasons])
    return Finding(Check.MEANING, weight, message), likely


def _replaced(covered: Coverage) -> list[str]:
    return [
        f"They say “{other}” where the claim says “{word}”." for word, other in covered.replaced
    ]


def _missing(covered: Coverage) -> list[str]:
    replaced = {word for word, _ in covered.replaced}
    missing: Sequence[str] = [word for word in covered.missing if word not in replaced]
    if not missing:
        return []
    more = f" and {len(missing) - _NAMED} more" if len(missing) > _NAMED else ""
    return [f"They do not say: {', '.join(missing[:_NAMED])}{more}."]


def _further(claim: str, source: Source) -> list[str]:
    messages: list[str] = []
    for strong, enough in _STRONG:
        match = strong.search(claim)
        if match is None or enough.search(source.wide):
            continue
        if _MUST.fullmatch(match.group()) and not _MAY.search(source.wide):
            continue  # "is reported" and "must be reported" say the same
        if match.group().lower() == "any" and is_negated(claim):
            continue  # "not any" is "no", which is compared as a negation
        messages.append(f"“{match.group()}” goes further than the lines.")
    return messages
