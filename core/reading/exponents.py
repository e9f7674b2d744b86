"""Raised numbers behind numbers, units and variables: 10⁹ is not 109, and m² is not m2.

They become Unicode's raised characters, one for one, so that no place in a text moves. What is
raised behind a word is a mark of a footnote and stays as it is.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.geometry import contains_centre
from core.text.raised_digits import NUMBER, raised

if TYPE_CHECKING:
    from core.geometry import Box
    from core.reading.page_content import PageContent

_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d$")
"""A year, behind which a raised number is no exponent."""
_UNIT = re.compile(r"[/·](?:[cdkm]?m|s|h)$")
"""A unit behind another one, of which too many letters are left to know it by their number."""


def is_exponent_behind(text: str) -> bool:
    """Whether what is raised right behind a text is no mark: behind a number, unit or variable."""
    if _UNIT.search(text):
        return True
    letters = sum(map(str.isalpha, text))
    word = not text or not text[-1].isalnum() or (letters > 2 and text[-1].isalpha())
    return not word and not _YEAR.search(text)


def raise_exponents(content: PageContent) -> None:
    """Writes the raised numbers of a page into its words, where they are exponents."""
    numbers = [(text, place) for text, place in content.raised if NUMBER.fullmatch(text)]
    if not numbers:
        return
    for line in content.lines:
        for index, (word, box) in enumerate(zip(line.words, line.boxes, strict=True)):
            for text, place in numbers:
                if contains_centre(box, place) and (start := _start(word, text, box, place)) >= 0:
                    end = start + len(text)
                    word = word[:start] + raised(text) + word[end:]
            line.words[index] = word


def _start(word: str, text: str, box: Box, place: Box) -> int:
    """Where an exponent begins in a word, nearest to its place on the page; -1 without one."""
    share = (place[0] - box[0]) / max(box[2] - box[0], 1e-9)
    starts = [
        match.start()
        for match in re.finditer(f"(?={re.escape(text)})", word)
        if is_exponent_behind(word[: match.start()])
    ]
    return min(starts, key=lambda start: abs(start / len(word) - share), default=-1)
