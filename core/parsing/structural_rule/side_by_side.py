"""Text on both sides of a gutter: columns of their own, or labels of the text beside them."""

from __future__ import annotations

from bisect import bisect_right
from itertools import pairwise
from operator import attrgetter
from statistics import median
from typing import TYPE_CHECKING

from core.geometry import bounds
from core.parsing.elements import Element
from core.parsing.structuring.blocks import ENDINGS
from core.parsing.structuring.key_rows import LONGEST_KEY
from core.parsing.structuring.markers import list_marker, numbering
from core.parsing.structuring.slots import Slot
from core.reading.line import count_words
from core.sir import ElementType

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.reading.line import Line

FEWEST = 3
"""Labels below each other, at least."""

FEWER = 0.75
"""Lines of labels as a share of those of the texts that they name, at most: signatures side by
side have as many."""

STEP = 2.0
"""Times the font size from one line of a paragraph to the next, at most."""

ALIKE = 0.12
"""Difference of the sizes of two lines of one paragraph, as a share of the first, at most."""

LEVEL = 0.15
"""Times the font size by which the lower edges of two level lines may differ."""

MOSTLY = 2 / 3
"""Share of the lines of a side that stand close below each other, begin alike and hold words, at
least."""

PHRASE = 3
"""Words of the usual line of a text that a label names, at least."""

RUNNING = 5
"""Words from which the usual line of a side is one of running text."""

Entry = tuple[list["Line"], list["Line"]]
"""The lines of a label, and those of the text beside it."""


def are_apart(left: Sequence[Line], right: Sequence[Line]) -> bool:
    """Whether lines left and right of a gutter cannot be rows of cells, however narrow a side is.

    They are passages, one of running text, whose lines are not level, or labels that go on in a
    second line.
    """
    top, bottom = min(line.top for line in right), max(line.bottom for line in right)
    beside = [line for line in left if top < line.middle < bottom]
    if any(len(label) > 1 for label, _ in labelled(beside, right)):
        return True
    if not _is_passage(left) or not _is_passage(right):
        return False
    words = max(median(len(line.words) for line in side) for side in (left, right))
    level = max(_level_share(left, right), _level_share(right, left))
    return words >= RUNNING and level < 0.5


def labelled(left: Sequence[Line], right: Sequence[Line]) -> list[Entry]:
    """What stands left of a gutter with what it names on the right; nothing where it names none.

    Each label begins level with a paragraph, as a term does with its meaning, and some of these
    have several lines.
    """
    if any(isinstance(line, Slot) for line in (*left, *right)):
        return []
    by_height = attrgetter("bottom")
    texts = sorted(right, key=by_height)
    edge, bottoms = max((line.right for line in texts), default=0.0), list(map(by_height, texts))
    labels: list[list[Line]] = []
    starts: list[int] = []
    for line in sorted(left, key=by_height):
        start = _level_at(line, bottoms)
        if start is not None and _begins(texts, start, edge):
            labels.append([line])
            starts.append(start)
        elif not labels or not follows(labels[-1][-1], line):
            return []
        else:
            labels[-1].append(line)
    parts = (texts[start:end] for start, end in pairwise([*starts, len(texts)]))
    entries = list(zip(labels, parts, strict=True))
    return entries if _are_labels(entries, len(texts)) else []


def _are_labels(entries: Sequence[Entry], count: int) -> bool:
    """Whether entries are enough, their labels short, and hold all `count` lines beside them.

    A text leaves room below its label, or these are lists of their own, one the longer.
    """
    labels, texts = zip(*entries, strict=True) if entries else ((), ())
    lines = [line for text in texts for line in text]
    fewer = sum(map(len, labels)) <= FEWER * count
    spaced = any(len(text) > len(label) for label, text in entries[:-1])
    if len(entries) < FEWEST or len(lines) < count or not fewer or not spaced:
        return False
    short = all(count_words(label) <= LONGEST_KEY for label in labels)
    worded = all(map(_holds_words, (label[0] for label in labels))) and _are_worded(lines)
    return short and worded and median(len(line.words) for line in lines) >= PHRASE


def _are_worded(lines: Sequence[Line]) -> bool:
    return sum(map(_holds_words, lines)) > MOSTLY * len(lines)


def _holds_words(line: Line) -> bool:
    """Whether a line has letters, and is no amount or number."""
    return sum(map(str.isalpha, line.text)) > 2


def pairs(entries: Sequence[Entry]) -> Slot | None:
    """An area of labels and texts of one paragraph each.

    None where a text is more than that, or the labels are numbered, as titles beside text are.
    """
    titles = all(numbering(label[0].text) for label, _ in entries)
    if titles or not all(_is_paragraph(text) for _, text in entries):
        return None
    children = [Element(ElementType.KEY_VALUE, [*label, *text]) for label, text in entries]
    lines = [line for element in children for line in element.lines]
    area = Element(ElementType.KEY_VALUE_AREA, children=children)
    return Slot.of(lines[0].page, bounds(line.box for line in lines), area)


def _is_paragraph(lines: Sequence[Line]) -> bool:
    marked = any(list_marker(line.text) is not None for line in lines)
    edge = max((line.right for line in lines), default=0.0)
    return not marked and not any(is_ended(*both, edge) for both in pairwise(lines))


def follows(above: Line, line: Line) -> bool:
    """Whether a line stands right below another one, at its left edge and in its size."""
    if isinstance(above, Slot) or isinstance(line, Slot):
        return False
    size = max(above.size, 1.0)
    alike = abs(line.size - above.size) < ALIKE * size and abs(line.left - above.left) < size
    return alike and 0 < line.bottom - above.bottom < STEP * size


def _begins(lines: Sequence[Line], at: int, edge: float) -> bool:
    """Whether a paragraph begins with the line at an index."""
    above, line = lines[at - 1], lines[at]
    return not at or above.text.endswith(ENDINGS) or is_ended(above, line, edge)


def is_ended(above: Line, line: Line, edge: float) -> bool:
    """Whether a paragraph has ended above a line: the line is apart, or would have fitted there."""
    left, _, right, _ = line.boxes[0]
    return not follows(above, line) or edge - above.right > right - left + line.type_size


def _is_passage(side: Sequence[Line]) -> bool:
    """Whether most lines of a side stand close below each other, begin alike and hold words."""
    lines = sorted(side, key=attrgetter("bottom"))
    edge = median(line.left for line in lines)
    close = sum(b.bottom - a.bottom < STEP * max(b.type_size, 1.0) for a, b in pairwise(lines))
    aligned = sum(abs(line.left - edge) < max(line.type_size, 1.0) for line in lines)
    return min(close + 1, aligned) > MOSTLY * len(lines) and _are_worded(lines)


def _level_share(side: Sequence[Line], other: Sequence[Line]) -> float:
    """The share of the lines of a side beside another that are level with a line of it."""
    top, bottom = min(line.top for line in other), max(line.bottom for line in other)
    beside = [line for line in side if top < line.middle < bottom]
    bottoms = sorted(each.bottom for each in other)
    level = sum(_level_at(line, bottoms) is not None for line in beside)
    return level / max(len(beside), 1)


def _level_at(line: Line, bottoms: Sequence[float]) -> int | None:
    """The index of the first of these lower edges, from the top down, that is level with a line."""
    reach = LEVEL * max(line.type_size, 1.0)
    at = bisect_right(bottoms, line.bottom - reach)
    return at if at < len(bottoms) and bottoms[at] < line.bottom + reach else None
