"""What the Refiner adds to a chunk: no part of its content, and never quoted."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class SupplementKind(StrEnum):
    """What an entry of a context supplement explains."""

    DEFINITION = "definition"
    ACRONYM = "acronym"
    REFERENCE = "reference"
    ANAPHOR = "anaphor"
    """A pronoun or demonstrative, such as "this method"."""


@dataclass(frozen=True, slots=True)
class SupplementEntry:
    """What an expression of a chunk means, in words of the document that stand elsewhere.

    `term` is the expression as it stands in the chunk. `start:end` are characters of the text of
    `node`, which explain it verbatim; of a table row, of the texts of its cells joined by tabs
    (see `core.refining.supplement_sources`). `by` is the model that found it, empty for a rule.
    `meaning` says it shorter, in content words and numbers of these characters; where it is
    empty, they say it themselves.
    """

    term: str
    kind: SupplementKind
    node: int
    start: int
    end: int
    by: str = ""
    meaning: str = ""


@dataclass(frozen=True, slots=True)
class FigureDescription:
    """What a language model says of a figure: its own words, which stand in no document.

    They are searched, and never quoted. `node` is the index of the figure, `by` the model.
    """

    node: int
    text: str
    by: str
