"""Whether a text needs the one before it, judged by the words of both.

Source: practical RAG chunking, step 3; the paper leaves it to a language model.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from core.chunking.referring import defined_terms, points_back, uses_term


class Relation(StrEnum):
    """What a text is to the one before it."""

    FORWARD = "forward"
    """It points back, as with "this method": it goes on where the earlier one ended."""
    BACKWARD = "backward"
    """It uses a term that only the earlier one explains."""
    INDEPENDENT = "independent"
    CHAPTER = "chapter"


NEEDS = frozenset({Relation.FORWARD, Relation.BACKWARD})
"""Relations for which both texts become one chunk."""


@dataclass(frozen=True, slots=True)
class Link:
    """The relation of a text to the one before it.

    `evidence` are the words that decided, as they stand in the text; for a chapter its title.
    `by` is the model that judged, empty for a rule.
    """

    relation: Relation
    evidence: str = ""
    by: str = ""

    @property
    def needed(self) -> bool:
        """Whether both texts should be one chunk."""
        return self.relation in NEEDS


@lru_cache(maxsize=20_000)  # a moved slider leaves most neighbours as they were
def judged(before: str, text: str) -> Link:
    """The relation of `text` to the text before it."""
    if found := points_back(text):
        return Link(Relation.FORWARD, found)
    if found := uses_term(text, defined_terms(before)):
        return Link(Relation.BACKWARD, found)
    return Link(Relation.INDEPENDENT)
