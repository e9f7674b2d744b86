"""Pieces of text beside each other made lines, and the wide gaps that are left inside of lines.

These tell rows of a table, and labels at the far end, from text.
"""

from __future__ import annotations

from copy import copy
from itertools import pairwise, takewhile
from math import inf
from operator import attrgetter
from statistics import median
from typing import TYPE_CHECKING

from core.parsing.structuring.drop_caps import drop_caps
from core.parsing.structuring.markers import WORDED, is_mark
from core.parsing.structuring.slots import Slot
from core.reading.runs import runs
from core.sir import worst

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.parsing.structuring.blocks import Block
    from core.reading.line import Line

SAME_LINE = 0.5
"""Vertical overlap, as a share of the lower piece, from which two pieces are one line."""

WIDE = 2.5
"""Times the font size from which a gap between two words is none of running text."""

NEAR = 2.0
"""Times the font size between two rows of one table at most."""

BLANKS = 3
"""Blanks between two pieces of one line of code, at most."""

OFF_GRID = 0.15
"""Share of the width of a letter by which a piece of code may be off the grid of another."""

LEVEL = 0.1
"""Times the font size by which the lower edges of two pieces of one line of code may differ."""

OFF_CENTRE = 0.1
"""Share of the width of its column by which the middle of a line that is not centred is off."""


def merge_pieces(pieces: Sequence[Line]) -> list[Line]:
    """Lines from the top down, each of the pieces that stand beside each other.

    An initial that reaches over several lines is a line of its own before the first of them.

    Source: thesis, section 3.3, step 3 (merging by vertical overlap).
    """
    if len(pieces) < 2:
        return list(pieces)
    caps = drop_caps(pieces)
    rows: list[list[Line]] = []
    lowest = -inf
    rest = [piece for piece in pieces if piece not in caps.values()]
    for piece in sorted(rest, key=lambda line: (line.middle, line.left)):
        near = rows[-4:] if piece.top < lowest else ()
        row = next((row for row in near if same_row(row, piece)), None)
        lowest = max(lowest, piece.bottom)
        if row is None:
            rows.append([piece])
        else:
            row.append(piece)
    return [
        line
        for row in rows
        for line in (*(caps[piece] for piece in row if piece in caps), join_row(row))
    ]


def join_row(row: Sequence[Line]) -> Line:
    """One line of pieces that stand beside each other."""
    if len(row) == 1:
        return row[0]
    main = max(row, key=lambda line: sum(map(len, line.words)))
    ordered = sorted(row, key=lambda line: -line.right if main.rtl else line.left)
    line = copy(main)
    line.words = [word for piece in ordered for word in piece.words]
    line.boxes = [box for piece in ordered for box in piece.boxes]
    line.bold = all(piece.bold for piece in ordered)
    whole = sum(1 for _ in takewhile(lambda piece: piece.lead == len(piece.words), ordered))
    line.lead = sum(piece.lead for piece in ordered[: whole + 1])
    line.confidence = min(piece.confidence for piece in ordered)
    line.location = worst(piece.location for piece in ordered)
    line.measure()
    return line


def with_code_joined(pieces: Sequence[Line]) -> list[Line]:
    """Pieces, those in letters of one width that few blanks part in a row made one line.

    Columns stand further apart, and seldom on the grid of each other's letters.
    """
    code = [piece for piece in pieces if piece.monospaced and not (piece.angle or piece.rtl)]
    taken = set(code)
    levels = runs(sorted(code, key=attrgetter("bottom")), _is_level)
    rows = [
        row
        for level in levels
        for row in runs(sorted(level, key=attrgetter("left")), _is_behind_blanks)
    ]
    return [*(piece for piece in pieces if piece not in taken), *map(join_row, rows)]


def _is_level(level: Sequence[Line], piece: Line) -> bool:
    return piece.bottom - level[0].bottom < LEVEL * max(piece.size, 1.0)


def _is_behind_blanks(row: Sequence[Line], piece: Line) -> bool:
    blanks = (piece.left - row[-1].right) / max(letter_width(row[-1:]), 1.0)
    return abs(blanks - round(blanks)) < OFF_GRID and 0 < round(blanks) <= BLANKS


def letter_width(lines: Sequence[Line]) -> float:
    """The usual width of a letter in lines in which all are as wide, in points."""
    return median(
        (box[2] - box[0]) / len(word)
        for line in lines
        for word, box in zip(line.words, line.boxes, strict=True)
    )


def same_row(row: Sequence[Line], piece: Line) -> bool:
    """Whether a piece stands beside the others of a row and at their height."""
    if len(row) == 1 and row[0].bottom <= piece.top:
        return False  # as most are
    if isinstance(piece, Slot) or isinstance(row[0], Slot):
        return False
    left, top, right, bottom = piece.left, piece.top, piece.right, piece.bottom
    level = False
    for line in row:
        if line.left < right and line.right > left:
            across = min(line.right, right) - max(line.left, left)
            if across > 0.3 * min(line.right - line.left, right - left):
                return False
        if not level:
            down = min(line.bottom, bottom) - max(line.top, top)
            level = down > SAME_LINE * min(line.bottom - line.top, bottom - top)
    return level


def gaps(line: Line) -> list[int]:
    """Indexes of the words of a line that stand behind a wide gap.

    The gap behind a number or a bullet with which the line begins is none.
    """
    if isinstance(line, Slot) or line.rtl or line.angle:
        return []
    wide = WIDE * max(line.size, 1.0)
    steps = enumerate(pairwise(line.boxes), start=1)
    behind = [index for index, (before, box) in steps if box[0] - before[2] > wide]
    return behind[1:] if behind[:1] == [1] and is_mark(line.words[0]) else behind


def in_table(index: int, blocks: Sequence[Block]) -> bool:
    """Whether a block stands among rows of a table that nobody has ruled.

    It does if it has gaps and so has a neighbour, if it has several, or if both neighbours have.
    """
    own = [len(gaps(line)) for line in blocks[index]]
    above = blocks[index - 1][-1] if index else None
    below = blocks[index + 1][0] if index + 1 < len(blocks) else None
    rows = [
        line is not None and bool(gaps(line)) and _is_near(blocks[index], line)
        for line in (above, below)
    ]
    return max(own) > 1 or all(rows) or (max(own) == 1 and any(rows))


def is_far_right(block: Block, left: float, right: float) -> bool:
    """Whether a block begins in the right half of its column, and not because it is centred."""
    begins, ends = min(line.left for line in block), max(line.right for line in block)
    off_centre = abs(begins + ends - left - right) / 2 > OFF_CENTRE * (right - left)
    return not block[0].rtl and begins > (left + right) / 2 and off_centre


def _is_near(block: Block, line: Line) -> bool:
    distance = max(block[0].top - line.bottom, line.top - block[-1].bottom)
    return distance < NEAR * max(line.size, block[0].size)


def label_apart(block: Block) -> tuple[Block, Block]:
    """A heading, and the label that stands at the far end of its first line.

    What stands behind a number alone, such as "Item 7.", is its title.
    """
    cuts = gaps(block[0])
    if len(cuts) != 1:
        return block, []
    line, cut = block[0], cuts[0]
    heading, label = line.part(range(cut)), line.part(range(cut, len(line.words)))
    if WORDED.fullmatch(heading.text):
        return block, []
    return [heading, *block[1:]], [label]
