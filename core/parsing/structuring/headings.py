"""Which blocks may be headings, by their fonts and their numbering.

Source: TopoChunker, section 3.1 (numbering patterns and font sizes mapped to levels).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.parsing.elements import Element
from core.parsing.structuring.markers import BULLET, CAPTION, LABEL, NUMBERED, Numbering, numbering
from core.parsing.structuring.sentence_ends import without_marks
from core.parsing.structuring.slots import Slot
from core.parsing.structuring.text_style import Style, style_of
from core.quantities.dates import dates
from core.reading.line import text_of
from core.sir import ElementType

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.parsing.structuring.blocks import Block
    from core.reading.line import Line

LONGEST = 220
"""Characters; a longer block is text, whatever it looks like."""

LARGER = 1.12
"""How much larger than running text a heading is set at least."""

SMALLEST_BOLD = 0.85
"""Size of a bold heading in times of running text, at least: one without serifs looks larger."""

SECTION = (0.2, 0)
"""The rank of the number of a section; parts and chapters enclose it, articles are inside."""

LABEL_ABOVE = 6.0
"""Times the type size that the title of a chapter stands below its number, at most."""


MAIL = re.compile(r"\w@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}\b", re.IGNORECASE)
"""An address, as below the names of authors; no heading holds one, however large it is set."""


@dataclass(slots=True, eq=False)
class Heading:
    """A block that looks like a heading; `entry` is its index in the outline, if it is there.

    `plain` says that nothing but its number sets it apart from running text,
    `by_capitals` that its capitals do, `by_name` that it is called as chapters are that have no
    number, `stacked` that it comes right after another heading,
    `opens_page` that no text of its page comes before it.
    `doubtful` ones are headings only where others are like them, as lines that are `centred`.
    """

    element: Element
    style: Style
    number: Numbering | None = None
    entry: int | None = None
    plain: bool = False
    by_capitals: bool = False
    by_name: bool = False
    stacked: bool = False
    opens_page: bool = False
    doubtful: bool = False
    centred: bool = False

    @property
    def page(self) -> int:
        """The page on which it begins."""
        return self.element.lines[0].page

    @property
    def is_named(self) -> bool:
        """Whether a number or the outline says that it is a heading."""
        return self.number is not None or self.entry is not None


def heading_of(block: Block, number: Numbering | None, **evidence: bool) -> Heading:
    """A block as a heading, with what speaks for it (see `Heading`)."""
    element = Element(ElementType.SECTION_HEADER, block)
    return Heading(element, style_of(block), number, **evidence)


def candidate(block: Block, body: Style) -> Heading | None:
    """The heading that a block may be beside running text of this style; None if it is none."""
    text = text_of(block)
    if len(text) > LONGEST:
        return None
    style, number = style_of(block), numbering(text)
    larger = style.size >= body.size * LARGER
    is_name = larger and style.bold and len(block) == 1 and _may_be_name(text)
    if not _may_be_heading(text, block, is_name=is_name):
        return None
    if len(block) > (4 if larger else 2):
        return None
    is_title = number is not None and (
        number.pattern.startswith("worded") or (style.bold and number.depth > 1)
    )
    plain = number is None and not style.bold
    if larger and plain and text[-1] == "." and _is_sentence(text, is_title=True):
        return None  # a passage in larger type, as a summary or a quotation
    if not larger and (_is_sentence(text, is_title=is_title) or (text[-1] == "." and not is_title)):
        return None
    bold = style.bold and not body.bold and not _is_labelled(block[0])
    if larger or (bold and style.size >= body.size * SMALLEST_BOLD):
        return heading_of(block, number)
    capitals = style.capitals and style.size >= body.size * 0.95 and len(text) > 4
    if capitals and len(block) == 1:
        return heading_of(block, number, by_capitals=True)
    if number and _is_numbered_heading(text, number, block):
        return heading_of(block, number, plain=True)
    return None


def _may_be_heading(text: str, block: Block, *, is_name: bool) -> bool:
    """Whether a text is one that headings have; `is_name` if it may be a name of code.

    A line that begins with a small letter is else a term that is explained, or the rest of one.
    """
    if BULLET.match(text) or MAIL.search(text):
        return False
    if not _has_words(text):
        return bool(LABEL.match(text))
    if CAPTION.match(text) and not text.lower().startswith("box"):
        return False
    first, number = next(char for char in text if char.isalnum()), numbering(text)
    if text[-1] in ",;，；、。" or (first.islower() and number is None and not is_name):
        return False
    behind = text.partition(number.number)[2] if number and not _may_be_amount(number) else ""
    title = behind if _has_words(behind) else text
    letters = sum(char.isalpha() or char.isspace() for char in title)
    return letters >= 0.5 * len(title) or is_date(text)


def is_date(text: str) -> bool:
    """Whether a text is a date of some year and nothing else but a label with a colon."""
    date = text.rpartition(": ")[2].strip()
    return any(
        (each.start, each.end) == (0, len(date)) and each.dates[0].year for each in dates(date)
    )


def _may_be_name(text: str) -> bool:
    """Whether a text may be a name of code, and no address or word of a title page, as "by"."""
    return len(text) > 2 and "://" not in text


def _may_be_amount(number: Numbering) -> bool:
    """Whether a number may count what follows, as in "10.30 Uhr"."""
    return number.depth < 3 and not number.pattern.startswith("enumerated")


def _has_words(text: str) -> bool:
    """Whether a text is more than signs and a number, as "§ 5a" is not."""
    return sum(map(str.isalpha, text)) > 1


def _is_sentence(text: str, *, is_title: bool = False) -> bool:
    return text[-1] in ".:" and len(text.split()) > (10 if is_title else 6)


def _is_labelled(line: Line) -> bool:
    """Whether a line is a value behind its label in bold type, as in "Allergies: none known"."""
    return 0 < line.lead < len(line.words) and line.words[line.lead - 1][-1] == ":"


def _is_numbered_heading(text: str, number: Numbering, block: Block) -> bool:
    """Whether a numbered line in the font of the text is a heading."""
    end = without_marks(text)[-1:]
    if len(block) > 1 or _is_sentence(text) or end in tuple(".;:：") or len(text) > 90:
        return False
    if not _has_words(text):
        return False
    rest = text[len(number.number) :].lstrip(" .")
    if number.pattern == "decimal":
        return number.depth >= 2 and rest[:1].isupper()
    return number.pattern.startswith(("worded", "enumerated")) and len(text.split()) <= 10


def with_labels_joined(blocks: Sequence[Block], body: Style) -> list[Block]:
    """Blocks, with a line such as "Chapter 2" that stands alone put before its title."""
    joined: list[Block] = []
    for block in blocks:
        if joined and _is_label(joined[-1]) and _is_titled(joined[-1][0], block, body):
            joined[-1] = [*joined[-1], *block]
        else:
            joined.append(block)
    return joined


def without_label(block: Block) -> Block:
    """A heading without the line above it that only says its number; itself where it has none."""
    return block[1:] if len(block) > 1 and _is_label(block[:1]) else block


def _is_label(block: Block) -> bool:
    return len(block) == 1 and bool(LABEL.match(block[0].text.strip()))


def _is_titled(label: Line, block: Block, body: Style) -> bool:
    """Whether a block is the title of a chapter or section whose number is the line above it.

    Titles of chapters are larger than text; what is only bold below one may be its first section.
    """
    first, number = block[0], numbering(text_of(block))
    if isinstance(first, Slot) or len(block) > 3 or first.page != label.page:
        return False
    near = label.middle < first.top < label.bottom + LABEL_ABOVE * first.size
    if _is_section(label):
        large, other = first.size >= 0.95 * label.size, bool(number or NUMBERED.match(first.text))
    else:
        large = first.size >= LARGER * body.size
        other = number is not None and (number.pattern.startswith("worded") or number.depth > 1)
    return near and large and not other and candidate([label, *block], body) is not None


def _is_section(label: Line) -> bool:
    number = numbering(label.text)
    return number is not None and number.rank >= SECTION
