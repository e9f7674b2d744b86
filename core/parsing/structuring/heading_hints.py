"""Blocks that may be headings although nothing but their place sets them apart.

One alone tells nothing. Several alike over a document, each a short line with space around it,
are headings: set in the middle or in italics above a paragraph, or numbered one after the other.
So are bold sentences, as those that name risks, and the letters that part an index.
"""

from __future__ import annotations

import itertools
from collections import Counter
from typing import TYPE_CHECKING

from core.parsing.structuring.headings import Heading
from core.parsing.structuring.line_rows import gaps
from core.parsing.structuring.markers import ALPHABETICAL, numbering
from core.parsing.structuring.slots import Slot
from core.parsing.structuring.text_style import style_of
from core.reading.line import text_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.parsing.elements import Element
    from core.parsing.structuring.blocks import Block
    from core.parsing.structuring.text_style import Style
    from core.reading.line import Line

FEWEST = 3
"""Blocks alike that a document needs before they are headings."""

SPACE = 0.6
"""Times the font size that is left free above and below such a heading at least."""

LONGEST = 10
"""Words of such a heading at most."""

MOST_LINES = 4
"""Lines of a sentence in bold type that heads a paragraph, at most."""

FARTHER = 1.2
"""Space above such a sentence, in times of that below it, at least."""

INDENT = 0.12
"""Share of the width of a column by which a line in its middle is set in at least."""

CENTRED = 0.03
"""Share of the width of a column by which a line in its middle is off at most."""


def doubtful_heading(
    index: int, blocks: Sequence[Block], edges: tuple[float, float], element: Element
) -> Heading | None:
    """The heading that a block without large or bold type may be, if others are like it.

    `edges` are the left and right edge of the column, `element` is what the block was taken for.
    """
    block = blocks[index]
    if _parts_entries(index, blocks):
        return Heading(element, style_of(block), doubtful=True)
    if _is_bold_sentence(index, blocks):
        return Heading(element, style_of(block), doubtful=True)
    if not _is_short_line(block) or not _is_apart(index, blocks):
        return None
    style, number = style_of(block), numbering(block[0].text)
    if number is not None:
        is_chapter = number.kind == ("decimal", 1)
        return Heading(element, style, number, doubtful=True) if is_chapter else None
    centred = _is_centred(block[0], *edges)
    holds_text = index + 1 < len(blocks) and len(blocks[index + 1]) > 1
    if holds_text and (centred or style.italic):
        return Heading(element, style, doubtful=True, centred=centred)
    return None


def settled(headings: Sequence[Heading]) -> list[Heading]:
    """The headings without the doubtful ones that are not alike in more than chance would have."""
    titles = [heading for heading in headings if not is_letter(heading)]
    kept = set(map(id, (*_settled_titles(titles), *_letters(headings))))
    return [heading for heading in headings if id(heading) in kept]


def _settled_titles(headings: Sequence[Heading]) -> list[Heading]:
    numbers = [heading.number for heading in headings if heading.number and not heading.doubtful]
    chapters = {number.number.split(".")[0] for number in numbers if number.depth == 2}
    doubtful = [heading for heading in headings if heading.doubtful]
    numbered = [heading.number.number for heading in doubtful if heading.number]
    in_order = sum(number in chapters for number in numbered) >= 2 or _counts_up(numbered)
    alike = Counter(_look(heading) for heading in doubtful if not heading.number)
    return [
        heading
        for heading in headings
        if not heading.doubtful or (in_order if heading.number else alike[_look(heading)] >= FEWEST)
    ]


def _letters(headings: Sequence[Heading]) -> list[Heading]:
    """The letters that rise below the title of an index or a glossary."""
    runs: list[list[Heading]] = [[]]
    is_open = False
    for heading in headings:
        if not heading.doubtful:
            is_open = ALPHABETICAL.search(heading.element.text) is not None
            runs.append([])
        elif is_open and is_letter(heading):
            rises = not runs[-1] or runs[-1][-1].element.text < heading.element.text
            runs[-1] += [heading] if rises else []
    return [heading for run in runs if len(run) >= FEWEST for heading in run]


def is_letter(heading: Heading) -> bool:
    """Whether a heading is a letter that may part an index."""
    return heading.doubtful and len(heading.element.text.strip()) == 1


def _look(heading: Heading) -> tuple[Style, bool]:
    return heading.style._replace(capitals=False), heading.centred


def _counts_up(numbered: Sequence[str]) -> bool:
    """Whether the numbers rise from 1 on, each once, with few left out."""
    numbers = [int(number) for number in numbered]
    rises = all(previous < following for previous, following in itertools.pairwise(numbers))
    return len(numbers) >= FEWEST and rises and numbers[0] == 1 and numbers[-1] < 2 * len(numbers)


def _parts_entries(index: int, blocks: Sequence[Block]) -> bool:
    """Whether a block is a letter alone, set larger or bolder than what follows."""
    line, *others = blocks[index]
    if others or isinstance(line, Slot) or line.angle or index + 1 == len(blocks):
        return False
    below = blocks[index + 1][0]
    stands_out = line.size > below.size or line.bold > below.bold
    return len(line.text) == 1 and line.text.isupper() and stands_out


def _is_bold_sentence(index: int, blocks: Sequence[Block]) -> bool:
    """Whether a block is a sentence in bold type that is nearer to the plain paragraph below it.

    What a paragraph comes to, or a warning, stands as far from the one above or nearer to it.
    """
    block, below = blocks[index], blocks[index + 1 : index + 2]
    if not below or len(block) > MOST_LINES or isinstance(block[0], Slot):
        return False
    text, style = text_of(block), style_of(block)
    is_sentence = text[0].isupper() and text[-1] == "." and numbering(text) is None
    if not is_sentence or not style.bold or len(below[0]) == 1 or style_of(below[0]).bold:
        return False
    if index == 0 or style_of(blocks[index - 1]).bold:
        return True
    space = below[0][0].top - block[-1].bottom
    return block[0].top - blocks[index - 1][-1].bottom > FARTHER * space


def _is_short_line(block: Block) -> bool:
    line = block[0]
    if len(block) > 1 or isinstance(line, Slot) or line.angle or len(line.words) > LONGEST:
        return False
    letters = sum(char.isalpha() or char.isspace() for char in line.text)
    first = next((char for char in line.text if char.isalpha()), "a")
    is_title = first.isupper() and line.text[-1] not in ".,:;!?" and not gaps(line)
    return is_title and len(line.text) > 2 and letters >= 0.8 * len(line.text)


def _is_apart(index: int, blocks: Sequence[Block]) -> bool:
    """Whether there is space above, and below up to the next text."""
    block = blocks[index]
    if index + 1 == len(blocks):
        return False
    space = SPACE * max(block[0].size, 1.0)
    below = blocks[index + 1][0].top - block[0].bottom
    above = block[0].top - blocks[index - 1][-1].bottom if index else space
    return above >= space and below >= space


def _is_centred(line: Line, left: float, right: float) -> bool:
    off = abs(line.left + line.right - left - right) / 2
    return line.left - left > INDENT * (right - left) and off < CENTRED * (right - left)
