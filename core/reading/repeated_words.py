"""Words drawn a second time in nearly the same place: bold type made by drawing twice."""

from __future__ import annotations

from collections import defaultdict, deque
from itertools import pairwise, product
from operator import attrgetter
from typing import TYPE_CHECKING

from core.reading.strips import STRIP

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.geometry import Box
    from core.reading.line import Line

CLOSE = 0.25
"""How far a copy may lie from its word, in times of the word's height."""

COVERED = 0.75
"""Share of a copy's width that lies on its word; what stands behind the word is none."""

CELL = 2 * STRIP
"""Points across a cell of the page that words are looked for in; what is close to an edge lies in
one of two."""

MOST_LEVEL = 100
"""Lines at one height up to which it is sooner told which of them lie on each other than which
words do."""

LOOKED_AT = 32
"""Lines in a strip of the page that a copy's end is looked for in: it is drawn soon after."""


def without_repeats(lines: Sequence[Line]) -> list[Line]:
    """Lines, in the order drawn, without copies of words or of the ends of words drawn before.

    A copy that nobody sees takes nothing from a word that is seen, and the other way round.
    """
    places = _Places()
    crowded = _crowded(lines)
    parts = [
        line.parts(places.new_words(line)) if line in crowded else {True: line} for line in lines
    ]
    return [part[True] for part in parts if True in part]


def _crowded(lines: Sequence[Line]) -> set[Line]:
    """The lines that have words in the place of another one, or may have two in one place."""
    crowded = {line for line in lines if not _advances(line)}
    level: list[Line] = []
    for line in sorted(lines, key=attrgetter("top")):
        level = [other for other in level if other.bottom >= line.top]
        if len(level) > MOST_LEVEL:
            return set(lines)
        for other in level:
            close = max(_close(line.box), _close(other.box))
            if line.left <= other.right + close and other.left <= line.right + close:
                crowded |= {line, other}
        level.append(line)
    return crowded


def _advances(line: Line) -> bool:
    """Whether each word of a line begins right of the one before, by more than a copy does."""
    close = _close(line.box)
    return all(box[0] - before[0] > close for before, box in pairwise(line.boxes))


class _Places:
    """Where words stand, by cells of the page: a row or a column has hundreds of equal ones."""

    def __init__(self) -> None:
        self._lines: defaultdict[int, deque[Line]] = defaultdict(lambda: deque(maxlen=LOOKED_AT))
        self._boxes: dict[tuple[str, bool, tuple[float, float]], list[Box]] = {}

    def new_words(self, line: Line) -> list[bool]:
        """Of each word of a line whether none drawn before is here; remembers where they lie."""
        below = list(self._below(line))
        words = zip(line.words, line.boxes, strict=True)
        new = [
            self._add(word, box, hidden=bool(line.hidden))
            and not any(_is_end(word, box, other) for other in below)
            for word, box in words
        ]
        self._lines[int(line.box[1] // STRIP)].append(line)
        return new

    def _add(self, word: str, box: Box, *, hidden: bool) -> bool:
        close = _close(box)
        for cell in product(_cells(box[0], close), _cells(box[1], close)):
            for other in self._boxes.get((word, hidden, cell), ()):
                if _equal_edges(box, other, close) == len(box):
                    return False
        own = box[0] // CELL, box[1] // CELL
        self._boxes.setdefault((word, hidden, own), []).append(box)
        return True

    def _below(self, line: Line) -> Iterator[Line]:
        """Lines drawn before that this one lies on."""
        left, top, right, bottom = line.box
        close = _close(line.box)
        for strip in {int((top + step) // STRIP) for step in (-close, close)}:
            for other in self._lines.get(strip, ()):
                x0, y0, x1, y1 = other.box
                same_row = abs(y0 - top) <= close and abs(y1 - bottom) <= close
                over = same_row and x0 < right and left < x1
                if over and bool(other.hidden) == bool(line.hidden):
                    yield other


def _close(box: Box) -> float:
    """How far from a word its copy may lie, in points."""
    return min(CLOSE * (box[3] - box[1]), STRIP)


def _cells(edge: float, close: float) -> set[float]:
    """Where in the rows or columns of cells an edge can lie that is so close to another one."""
    return {(edge - close) // CELL, (edge + close) // CELL}


def _is_end(word: str, box: Box, line: Line) -> bool:
    """Whether a word is how one of the line begins or ends, drawn once more in its place."""
    close = _close(box)
    return any(
        (longer.startswith(word) or longer.endswith(word))
        and _equal_edges(box, other, close) >= len(box) - 1
        and min(box[2], other[2]) - max(box[0], other[0]) >= COVERED * (box[2] - box[0])
        for longer, other in zip(line.words, line.boxes, strict=True)
    )


def _equal_edges(box: Box, other: Box, close: float) -> int:
    """How many edges of two boxes lie within some points of each other."""
    return sum(abs(a - b) <= close for a, b in zip(box, other, strict=True))
