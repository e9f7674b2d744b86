"""Public sets of claims, each claim beside the text that it is to be judged by.

`claims.jsonl` holds development parts of WiCE, AttributionBench, NLI4CT, HealthVer and ContractNLI.
Where a set leaves open which sentences a claim rests on, the two with most of its words are taken.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.text.language import Language
from core.text.sentences import sentence_spans
from core.verification.clauses import content, share
from core.verification.source import Source

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

_CHOSEN = 2
"""Sentences that are taken where a set leaves the choice open."""


@dataclass(frozen=True)
class PublicClaim:
    """A claim of a set, its text, and whether that bears it out."""

    set: str
    claim: str
    source: Source
    supported: bool


def public_claims(data: Path) -> Iterator[PublicClaim]:
    """The claims of all sets; both parts of WiCE are one set."""
    with (data / "claims" / "claims.jsonl").open(encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            name = row["set"].removesuffix("_document").removesuffix("_sentences")
            yield PublicClaim(name, row["claim"], _source(row), row["gold"])


def _source(row: Mapping[str, object]) -> Source:
    chosen = row.get("sentences")
    text = (
        _nearest(str(row["claim"]), map(str, chosen)) if isinstance(chosen, list) else row["text"]
    )
    paragraphs = [" ".join(paragraph.split()) for paragraph in str(text).split("\n")]
    sentences = [part[a:b] for part in paragraphs for a, b in sentence_spans(part)]
    headings = row["headings"]
    assert isinstance(headings, list)
    return Source(
        "\n".join(paragraphs), tuple(sentences), tuple(map(str, headings)), Language.ENGLISH
    )


def _nearest(claim: str, sentences: Iterator[str]) -> str:
    words = content(claim, Language.ENGLISH)
    flowing = [" ".join(sentence.split()) for sentence in sentences]
    ranked = sorted(flowing, key=lambda text: -share(words, content(text, Language.ENGLISH)))
    return "\n".join(ranked[:_CHOSEN])
