"""What is usual in a document: the size and weight of its running text."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from core.reading.line import Line


@dataclass(frozen=True, slots=True)
class Profile:
    """Font size of the running text in points, whether it is bold, and its colour (0xRRGGBB)."""

    size: float
    bold: bool
    colour: int = 0


def profile(lines: Iterable[Line]) -> Profile:
    """The font and the colour that most characters are set in."""
    fonts: Counter[tuple[float, bool]] = Counter()
    colours: Counter[int] = Counter()
    for line in lines:
        letters = sum(map(len, line.words))
        fonts[round(line.size * 2) / 2, line.bold] += letters
        colours[line.colour] += letters
    sizes: Counter[float] = Counter()
    for (size, _), count in fonts.items():
        sizes[size] += count
    if not sizes:
        return Profile(10.0, bold=False)
    size = max(sizes.items(), key=lambda item: (item[1], -item[0]))[0]
    bold = fonts[size, True] > fonts[size, False]
    return Profile(size, bold, colours.most_common(1)[0][0])
