"""Which blocks may be headings, by their fonts and numbering.

Source: TopoChunker, section 3.1 (numbering patterns and font sizes mapped to levels).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from core.parsing.structuring.markers import BULLET, CAPTION, Numbering, numbering

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.parsing.structuring.body_style import Profile
    from core.reading.line import Line

LONGEST = 220
"""Characters; a longer block is text, whatever it looks like."""

LARGER = 1.12
"""How much larger than running text a heading is set at least."""


class Style(NamedTuple):
    """What headings of one level have in common."""

    size: float
    bold: bool
    capitals: bool
    italic: bool = False
    colour: int = 0


@dataclass(slots=True)
class Candidate:
    """A block that looks like a heading; `outline` is its level there, if it has one.

    `plain` says that nothing but its number sets it apart from running text,
    `by_capitals` that its capitals do, `stacked` that it comes right after another heading.
    """

    style: Style
    number: Numbering | None
    outline: int | None = None
    plain: bool = False
    by_capitals: bool = False
    stacked: bool = False


def candidate(block: Sequence[Line], usual: Profile) -> Candidate | None:
    """What makes a block a heading, or None where nothing does."""
    text = " ".join(line.text for line in block)
    if not _may_be_heading(text, block):
        return None
    style = style_of(block)
    number = numbering(text)
    larger = style.size >= usual.size * LARGER
    stands_out = style.bold and not usual.bold and style.size >= usual.size * 0.9
    capitals = style.capitals and style.size >= usual.size * 0.95 and len(text) > 4
    limit = 4 if larger else 2
    if len(block) > limit:
        return None
    is_worded = number is not None and number.pattern.startswith("worded")
    if not larger and (_is_sentence(text) or (text[-1] == "." and not is_worded)):
        return None
    if larger or stands_out:
        return Candidate(style, number)
    if capitals and len(block) == 1:
        return Candidate(style, number, by_capitals=True)
    if number and _is_numbered_heading(text, number, block):
        return Candidate(style, number, plain=True)
    return None


def style_of(block: Sequence[Line]) -> Style:
    """The style of a block: its largest line, bold if all of it is."""
    letters = [char for line in block for word in line.words for char in word if char.isalpha()]
    capitals = len(letters) > 3 and all(char.isupper() for char in letters)
    size = max(line.size for line in block)
    bold, italic = all(line.bold for line in block), all(line.italic for line in block)
    return Style(round(size * 2) / 2, bold, capitals, italic, block[0].colour)


def _may_be_heading(text: str, block: Sequence[Line]) -> bool:
    if len(text) > LONGEST or sum(char.isalpha() for char in text) < 2 or BULLET.match(text):
        return False
    if CAPTION.match(text) and not text.lower().startswith("box"):
        return False
    first = next(char for char in text if char.isalnum())
    if text[-1] in ",;，；、。" or (first.islower() and numbering(text) is None):
        return False
    return sum(char.isalpha() or char.isspace() for char in text) >= 0.5 * len(text)


def _is_sentence(text: str) -> bool:
    return text[-1] in ".:" and len(text.split()) > 6


def _is_numbered_heading(text: str, number: Numbering, block: Sequence[Line]) -> bool:
    """Whether a numbered line in the font of the text is a heading."""
    if len(block) > 1 or _is_sentence(text) or text[-1] in ".;:：" or len(text) > 90:
        return False
    rest = text[len(number.number) :].lstrip(" .")
    if number.pattern == "decimal":
        return number.depth >= 2 and rest[:1].isupper()
    return number.pattern.startswith(("worded", "enumerated")) and len(text.split()) <= 10
