"""The blocks that a record is made of; each form of file says only how it sets them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.evidence.row_cells import Cell
    from core.export.answer_record.base import CutOut


class Tone(StrEnum):
    """What a text is to the reader; told by its words, and underlined by a colour."""

    PLAIN = "plain"
    QUIET = "quiet"
    """A remark, smaller and grey."""
    CLAIM = "claim"
    """A statement of the answer, with what belongs to it below."""
    GOOD = "good"
    DOUBT = "doubt"
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; level 1 is the title of the file. `anchor` names it for links."""

    words: str
    level: int
    anchor: str = ""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A text; a `lead` stands before it in bold. With `framed` it is a notice of its own.

    `links` are keys of the quotes that it leads to.
    """

    words: str
    lead: str = ""
    tone: Tone = Tone.PLAIN
    framed: bool = False
    links: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Quotation:
    """Words of a document, verbatim; a table row as `cells`, or below the names of `columns`."""

    words: str
    cells: tuple[Cell, ...] = ()
    columns: str = ""


@dataclass(frozen=True, slots=True)
class Fields:
    """Names with what belongs to each."""

    rows: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """A cut-out with its caption, which also tells who cannot see it; `key` is its quote's."""

    cut_out: CutOut
    caption: str
    key: str


Block = Heading | Paragraph | Quotation | Fields | Picture
