"""What stands beside a quote: its number, strength, population, table, path, date and version.

Everything is words of the document with their own place. What a document does not state is None,
never guessed.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.spans import Span


class TextRole(StrEnum):
    """What a text is to a reader who has to act on it."""

    RECOMMENDATION = "recommendation"
    STATEMENT = "statement"
    """A fact that was agreed upon, in the form of a recommendation but without a strength."""
    RATIONALE = "rationale"
    """Why a recommendation is given, and what is known of it."""
    DEFINITION = "definition"
    TABLE_ROW = "table row"
    TEXT = "text"


class Force(StrEnum):
    """How strongly something is recommended, in GRADE's and AWMF's terms."""

    STRONG_FOR = "strong for"
    """GRADE strong, AWMF A ("soll"), "offer", "must"."""
    WEAK_FOR = "weak for"
    """GRADE conditional, AWMF B ("sollte"), "consider", "should"."""
    OPEN = "open"
    """AWMF 0 ("kann"), "may"."""
    WEAK_AGAINST = "weak against"
    STRONG_AGAINST = "strong against"


class Side(StrEnum):
    """Whether something is recommended or advised against."""

    FOR = "for"
    AGAINST = "against"


@dataclass(frozen=True, slots=True)
class Stated:
    """Words of the document, verbatim, and where they stand; `spans` lie in the same tree."""

    words: str
    spans: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Grade:
    """The strength of a recommendation as its document states it.

    `scheme` is the scale by name, as `GRADE`, `AWMF`, `ESC/ACC` or `USPSTF`, or `document` where
    the document defines its own; `force` is None where the words cannot be told by that scale, or
    where neither they nor the main clause say whether something is recommended or advised against.
    `definition` is where the document says what the grade means.
    """

    stated: Stated
    scheme: str
    force: Force | None
    definition: Stated | None = None

    def with_force(self, words: str) -> str:
        """Words for the strength, with what it is for or against: `Grade A (strong against)`."""
        return f"{words} ({self.force.value})" if self.force else words


@dataclass(frozen=True, slots=True)
class Direction:
    """For or against, and the words that say so: the grade, or the sentence that recommends."""

    side: Side
    stated: Stated


@dataclass(frozen=True, slots=True)
class StatedFacts:
    """What a document states of a text; None and empty are what is not stated.

    `whole` is the complete unit: a recommendation or list with nested items, the table row. `path`
    are the headings above, the highest first. `population` is whom the text names by itself, or
    its table or its headings do. `evidence_definition` is where the document says what the level
    means.
    """

    role: TextRole
    whole: tuple[Span, ...]
    path: tuple[Stated, ...] = ()
    number: Stated | None = None
    grade: Grade | None = None
    evidence_level: Stated | None = None
    consensus: Stated | None = None
    population: Stated | None = None
    evidence_definition: Stated | None = None
    direction: Direction | None = None


@dataclass(frozen=True, slots=True)
class Recommendation(StatedFacts):
    """A recommendation of a document, whole: its label, its text with the list, its vote.

    `text` is `whole` without the line that only labels it and without what follows on how it was
    agreed upon. `role` tells a statement from what is recommended.
    """

    text: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class EvidenceCard(StatedFacts):
    """What is known of a quote beside its words.

    `scope` is the sentence on whom the document is for. `effective`, `valid_until` and `version`
    are of the document. `unit` is that of a table: in the headings of its columns, in its title,
    or behind numbers that fill a cell.
    """

    table_title: Stated | None = None
    unit: Stated | None = None
    effective: Stated | None = None
    version: Stated | None = None
    scope: Stated | None = None
    valid_until: Stated | None = None
