"""What a page measures up to: the figures by which its route is chosen.

All of them come from what was read by rule already, so that asking costs next to nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.geometry import THIN
from core.reading.cell_rows import MOST_DRAWINGS, is_ruled, pieces, rulings, table_rows
from core.reading.column_count import count_columns
from core.reading.legibility import is_legible
from core.reading.line import count_letters, count_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from core.geometry import Box
    from core.reading.line import Line
    from core.reading.page_content import PageContent

GARBAGE = 0.1
"""Share of characters that stand for no letter from which on a text layer cannot be used."""

PICTURE = 0.1
"""Share of a page that images must cover for it to be worth looking at where it has no text."""

SCAN = 0.5
"""Share of a page that one image must cover for it to be a scan."""

SPARSE = 6e-4
"""Letters in a square point of a scan below which they are a stamp on it, not its text."""

MANY_DRAWINGS = 6
"""Drawings from which on a page may hold a chart, shaded rows or a table of few rows.

On pages of files that no rule was made with, those with fewer, without rows of cells and without
boxes hold 0.6 of what rules and sight read differently beyond the other reasons. A smaller number
would cost over 0.6 of the time that reading everything by sight takes.
"""

FEWEST_BOXED = 2
"""Lines in a drawn box, and beside it, from which on it holds a text of its own."""

FIGURE = 0.1
"""Share of the page that a chart must cover for its labels to be worth reading."""

MANY_COLUMNS = 3
"""Columns of text side by side that may as well be the cells of a table, or cards of a slide."""

BLANK = "no text"
SCANNED = "text of a scan"
STAMPED = "little text on a picture of the page"
GARBLED = "text layer that cannot be used"
ILLEGIBLE = "text layer that may be wrong"
TABLES = "tables"
DRAWN = "drawings"
BOXED = "text in boxes"
FIGURES = "figures that may hold text"
_UNREAD = frozenset({BLANK, SCANNED, STAMPED, GARBLED, ILLEGIBLE, FIGURES})


@dataclass(frozen=True, slots=True)
class PageSignals:
    """Measures of one page. Shares are of the page's area, or of its characters."""

    characters: int
    garbage: float
    """Share of the characters that stand for no letter."""
    image_share: float
    figure_share: float
    """Largest share that one image stored without loss covers: a chart or a screenshot."""
    scanned: bool
    """Whether a picture covers the page below its text, which then is an OCR layer."""
    stamped: bool
    """Whether an image covers the page, and the few words of text on it cannot be all it says."""
    legible: bool
    """Whether the characters can be language."""
    columns: int
    """Columns of running text side by side."""
    table_rows: int
    """Rows of cells, with rulings between them or not."""
    unruled_rows: int
    """Rows of cells that no rulings part."""
    rulings: int
    drawings: int
    """Drawings but for the lines below words, as links have."""
    boxes: int
    """Drawn boxes that hold text of their own, with other text at their side."""
    turned: float
    """Share of the characters that run up, down or at a slant."""
    hidden: int
    """Characters that a reader cannot see."""


def measure(content: PageContent) -> PageSignals:
    """The signals of a page that was read by rule; a page that lies on its side is turned."""
    visible = content.visible
    characters, angle = count_letters(visible), _angle(visible)
    width = content.height if angle in (90, 270) else content.width
    texts = pieces((line for line in visible if line.angle == angle), angle)
    drawn = rulings(content.vectors, angle)
    rows = table_rows(texts, width)
    looked_at = content.vectors[:MOST_DRAWINGS]
    upright = count_letters(content.upright)
    return PageSignals(
        characters=characters,
        garbage=sum(_garbage(w) for line in visible for w in line.words) / max(characters, 1),
        image_share=_covered(content, content.images),
        figure_share=_figure_share(content, visible),
        scanned=content.ocr_layer,
        stamped=_is_stamped(content, characters),
        legible=is_legible(visible),
        columns=count_columns(texts, width, drawn),
        table_rows=len(rows),
        unruled_rows=sum(not is_ruled(row, drawn) for row in rows),
        rulings=drawn.thin,
        drawings=sum(not _underlines(vector.box, visible) for vector in looked_at),
        boxes=sum(_holds_text(vector.box, visible) for vector in looked_at),
        turned=1.0 - upright / characters if characters else 0.0,
        hidden=count_letters(line for line in content.lines if line.hidden),
    )


