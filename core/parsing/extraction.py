"""Words, lines, rulings and images of a page, in points of the displayed page.

PyMuPDF gives text in coordinates that ignore the rotation of the page; here they are turned
once. One text page per page is made, and words are built from its characters, because only
they show which characters are drawn twice, invisible, or in right-to-left order.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import pymupdf
from pymupdf.mupdf import FzErrorBase

from core.parsing.bidi import logical
from core.parsing.characters import Char, Word, split_words
from core.parsing.elements import Box, Line
from core.parsing.visibility import hide

if TYPE_CHECKING:
    from collections.abc import Iterator

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
PAINTED = 16 | 32 | 64
"""Bits of `char_flags` for text that is filled, stroked or used as a clip: not invisible."""


@dataclass(slots=True)
class PageContent:
    """What stands on one page. `vectors` are drawings, `images` the boxes of images."""

    number: int
    width: float
    height: float
    lines: list[Line]
    vectors: list[Vector] = field(default_factory=list)
    images: list[Box] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Vector:
    """One drawn path: its box, whether only its outline is drawn, and its colour (0xRRGGBB)."""

    box: Box
    stroked: bool
    colour: int


def extract(page: pymupdf.Page) -> PageContent:
    """The content of a page; lines come in the order in which they were drawn.

    Raises:
        RuntimeError: MuPDF cannot read the page.
    """
    blocks = page.get_textpage(flags=FLAGS).extractRAWDICT()["blocks"]
    number, size = int(page.number or 0) + 1, page.rect
    turn = page.rotation_matrix if page.rotation else None
    vectors = [_vector(block, turn) for block in blocks if block["type"] == 3]
    images = [_turned(info["bbox"], turn) for info in page.get_image_info()]
    content = PageContent(number, size.width, size.height, [], vectors, images)
    for block in blocks:
        if block["type"] == 0:
            for raw in block["lines"]:
                content.lines += _lines(raw, number, turn)
    content.lines = _without_repeats(content.lines)
    hide(content)
    return content


def _vector(block: dict[str, Any], turn: pymupdf.Matrix | None) -> Vector:
    return Vector(_turned(block["bbox"], turn), block["stroked"], block["color"] & 0xFFFFFF)


def _turned(box: Box, turn: pymupdf.Matrix | None) -> Box:
    if turn is None:
        return box
    rect = pymupdf.Rect(box) * turn
    return rect.x0, rect.y0, rect.x1, rect.y1


def _lines(raw: dict[str, Any], page: int, turn: pymupdf.Matrix | None) -> Iterator[Line]:
    """The visible and the invisible words of one raw line, as a line each."""
    angle = _angle(raw["dir"], turn)
    words = split_words(_characters(raw["spans"]), along_x=abs(raw["dir"][0]) > abs(raw["dir"][1]))
    words, rtl = logical(words)
    for painted in (True, False):
        chosen = [word for word in words if word.painted is painted]
        if chosen:
            yield _line(chosen, page, angle, turn, rtl)


def _characters(spans: list[dict[str, Any]]) -> list[Char]:
    chars: list[Char] = []
    for span in spans:
        painted = bool(span["char_flags"] & PAINTED) and span["alpha"] > 0
        flags, size = span["flags"], span["size"]
        bold = bool(flags & BOLD) or "bold" in span["font"].lower()
        style = (size, bold, bool(flags & ITALIC), painted, span["color"])
        chars += [(char["c"], char["bbox"], style) for char in span["chars"]]
    return chars


def _line(words: list[Word], page: int, angle: int, turn: pymupdf.Matrix | None, rtl: bool) -> Line:
    boxes = [_turned(word.box, turn) for word in words]
    weight: dict[Any, int] = {}
    for word in words:
        weight[word.style] = weight.get(word.style, 0) + len(word.text)
    size, bold, italic, painted, colour = max(weight, key=lambda style: weight[style])
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
    return nearest % 360 if abs(degrees - nearest) < 2 else -1


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
    near = 0.25 * (box[3] - box[1])
    for other in places:
        if all(abs(a - b) <= near for a, b in zip(box, other, strict=True)):
            return False
    places.append(box)
    return True
