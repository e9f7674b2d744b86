"""Underscores that TeX draws as rules where a font has none: `set_voltage`, not "set voltage".

Such a rule stands just below the base line and fills the gap between two words, which are one.
MuPDF begins a new line behind it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.geometry import bounds
from core.reading.line import count_letters
from core.reading.strips import STRIP, by_strip

if TYPE_CHECKING:
    from core.geometry import Box
    from core.reading.line import Line
    from core.reading.page_content import PageContent

NARROWEST, WIDEST = 0.2, 0.7
"""Widths of an underscore, in times of the size of the type."""
SHORTEST, LONGEST, THICKEST = 1.0, 16.0, 1.0
"""Points; what is smaller or larger is not looked at."""
NEAR = 0.12
"""Times the size of the type that may lie between it and a letter, or be shared by both."""
LOWEST, HIGHEST = 0.15, 0.42
"""Its place above the bottom of a word beside it, in times of the size of the type: 0.24 to 0.36 in
ten documents. A minus is higher."""
TALLEST = 2 * LONGEST / NARROWEST
"""Points; a line in larger type has no underscore that is looked at."""
TOUCHING = 0.5
"""Points between two rules that are parts of one, as the pieces of a line under several words."""


def write_underscores(content: PageContent) -> None:
    """Joins the words of a page that such a rule stands between."""
    rules = [vector.box for vector in content.vectors if _is_small(vector.box)]
    if not rules:
        return
    upright = (line for line in content.upright if not line.rtl and line.height < TALLEST)
    lines = by_strip((line.top, line.bottom, line) for line in upright)
    thin = (v.box for v in content.vectors if v.box[3] - v.box[1] < 2 * THICKEST)
    drawn = by_strip((box[1], box[3], box) for box in thin)
    gone: set[int] = set()
    for rule in sorted(rules):
        strip = int(rule[1] // STRIP)
        near = [line for line in lines[strip] if line.top < rule[1] < line.bottom]
        near = [line for line in near if id(line) not in gone]
        left = next((line for line in near if _index(line, rule, 2) is not None), None)
        right = next((line for line in near if _index(line, rule, 0) is not None), None)
        if not left or not right or any(_goes_on(rule, other) for other in drawn[strip]):
            continue
        if _join(left, right, rule):
            gone.add(id(right))
    content.lines = [line for line in content.lines if id(line) not in gone]


def _is_small(box: Box) -> bool:
    return SHORTEST < box[2] - box[0] < LONGEST and box[3] - box[1] < THICKEST


def _goes_on(rule: Box, other: Box) -> bool:
    """Whether another rule is a part of the same line."""
    level = abs(other[1] - rule[1]) < TOUCHING
    touches = other[0] <= rule[2] + TOUCHING and other[2] >= rule[0] - TOUCHING
    return level and touches and other != rule


def _join(left: Line, right: Line, rule: Box) -> bool:
    """Joins two words of a line, or the last word of one line and the first of another.

    Says whether the words of the right line stand in the left one now.
    """
    before, behind = _index(left, rule, 2), _index(right, rule, 0)
    assert before is not None
    if left is right and behind != before + 1:
        return False
    if left is not right:
        if (before, behind) != (len(left.words) - 1, 0):
            return False
        _take_in(left, right)
    words, boxes = left.words[before : before + 2], left.boxes[before : before + 2]
    left.words[before : before + 2] = ["_".join(words)]
    left.boxes[before : before + 2] = [bounds(boxes)]
    left.lead -= left.lead > before + 1
    left.measure()
    return left is not right


def _take_in(line: Line, other: Line) -> None:
    """Puts the words of another line behind those of a line, which looks as most letters do."""
    main = max((line, other), key=lambda each: count_letters([each]))
    line.lead += other.lead if line.lead == len(line.words) else 0
    line.bold = line.bold and other.bold
    line.size, line.italic, line.colour = main.size, main.italic, main.colour
    line.monospaced = main.monospaced
    line.words += other.words
    line.boxes += other.boxes


def _index(line: Line, rule: Box, edge: int) -> int | None:
    """The index of the word that a rule begins behind (`edge` 2) or ends before (0)."""
    size = line.type_size
    if not NARROWEST * size < rule[2] - rule[0] < WIDEST * size:
        return None
    for index, box in enumerate(line.boxes):
        stands = LOWEST * size <= box[3] - rule[1] <= HIGHEST * size
        if stands and abs(rule[2 - edge] - box[edge]) <= NEAR * size:
            return index
    return None
