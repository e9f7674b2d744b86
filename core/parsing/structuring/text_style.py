"""How text is set: the running text of a document, and a block of lines."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from core.parsing.structuring.drop_caps import is_drop_cap
from core.reading.line import count_letters

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from core.reading.line import Line

TYPEWRITTEN = 0.8
"""Share of letters of one width from which a document is written in them."""


class Style(NamedTuple):
    """What headings of one level have in common: size in points, colour as 0xRRGGBB."""

    size: float
    bold: bool
    capitals: bool = False
    italic: bool = False
    colour: int = 0


def is_typewritten(lines: Iterable[Line]) -> bool:
    """Whether letters of one width mean nothing in a document of these lines, as most are."""
    letters = {True: 0, False: 0}
    for line in lines:
        letters[line.monospaced] += count_letters([line])
    return letters[True] >= TYPEWRITTEN * sum(letters.values())


def body_style(lines: Sequence[Line]) -> Style:
    """The size, weight and colour that most characters are set in, those of listings left out."""
    if not is_typewritten(lines):
        lines = [line for line in lines if not line.monospaced]
    fonts: Counter[tuple[float, bool]] = Counter()
    sizes: Counter[float] = Counter()
    colours: Counter[int] = Counter()
    for line in lines:
        size, letters = round(line.size * 2) / 2, count_letters([line])
        fonts[size, line.bold] += letters
        sizes[size] += letters
        colours[line.colour] += letters
    if not sizes:
        return Style(10.0, bold=False)
    size = max(sizes, key=lambda size: (sizes[size], -size))
    bold = fonts[size, True] > fonts[size, False]
    return Style(size, bold, colour=colours.most_common(1)[0][0])


def style_of(block: Sequence[Line]) -> Style:
    """The style of a block: its largest line, bold if all of it is, whatever its initial."""
    block = [line for line in block if not is_drop_cap(line)] or block
    letters = [char for line in block for word in line.words for char in word if char.isalpha()]
    capitals = len(letters) > 3 and all(map(str.isupper, letters))
    size = max(line.size for line in block)
    bold, italic = all(line.bold for line in block), all(line.italic for line in block)
    return Style(round(size * 2) / 2, bold, capitals, italic, block[0].colour)