def sight_needed(signals: PageSignals) -> tuple[bool, str]:
    """Whether a page must be read by sight, and the measured reason."""
    for _, measured in sight_reasons(signals):
        return True, measured
    return False, f"{signals.characters} characters of text that rules can read"


def words_unread(signals: PageSignals) -> tuple[bool, str]:
    """Whether words of a page stand in pictures or cannot be used, and the measured reason."""
    for kind, measured in sight_reasons(signals):
        if kind in _UNREAD:
            return True, measured
    return False, f"{signals.characters} characters of text"


def sight_reasons(signals: PageSignals) -> list[tuple[str, str]]:
    """What calls for reading a page by sight: its kind, and the same with what was measured."""
    covered = f"images cover {signals.image_share:.0%}"
    blank = not signals.characters and (signals.image_share > PICTURE or signals.drawings > 0)
    garbled = signals.garbage > GARBAGE
    columns = f"{signals.columns} columns side by side"
    rows = f"{signals.table_rows} rows of cells"
    drawings = f"{signals.drawings} drawings"
    figures = signals.characters > 0 and signals.figure_share > FIGURE
    reasons = (
        (blank, BLANK, f"no text, {covered}"),
        (signals.scanned, SCANNED, f"text of a scan, {covered}"),
        (signals.stamped, STAMPED, f"{signals.characters} characters of text, {covered}"),
        (garbled, GARBLED, f"{signals.garbage:.0%} of the characters are no letters"),
        (not signals.legible and not garbled, ILLEGIBLE, "the letters are not those of a language"),
        (signals.table_rows > 0, TABLES, rows),
        (figures, FIGURES, f"a lossless image covers {signals.figure_share:.0%}"),
        (signals.columns >= MANY_COLUMNS, "many columns", columns),
        (signals.boxes > 0, BOXED, "boxes of text beside other text"),
        (signals.drawings >= MANY_DRAWINGS, DRAWN, drawings),
    )
    return [(kind, measured) for holds, kind, measured in reasons if holds]


def _garbage(word: str) -> int:
    """Characters that stand for no letter: replacements, private use, and codes of glyphs."""
    if word.isascii():
        return len(word) if "(cid:" in word else 0
    return sum(c == "\ufffd" or "\ue000" <= c <= "\uf8ff" for c in word)


def _covered(content: PageContent, boxes: Iterable[Box]) -> float:
    """The share of the page that boxes cover."""
    covered = sum((right - left) * (bottom - top) for left, top, right, bottom in boxes)
    return min(covered / content.area, 1.0)


def _is_stamped(content: PageContent, characters: int) -> bool:
    largest = max((_covered(content, [box]) for box in content.images), default=0.0)
    return 0 < characters < SPARSE * largest * content.area and largest > SCAN


def _figure_share(content: PageContent, visible: Sequence[Line]) -> float:
    """The share that the largest lossless image covers; one below most of the text is paper."""
    shares = (_covered(content, [b]) for b in content.sharp if not _is_paper(b, visible))
    return max(shares, default=0.0)


def _is_paper(box: Box, visible: Sequence[Line]) -> bool:
    left, top, right, bottom = box
    inside = sum(left < line.left < right and top < line.middle < bottom for line in visible)
    return inside * 2 > len(visible)


def _underlines(box: Box, visible: Sequence[Line]) -> bool:
    """Whether a drawing is a line below words of one line of text, or through them."""
    left, top, right, bottom = box
    return bottom - top <= THIN and any(
        line.top < top
        and bottom < line.bottom + THIN
        and line.left - THIN <= left
        and right <= line.right + THIN
        for line in visible
    )


def _holds_text(box: Box, visible: Sequence[Line]) -> bool:
    """Whether lines stand in a box, and others at the same height beside it."""
    left, top, right, bottom = box
    level = [line for line in visible if top < line.middle < bottom]
    beside = sum(line.right <= left or line.left >= right for line in level)
    inside = sum(left - 2 <= line.left and line.right <= right + 2 for line in level)
    return min(inside, beside) >= FEWEST_BOXED


def _angle(visible: Sequence[Line]) -> int:
    """The direction of most of the text: 0, 90, 180 or 270 degrees."""
    counts = {
        angle: count_words(line for line in visible if line.angle == angle)
        for angle in (0, 90, 180, 270)
    }
    return max(counts, key=counts.__getitem__)
