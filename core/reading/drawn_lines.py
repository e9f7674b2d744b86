"""Lines of words from MuPDF's raw lines of characters."""

from __future__ import annotations

from collections import Counter
from itertools import takewhile
from math import atan2, degrees
from typing import TYPE_CHECKING, Any

import pymupdf

from core.reading.bidi import logical_words, runs_left
from core.reading.characters import (
    CAPITALS,
    FAINT,
    HEAVY,
    PLAIN_INK,
    UNPAINTED,
    Chars,
    Style,
    Word,
    split_words,
)
from core.reading.fonts import is_bold, monospaced
from core.reading.line import SLANTED, Line
from core.reading.painted_words import DrawnLine
from core.reading.plain_words import plain_words
from core.reading.raw_text import PAINTED, is_tall, lowered, with_touching_joined
from core.reading.visibility import SMALLEST, is_white

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from core.geometry import Box

BOLD = 16
ITALIC = 2

PROCEDURAL = "Type3 ("
"""How MuPDF's names of fonts begin whose glyphs are drawn by commands."""

CAPPED = {0: (1, 1), 90: (2, -1), 180: (3, -1), 270: (0, 1)}
"""By angle, the edge of a box where capitals end, and the sign of the way to the base line."""

FULL = 255
"""Opacity of what nothing is seen through."""


def drawn_lines(
    raws: Sequence[dict[str, Any]],
    page: int,
    turn: pymupdf.Matrix | None,
    capitals: Mapping[str, float],
) -> Iterator[DrawnLine]:
    """The lines of words that raw lines of page `page` hold, in their order.

    `turn` is how the page is displayed; `capitals` are heights by font name.
    """
    fixed = monospaced(raws)
    joined = with_touching_joined(raws)
    chars = [_characters(raw, capitals) for raw in joined]
    for raw, (words, rtl) in zip(joined, _words(chars), strict=True):
        for row in _lines(raw, words, page, turn, rtl=rtl):
            row.line.monospaced = bool(fixed) and _is_mostly(raw["spans"], fixed)
            yield row


def _words(lines: Sequence[Chars]) -> Iterator[tuple[list[Word], bool]]:
    """The words of each line, and whether it runs from right to left."""
    for line, words in zip(lines, plain_words(lines), strict=True):
        if line.angle == 0 and runs_left(line.text):
            yield logical_words(line.listed()), True
        else:
            yield split_words(line.listed(), line.axis) if words is None else words, False


def _lines(
    raw: dict[str, Any], words: Sequence[Word], page: int, turn: pymupdf.Matrix | None, *, rtl: bool
) -> Iterator[DrawnLine]:
    """The visible and the invisible words of one raw line, as a line each."""
    angle, upright = _angle(raw["dir"], turn), _angle(raw["dir"], None)
    procedural = any(span["font"].startswith(PROCEDURAL) for span in raw["spans"])
    by_ink: dict[bool, list[Word]] = {True: [], False: []}
    for word in words:
        by_ink[word.painted].append(_placed(word, upright))
    for chosen in filter(None, by_ink.values()):
        line = _line(chosen, page, angle, turn, rtl)
        yield DrawnLine(line, chosen, raw["order"], procedural)


def _characters(raw: dict[str, Any], capitals: Mapping[str, float]) -> Chars:
    """The characters of a raw line."""
    angle = _angle(raw["dir"], None)
    text, inks = "", set[int]()
    boxes: list[Box] = []
    styles: list[Style] = []
    for span in raw["spans"]:
        flags, size, font, chars = span["flags"], span["size"], span["font"], span["chars"]
        bold = bool(flags & BOLD) or is_bold(font)
        height = capitals.get(font)
        limit = None if height is None else _cap_line(span["origin"], angle, height * size)
        ink = _ink(span)
        style = (size, bold, bool(flags & ITALIC), ink, span["color"], limit, span["alpha"])
        text += "".join([char["c"] for char in chars])
        if chars and is_tall(chars[0]["bbox"], angle, size):
            boxes += [lowered(char["bbox"], char["origin"], angle, size) for char in chars]
        else:
            boxes += [char["bbox"] for char in chars]
        styles += [style] * len(chars)
        inks.add(ink)
    return Chars(text, boxes, styles, angle, len(inks))


def _ink(span: dict[str, Any]) -> int:
    """Whether what is written is painted, and so that anybody must see it."""
    if not span["char_flags"] & PAINTED or not span["alpha"]:
        return UNPAINTED
    faint = is_white(span["color"]) or span["size"] < SMALLEST or span["alpha"] < FULL
    return FAINT if faint else PLAIN_INK


def _is_mostly(spans: Iterable[dict[str, Any]], fonts: set[str]) -> bool:
    """Whether four of five characters of spans are in one of these fonts."""
    counts = Counter[bool]()
    for span in spans:
        counts[span["font"] in fonts] += sum(not char["c"].isspace() for char in span["chars"])
    return counts[True] > 4 * counts[False]


def _cap_line(origin: tuple[float, float], angle: int, height: float) -> float | None:
    """Where capitals end: a y for upright text, an x for text that runs up or down."""
    if angle not in CAPPED:
        return None
    side, sign = CAPPED[angle]
    return origin[side % 2] - sign * height


def _placed(word: Word, angle: int) -> Word:
    """The word, ending where capitals do, or at an accent on one."""
    limit = word.style[CAPITALS]
    if limit is None:
        return word
    edges = list(word.box)
    side, sign = CAPPED[angle]
    if not word.text.isascii() and any(c > "\x7f" and c.isupper() for c in word.text):
        limit = sign * min(sign * limit, sign * edges[side])
    edges[side] = limit
    left, top, right, bottom = edges
    if left >= right or top >= bottom:
        return word
    return Word(word.text, (left, top, right, bottom), word.style, [], word.goes_on)


def _line(words: list[Word], page: int, angle: int, turn: pymupdf.Matrix | None, rtl: bool) -> Line:
    boxes = [turned(word.box, turn) for word in words]
    size, bold, italic, ink, colour, _, _ = _main_style(words)
    line = Line(page, [word.text for word in words], boxes, size, bold, italic, angle, rtl)
    line.colour = colour
    line.lead = sum(1 for _ in takewhile(lambda word: word.style[HEAVY], words))
    line.hidden = "" if ink else "invisible"
    return line


def _main_style(words: Sequence[Word]) -> Style:
    """The style of most characters, the first of equals."""
    first, *others = [word.style for word in words]
    if others.count(first) == len(others):
        return first
    weight: Counter[Style] = Counter()
    for word in words:
        weight[word.style] += len(word.text)
    return max(weight, key=weight.__getitem__)


def _angle(direction: tuple[float, float], turn: pymupdf.Matrix | None) -> int:
    x, y = direction
    if turn is not None:
        x, y = x * turn.a + y * turn.c, x * turn.b + y * turn.d
    if (x, y) == (1.0, 0.0):
        return 0
    angle = degrees(atan2(y, x)) % 360
    nearest = round(angle / 90) * 90
    return nearest % 360 if abs(angle - nearest) < 2 else SLANTED


def turned(box: Box, turn: pymupdf.Matrix | None) -> Box:
    """A box on the page as it is displayed."""
    if turn is None:
        return box
    rect = pymupdf.Rect(box) * turn
    return rect.x0, rect.y0, rect.x1, rect.y1
