"""An entry of a glossary: a word of the document, and where the document says what it means."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.spans import Span


class EntryKind(StrEnum):
    """What a word of a glossary is."""

    ABBREVIATION = "abbreviation"
    TERM = "term"
    DRUG = "drug"


@dataclass(frozen=True, slots=True)
class Entry:
    """A word as the document writes it.

    `meaning` are words of the document that say what it stands for or means; empty where it says
    so in no short words, or not at all. `defined` holds the words that define it, of a table the
    cells of the row; empty for a drug, which no line defines. `first` is where it first stands.
    `reason` says why it is taken for what it is, in our words.
    """

    form: str
    kind: EntryKind
    meaning: str
    defined: tuple[Span, ...]
    first: Span
    reason: str

    @property
    def source(self) -> tuple[Span, ...]:
        """The words to be shown: those that define it, else the place where it first stands."""
        return self.defined or (self.first,)
