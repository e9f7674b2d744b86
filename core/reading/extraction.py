"""Words, lines, rulings and images of a page, in points of the displayed page.

PyMuPDF gives text in coordinates that ignore the rotation of the page; here they are turned
once. One text page per page is made, and words are built from its characters, because only
they show which characters are drawn twice, invisible, or in right-to-left order.
"""

from __future__ import annotations

from collections import Counter
from itertools import takewhile
from math import atan2, degrees
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import pymupdf

from core.reading.bidi import logical_words, runs_left
from core.reading.bitmap_fonts import name_letters
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
from core.reading.display_list import Display
from core.reading.drawn_bullets import write_bullets
from core.reading.drawn_underscores import write_underscores
from core.reading.exponents import raise_exponents
from core.reading.fonts import is_bold, monospaced
from core.reading.form_fields import form_fields, read_into
from core.reading.late_text import with_late_in_place
from core.reading.line import SLANTED, Line
from core.reading.page_content import PageContent, Vector
from core.reading.painted_words import DrawnLine
from core.reading.plain_words import plain_words
from core.reading.raw_text import (
    PAINTED,
    is_tall,
    lowered,
    raised,
    rejoin_letters,
    with_touching_joined,
    without_shadows,
)
from core.reading.repeated_words import without_repeats
from core.reading.symbol_bullets import name_bullets
from core.reading.visibility import SMALLEST, is_white, seen

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from core.geometry import Box


FLAGS = (
    pymupdf.TEXT_PRESERVE_WHITESPACE
    | pymupdf.TEXT_CID_FOR_UNKNOWN_UNICODE
    | pymupdf.TEXT_COLLECT_VECTORS
)
"""Ligatures are expanded; images are left out, because encoding them costs most of the time."""

BOLD = 16
ITALIC = 2
NONE: Mapping[str, float] = MappingProxyType({})
LOSSY = ("DCTDecode", "JPXDecode")
"""Filters that photographs are stored with; lossless ones keep charts and screenshots."""

PROCEDURAL = "Type3 ("
"""How MuPDF's names of fonts begin whose glyphs are drawn by commands."""

CAPPED = {0: (1, 1), 90: (2, -1), 180: (3, -1), 270: (0, 1)}
"""By angle, the edge of a box where capitals end, and the sign of the way to the base line."""

FULL = 255
"""Opacity of what nothing is seen through."""


def extract(page: pymupdf.Page, capitals: Mapping[str, float] = NONE) -> PageContent:
    """The content of a page; lines come in the order in which they were drawn.

    `capitals` are heights by font name (see `CapHeights`); boxes end there.

    Raises:
        RuntimeError: MuPDF cannot read the page.
    """
    display = Display(page)
    blocks = display.text(FLAGS).extractRAWDICT()["blocks"]
    number, size = int(page.number or 0) + 1, page.rect
    turn = page.rotation_matrix if page.rotation else None
    vectors = [_vector(block, turn) for block in blocks if block["type"] == 3]
    images, sharp = _images(page, display, blocks, turn)
    content = PageContent(number, size.width, size.height, [], vectors, images, sharp)
    raws: list[dict[str, Any]] = []
    for order, block in enumerate(blocks):
        if block["type"] == 0:
            raws += block["lines"]
            for raw in block["lines"]:
                raw["order"] = order
    name_letters(page, raws)
    name_bullets(raws)
    shapes = {order: block for order, block in enumerate(blocks) if block["type"] == 3}
    raws = with_late_in_place(without_shadows(raws), shapes)
    rejoin_letters(raws)
    content.raised = [(text, _turned(box, turn)) for text, box in raised(raws)]
    drawn = list(_drawn(raws, number, turn, capitals))
    content.lines = without_repeats(seen(drawn, content, blocks, display))
    write_underscores(content)
    write_bullets(content)
    raise_exponents(content)
    if fields := form_fields(page):
        read_into(content, fields)
    return content


def _images(
    page: pymupdf.Page,
    display: Display,
    blocks: Sequence[dict[str, Any]],
    turn: pymupdf.Matrix | None,
) -> tuple[list[Box], list[Box]]:
    """Boxes of all images, and of those stored without loss."""
    listed = page.get_images()  # cheaper than the second pass that finds their places
    if not listed and any(block["type"] == 0 for block in blocks):
        return [], []
    sizes = {(entry[2], entry[3]) for entry in listed if entry[8] not in LOSSY}
    infos = display.text(pymupdf.TEXT_PRESERVE_IMAGES).extractIMGINFO()
    placed = [(_turned(info["bbox"], turn), (info["width"], info["height"])) for info in infos]
    return [box for box, _ in placed], [box for box, size in placed if size in sizes]


def _vector(block: dict[str, Any], turn: pymupdf.Matrix | None) -> Vector:
    box, colour = _turned(block["bbox"], turn), block["color"] & 0xFFFFFF
    return Vector(box, block["stroked"], colour, block["isrect"])


def _turned(box: Box, turn: pymupdf.Matrix | None) -> Box:
    if turn is None:
        return box
    rect = pymupdf.Rect(box) * turn
    return rect.x0, rect.y0, rect.x1, rect.y1


def _drawn(
    raws: Sequence[dict[str, Any]],
    page: int,
    turn: pymupdf.Matrix | None,
    capitals: Mapping[str, float],
) -> Iterator[DrawnLine]:
    """The lines that the words of raw lines stand in."""
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
    boxes = [_turned(word.box, turn) for word in words]
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
