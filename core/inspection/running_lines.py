"""Lines of running text of a page: pieces that belong together joined, cells of tables left out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from core.reading.cell_rows import pieces, table_rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.reading.line import Line
    from core.reading.page_content import PageContent

CLOSE = 2.0
"""Gap between two pieces of one line, in times of its height, at most: as behind a number."""


def text_lines(page: PageContent) -> list[Line]:
    """Upright lines that a reader can see, from the top down."""
    upright = [line for line in page.lines if not line.hidden and line.angle == 0]
    in_tables = [row[0].middle for row in table_rows(pieces(upright), page.width)]
    found: list[Line] = []
    for line in sorted(upright, key=lambda line: (round(line.middle), line.left)):
        if any(abs(line.middle - middle) < 0.4 * line.height for middle in in_tables):
            continue
        last = found[-1] if found else None
        if last and _goes_on(last, line):
            found[-1] = _joined((last, line))
        else:
            found.append(line)
    return found


def _goes_on(last: Line, line: Line) -> bool:
    level = abs(last.middle - line.middle) < 0.4 * line.height
    return level and -0.5 * line.height < line.left - last.right < CLOSE * line.height


def _joined(parts: Sequence[Line]) -> Line:
    """One line in the font of its longest part."""
    main = max(parts, key=lambda part: len(part.text))
    words = [word for part in parts for word in part.words]
    return replace(main, words=words, boxes=[box for part in parts for box in part.boxes])
