"""Words, lines, rulings and images of a page, in points of the displayed page.

PyMuPDF gives text in coordinates that ignore the rotation of the page; here they are turned
once. One text page per page is made, and words are built from its characters, because only
they show which characters are drawn twice, invisible, or in right-to-left order.
"""

from __future__ import annotations

from contextlib import suppress
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np
import pymupdf
from pymupdf.mupdf import FzErrorBase

from core.reading.bidi import logical_words, runs_left
from core.reading.characters import Char, Word, split_words
from core.reading.content import PageContent, Vector
from core.reading.line import SLANTED, Box, Line
from core.reading.raised import raised
from core.reading.repairs import is_tall, lowered, with_touching_joined
from core.reading.visibility import WHITE_ON_WHITE, hide, show_white

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

FLAGS = (
    pymupdf.TEXT_PRESERVE_WHITESPACE
    | pymupdf.TEXT_CID_FOR_UNKNOWN_UNICODE
    | pymupdf.TEXT_COLLECT_VECTORS
)
"""Ligatures are expanded; images are left out, because encoding them costs most of the time."""

UNREADABLE = (RuntimeError, ValueError, FzErrorBase)
"""What PyMuPDF raises for a page, or a part of one, that is damaged."""

BOLD = 16
ITALIC = 2
NONE: Mapping[str, float] = MappingProxyType({})
LOSSY = ("DCTDecode", "JPXDecode")
"""Filters that photographs are stored with; lossless ones keep charts and screenshots."""

PAINTED = 16 | 32 | 64
"""Bits of `char_flags` for text that is filled, stroked or used as a clip: not invisible."""


def extract(page: pymupdf.Page, capitals: Mapping[str, float] = NONE) -> PageContent:
    """The content of a page; lines come in the order in which they were drawn.

    `capitals` are heights by font name (see `CapHeights`); boxes end there.

    Raises:
        RuntimeError: MuPDF cannot read the page.
    """
    blocks = page.get_textpage(flags=FLAGS).extractRAWDICT()["blocks"]
    number, size = int(page.number or 0) + 1, page.rect
    turn = page.rotation_matrix if page.rotation else None
    vectors = [_vector(block, turn) for block in blocks if block["type"] == 3]
    images, sharp = _images(page, blocks, turn)
    content = PageContent(number, size.width, size.height, [], vectors, images, sharp)
    raws = [raw for block in blocks if block["type"] == 0 for raw in block["lines"]]
    for raw in with_touching_joined(raws):
        content.lines += _lines(raw, number, turn, capitals)
    content.raised = [(text, _turned(box, turn)) for text, box in raised(raws)]
    content.lines = _without_repeats(content.lines)
    hide(content)
    if any(line.hidden == WHITE_ON_WHITE for line in content.lines):
        with suppress(*UNREADABLE):
            show_white(content, _grey(page))
    return content


def _grey(page: pymupdf.Page) -> NDArray[np.uint8]:
    """The page as displayed, one pixel a point."""
    pixels = page.get_pixmap(colorspace=pymupdf.csGRAY)
    rows = np.frombuffer(pixels.samples, np.uint8).reshape(pixels.height, pixels.stride)
    return rows[:, : pixels.width]


def _images(
    page: pymupdf.Page, blocks: Sequence[dict[str, Any]], turn: pymupdf.Matrix | None
) -> tuple[list[Box], list[Box]]:
    """Boxes of all images, and of those stored without loss."""
    listed = page.get_images()  # cheaper than the second pass that finds their places
    if not listed and any(block["type"] == 0 for block in blocks):
        return [], []
    sizes = {(entry[2], entry[3]) for entry in listed if entry[8] not in LOSSY}
    found = [(_turned(i["bbox"], turn), (i["width"], i["height"])) for i in page.get_image_info()]
    return [box for box, _ in found], [box for box, size in found if size in sizes]


def _vector(block: dict[str, Any], turn: pymupdf.Matrix | None) -> Vector:
    return Vector(_turned(block["bbox"], turn), block["stroked"], block["color"] & 0xFFFFFF)


def _turned(box: Box, turn: pymupdf.Matrix | None) -> Box:
    if turn is None:
        return box
    rect = pymupdf.Rect(box) * turn
    return rect.x0, rect.y0, rect.x1, rect.y1


