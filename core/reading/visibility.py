"""Text that a reader of the page cannot see."""

from __future__ import annotations

from itertools import compress
from typing import TYPE_CHECKING, Any

import numpy as np

from core.geometry import area, bounds, contains_centre, gaps
from core.reading.display_list import UNREADABLE
from core.reading.invisible_words import unseen
from core.reading.line import count_letters
from core.reading.painted_words import DrawnLine, columns
from core.reading.raw_text import TOUCHING
from core.reading.scan_layer import agrees
from core.reading.visibility_signs import (
    COVERED,
    NOTHING,
    OFF_PAGE,
    WHITE,
    WHITE_ON_WHITE,
    Shapes,
    doubtful,
    squeezed,
)
from core.sir import Location

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from core.geometry import Box
    from core.reading.display_list import Display
    from core.reading.line import Line
    from core.reading.page_content import PageContent
    from core.reading.painted_words import Words

SMALLEST = 2.0
"""Points; smaller text is not meant to be read."""

INVISIBLE = "invisible"
TOO_SMALL = "too small"
NO_GLYPHS = "stands for no letters that are drawn"
WRONG_LAYER = "wrong text layer"

SCAN = 0.5
"""Share of the page that an image must cover for invisible text to be its OCR layer."""

REPLACED = 3
"""Words without a place of their own that a line may hold, such as "box checked" for a sign."""

BESIDE = 0.2
"""Visible letters beside an OCR layer, in times of its own, at most, as of a stamp on a scan."""


def seen(
    drawn: Sequence[DrawnLine],
    content: PageContent,
    blocks: Sequence[dict[str, Any]],
    display: Display,
) -> list[Line]:
    """The lines of a page, with why each cannot be seen; those hidden in part are parted.

    Invisible text that carries the text of a scanned page, and agrees with its picture, is its
    OCR layer and counts as visible; how well it lies over the picture is not known. `blocks` are
    texts and paths in the order in which they were drawn.
    """
    if not drawn:
        return []
    words = columns(drawn)
    reasons = _plain_reasons(words, display.box)
    _doubts_decided(reasons, words, Shapes(blocks), display)
    lines = [_rejoined(row) for row in _parted(drawn, reasons, words)]
    _take_layer(lines, content, display)
    return [row.line for row in lines]


def is_white(colour: int) -> bool:
    """Whether a colour 0xRRGGBB cannot be told from white paper."""
    return min(colour >> 16 & 255, colour >> 8 & 255, colour & 255) >= WHITE


def _plain_reasons(words: Words, page: Box) -> NDArray[np.object_]:
    """(n,) why words cannot be seen, as far as that needs no look at the page."""
    reasons = np.full(len(words.texts), "", object)
    reasons[~_on_page(words, page)] = OFF_PAGE
    reasons[_without_glyphs(words)] = NO_GLYPHS
    reasons[words.sizes < SMALLEST] = TOO_SMALL
    reasons[~words.painted] = INVISIBLE
    return reasons


def _on_page(words: Words, page: Box) -> NDArray[np.bool_]:
    """Words that lie on the page, with the middle of their letters."""
    left, top, right, bottom = words.boxes.T
    x, y = (left + right) / 2, (top + bottom) / 2
    level = right - left >= bottom - top
    middle = np.where(level, (page[1] <= y) & (y <= page[3]), (page[0] <= x) & (x <= page[2]))
    inside = (left < page[2]) & (right > page[0]) & (top < page[3]) & (bottom > page[1])
    return middle & inside


def _without_glyphs(words: Words) -> NDArray[np.bool_]:
    """Words of sentences that the file gives in the place of a glyph (`ActualText`)."""
    nowhere = words.areas < NOTHING
    if not nowhere.any():
        return nowhere
    nowhere &= np.array([any(map(str.isalnum, text)) for text in words.texts], bool)
    crowded = np.bincount(words.lines, nowhere)[words.lines] > REPLACED
    return crowded & (nowhere | squeezed(words))


def _doubts_decided(
    reasons: NDArray[np.object_], words: Words, shapes: Shapes, display: Display
) -> None:
    """Notes which of the other words nobody sees, by the pixels of those that are in doubt."""
    doubts, certain = doubtful(words, shapes, display.watch(), display)
    doubts[reasons != ""] = ""
    chosen = np.flatnonzero(doubts != "")
    if not len(chosen):
        return
    try:
        hidden = unseen(words, chosen, certain, display)
    except UNREADABLE:  # a page that can be read, but not drawn
        hidden = chosen[doubts[chosen] == WHITE_ON_WHITE]
    reasons[hidden] = doubts[hidden]


def _parted(
    drawn: Sequence[DrawnLine], reasons: NDArray[np.object_], words: Words
) -> Iterator[DrawnLine]:
    """Lines of words that are hidden for one reason, or visible."""
    if not reasons.any():
        yield from drawn
        return
    starts = np.searchsorted(words.lines, np.arange(len(drawn) + 1))
    for row, start, end in zip(drawn, starts[:-1], starts[1:], strict=True):
        own = reasons[start:end].tolist()
        for reason, line in row.line.parts(own).items():
            line.hidden = reason
            yield row._replace(
                line=line, words=[*compress(row.words, [other == reason for other in own])]
            )


def _rejoined(row: DrawnLine) -> DrawnLine:
    """The row, with words made one that go on in another ink, where all of it is seen, or none."""
    if not any(word.goes_on for word in row.words):
        return row
    line, words = row.line, list(row.words)
    for place in range(len(words) - 1, 0, -1):
        before, box = line.boxes[place - 1 : place + 1]
        if words[place].goes_on and max(gaps(before, box)) <= TOUCHING * line.size:
            line.lead -= place < line.lead
            line.words[place - 1 : place + 1] = [line.words[place - 1] + line.words[place]]
            line.boxes[place - 1 : place + 1] = [bounds([before, box])]
            words[place - 1 : place + 1] = [words[place - 1]]
    return row._replace(words=words)


def _take_layer(rows: Sequence[DrawnLine], content: PageContent, display: Display) -> None:
    """Makes the hidden text of a scan visible if it is the OCR layer of it.

    Programs draw a layer invisibly over the picture, or as plain text below it.
    """
    if not any(row.line.hidden for row in rows):
        return
    for reason in (INVISIBLE, COVERED):
        layer = [row for row in rows if row.line.hidden == reason and _over_scan(row.line, content)]
        beside = count_letters(row.line for row in rows if not row.line.hidden)
        if not layer or beside > BESIDE * count_letters(row.line for row in layer):
            continue
        inked, right = agrees(layer, display)
        for row in inked:
            row.line.hidden = "" if right else WRONG_LAYER
            row.line.location = Location.ALIGNED if right else row.line.location
        content.ocr_layer |= right and bool(inked)


def _over_scan(line: Line, content: PageContent) -> bool:
    """Whether a line lies over an image that is large enough to be scanned text."""
    covering = SCAN * content.width * content.height
    scans = [box for box in content.images if area(box) > covering] or content.images
    return any(contains_centre(box, line.box) for box in scans)
