"""Raised numbers behind numbers, units and variables: 10⁹ is not 109, and m² is not m2.

They become Unicode's raised characters, one for one, so that no place in a text moves. What is
raised behind a word is a mark of a footnote and stays as it is.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.geometry import bounds, contains_centre
from core.text.raised_digits import NUMBER, raised

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.geometry import Box
    from core.reading.line import Line
    from core.reading.page_content import PageContent

_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d$")
"""A year, behind which a raised number is no exponent."""
_NEAR = 0.1
"""Times the size of the type between a unit and its exponent, at most."""
_HIGHER = 0.5
"""Times the size of the type by which an exponent may rise above the capitals beside it, at most:
the boxes of words end where capitals do."""
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
    for text, place in numbers:
        for line, index in _words_at(content.visible, place):
            word, box = line.words[index], line.boxes[index]
            if word == text and (base := _base(content.visible, line, index)):
                _append(*base, raised(text), box)
                _take_out(content.lines, line, index)
            elif (start := _start(word, text, box, place)) >= 0:
                end = start + len(text)
                line.words[index] = word[:start] + raised(text) + word[end:]


def _words_at(lines: Sequence[Line], place: Box) -> list[tuple[Line, int]]:
    """The words that hold the middle of a place, each as its line and its index there."""
    return [
        (line, index)
        for line in lines
        if contains_centre(_heightened(line.box, line), place)
        for index, box in enumerate(line.boxes)
        if contains_centre(_heightened(box, line), place)
    ]


def _heightened(box: Box, line: Line) -> Box:
    """A box of a line, as high as its exponents may reach."""
    left, top, right, bottom = box
    return left, top - _HIGHER * line.type_size, right, bottom


def _base(lines: Sequence[Line], line: Line, index: int) -> tuple[Line, int] | None:
    """The word that a number, itself one, touches as its exponent: MuPDF may part the two."""
    left, top, _, bottom = line.boxes[index]
    for other in (each for each in lines if top < each.bottom and each.top < bottom):
        for place, box in enumerate(other.boxes):
            near = (
                abs(left - box[2]) <= _NEAR * other.type_size and top < box[3] and box[1] < bottom
            )
            if near and (other, place) != (line, index) and is_exponent_behind(other.words[place]):
                return other, place
    return None


def _append(line: Line, index: int, exponent: str, box: Box) -> None:
    line.words[index] += exponent
    line.boxes[index] = bounds([line.boxes[index], box])
    line.measure()


def _take_out(lines: list[Line], line: Line, index: int) -> None:
    """Takes a word out of its line, and the line out of all if it held nothing else."""
    place = next(at for at, other in enumerate(lines) if other is line)
    rest = [at for at in range(len(line.words)) if at != index]
    lines[place : place + 1] = [line.part(rest)] if rest else []


def _start(word: str, text: str, box: Box, place: Box) -> int:
    """Where an exponent begins in a word, nearest to its place on the page; -1 where none does.

    The same digits may stand elsewhere in the word, as those of an index do.
    """
    share = (place[0] - box[0]) / max(box[2] - box[0], 1e-9)
    starts = [match.start() for match in re.finditer(f"(?={re.escape(text)})", word)]
    nearest = min(starts, key=lambda start: abs(start / len(word) - share), default=-1)
    return nearest if nearest >= 0 and is_exponent_behind(word[:nearest]) else -1