def _lines(
    raw: dict[str, Any], page: int, turn: pymupdf.Matrix | None, capitals: Mapping[str, float]
) -> Iterator[Line]:
    """The visible and the invisible words of one raw line, as a line each."""
    angle, upright = _angle(raw["dir"], turn), _angle(raw["dir"], None)
    chars = _characters(raw["spans"], upright, capitals)
    rtl = upright == 0 and runs_left(chars)
    words = (
        logical_words(chars) if rtl else split_words(chars, along_x=upright in (0, 180, SLANTED))
    )
    for painted in (True, False):
        chosen = [_capped(word, upright) for word in words if word.painted is painted]
        if chosen:
            yield _line(chosen, page, angle, turn, rtl)


def _characters(
    spans: list[dict[str, Any]], angle: int, capitals: Mapping[str, float]
) -> list[Char]:
    chars: list[Char] = []
    for span in spans:
        painted = bool(span["char_flags"] & PAINTED) and span["alpha"] > 0
        flags, size, font = span["flags"], span["size"], span["font"]
        bold = bool(flags & BOLD) or "bold" in font.lower()
        height = capitals.get(font)
        limit = None if height is None else _cap_line(span["origin"], angle, height * size)
        style = (size, bold, bool(flags & ITALIC), painted, span["color"], limit)
        found = span["chars"]
        if found and is_tall(found[0]["bbox"], angle, size):
            chars += [(c["c"], lowered(c["bbox"], c["origin"], angle, size), style) for c in found]
        else:
            chars += [(char["c"], char["bbox"], style) for char in found]
    return chars


def _cap_line(origin: tuple[float, float], angle: int, height: float) -> float | None:
    """Where capitals end: a y for upright text, an x for text that runs up or down."""
    x, y = origin
    return {0: y - height, 90: x + height, 180: y + height, 270: x - height}.get(angle)


def _capped(word: Word, angle: int) -> Word:
    """The word with its box ending where capitals do, or further out for an accent on one."""
    limit = word.style[5]
    if limit is None:
        return word
    side, sign = {0: (1, 1), 90: (2, -1), 180: (3, -1), 270: (0, 1)}[angle]
    edges = list(word.box)
    if any(char > "\x7f" and char.isupper() for char in word.text):
        limit = sign * min(sign * limit, sign * edges[side])
    edges[side] = limit
    left, top, right, bottom = edges
    return word._replace(box=(left, top, right, bottom)) if left < right and top < bottom else word


def _line(words: list[Word], page: int, angle: int, turn: pymupdf.Matrix | None, rtl: bool) -> Line:
    boxes = [_turned(word.box, turn) for word in words]
    weight: dict[Any, int] = {}
    for word in words:
        weight[word.style] = weight.get(word.style, 0) + len(word.text)
    size, bold, italic, painted, colour, _ = max(weight, key=lambda style: weight[style])
    line = Line(page, [word.text for word in words], boxes, size, bold, italic, angle, rtl)
    line.colour = colour
    line.hidden = "" if painted else "invisible"
    return line


def _angle(direction: tuple[float, float], turn: pymupdf.Matrix | None) -> int:
    x, y = direction
    if turn is not None:
        x, y = x * turn.a + y * turn.c, x * turn.b + y * turn.d
    degrees = float(np.degrees(np.arctan2(y, x))) % 360
    nearest = round(degrees / 90) * 90
    return nearest % 360 if abs(degrees - nearest) < 2 else SLANTED


def _without_repeats(lines: list[Line]) -> list[Line]:
    """Lines without the words drawn a second time in nearly the same place (fake bold)."""
    seen: dict[str, list[Box]] = {}
    kept: list[Line] = []
    for line in lines:
        fresh = [i for i, word in enumerate(line.words) if _is_new(word, line.boxes[i], seen)]
        if len(fresh) == len(line.words):
            kept.append(line)
        elif fresh:
            kept.append(line.part(fresh))
    return kept


def _is_new(word: str, box: Box, seen: dict[str, list[Box]]) -> bool:
    """Whether no equal word lies in the same place; remembers the word."""
    places = seen.setdefault(word, [])
    left, top, right, bottom = box
    near = 0.25 * (bottom - top)
    for other in places:
        if (
            abs(left - other[0]) <= near
            and abs(top - other[1]) <= near
            and abs(right - other[2]) <= near
            and abs(bottom - other[3]) <= near
        ):
            return False
    places.append(box)
    return True
