"""Underscores that TeX draws as rules where a font has none: `set_voltage`, not "set voltage".

Such a rule stands just below the base line and fills the gap between two words, which are one.
MuPDF begins a new line behind it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.geometry import bounds

if TYPE_CHECKING:
    from core.geometry import Box
    from core.reading.line import Line
    from core.reading.page_content import PageContent

NARROWEST, WIDEST = 0.2, 0.7
"""Widths of an underscore, in times of the size of the type."""
LONGEST, THICKEST = 16.0, 1.0
"""Points; what is larger is not looked at."""
NEAR = 0.12
"""Times the size of the type that may lie between it and a letter, or be shared by both."""
LOWEST, HIGHEST = 0.15, 0.42
"""Its place above the bottom of a word beside it, in times of the size of the type: 0.24 to 0.36 in
ten documents. A minus is higher, the line under a title lower."""


def write_underscores(content: PageContent) -> None:
    """Joins the words of a page that such a rule stands between."""
    rules = [vector.box for vector in content.vectors if _is_small(vector.box)]
    lines = content.upright if rules else []
    for rule in sorted(rules):
        near = [line for line in lines if line.top < rule[1] < line.bottom]
        left = next((line for line in near if _index(line, rule, 2) is not None), None)
        right = next((line for line in near if _index(line, rule, 0) is not None), None)
        if left and right:
            _join(content, left, right, rule)
            lines = content.upright


def _is_small(box: Box) -> bool:
    return 0 < box[2] - box[0] < LONGEST and box[3] - box[1] < THICKEST


def _join(content: PageContent, left: Line, right: Line, rule: Box) -> None:
    """Joins two words of a line, or the last word of one line and the first of another."""
    before, behind = _index(left, rule, 2), _index(right, rule, 0)
    assert before is not None
    if left is not right:
        if (before, behind) != (len(left.words) - 1, 0):
            return
        left.lead += right.lead if left.lead == len(left.words) else 0
        left.words += right.words
        left.boxes += right.boxes
        content.lines.remove(right)
    elif behind != before + 1:
        return
    words, boxes = left.words[before : before + 2], left.boxes[before : before + 2]
    left.words[before : before + 2] = ["_".join(words)]
    left.boxes[before : before + 2] = [bounds(boxes)]
    left.lead -= left.lead > before + 1
    left.measure()


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
