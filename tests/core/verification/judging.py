"""Claims beside a text, without a document."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.text.language import language_of
from core.text.sentences import sentence_spans
from core.verification.claim_check import judged
from core.verification.source import Source

if TYPE_CHECKING:
    from core.verification.comparison import Compare
    from core.verification.verdicts import Finding, Weight


def source(text: str, *headings: str) -> Source:
    """A source whose lines are all of the text."""
    spans = sentence_spans(text)
    return Source(text, tuple(text[a:b] for a, b in spans), headings, language_of(text))


def at(value: float) -> Compare:
    """What networks make of any claim, by one value for all that they tell."""
    return lambda _claim, _source: {"tokens": value, "entailed": value}


def judgements(claim: str, text: str, *headings: str) -> list[Finding]:
    """What each check makes of a claim, meanings being as close as can be."""
    return list(judged(claim, source(text, *headings), at(1.0)).findings)


def weight(claim: str, text: str, *headings: str) -> Weight:
    """The most that any check says against a claim."""
    return max(one.weight for one in judgements(claim, text, *headings))
