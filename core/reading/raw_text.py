"""MuPDF's raw text: what it gets wrong, and small raised characters, as marks of footnotes."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from core.geometry import bounds
from core.reading.line import SLANTED

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from core.geometry import Box


TOUCHING = 0.08
"""Gap between two pieces of text, in times of the font size, up to which they are one word."""

TALLEST = 1.7
"""Height of a character, in times of the font size, from which that of its font is a mistake."""

REACH = (1.0, 0.35)
"""How far such a character is taken to reach above and below its base line, in font sizes."""

SMALLER = 0.85
"""Size, in times of that of the line, up to which a character may be a raised one."""

HIGHER = 0.15
"""How far above the base line, in sizes of the line, a raised character begins at least."""

SPACED = re.compile(r"[^\W\d_](?: +[^\W\d_]| *[&?!:.,'\u2019-]){5,} *")
"""Letters that stand alone, as MuPDF gives those of a heading set with space between them."""

WIDEST = 0.45
"""Space between such letters, in times of the font size, at most."""

UNEVEN = 0.03
"""The same by which the spaces within a word differ at most."""

SHADOW = 0.15
"""How far a letter may lie from its shadow, in times of the font size."""

PAINTED = 16 | 32 | 64
"""Bits of `char_flags` for text that is filled, stroked or used as a clip: not invisible."""

LONGEST = 8
"""Characters of a raised run; more of them are a line of their own."""


def without_shadows(raws: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Raw lines without letters that the same letter in another ink is drawn over right away."""
    spans = [span for raw in raws for span in raw["spans"]]
    shadows = {id(span) for span, cover in pairwise(spans) if _is_shadow(span, cover)}
    if not shadows:
        return list(raws)
    lines: list[dict[str, Any]] = []
    for raw in raws:
        spans = [span for span in raw["spans"] if id(span) not in shadows]
        if spans:
            lines.append({**raw, "spans": spans, "bbox": bounds(span["bbox"] for span in spans)})
    return lines


def _is_shadow(span: dict[str, Any], cover: dict[str, Any]) -> bool:
    """Whether a span is one letter, and the next one the same, painted a little beside it."""
    if len(span["chars"]) != 1 or len(cover["chars"]) != 1 or span["color"] == cover["color"]:
        return False
    if not (cover["alpha"] and cover["char_flags"] & PAINTED):
        return False  # Nothing that is seen may go for what nobody sees.
    letter, other = span["chars"][0], cover["chars"][0]
    farthest = max(abs(a - b) for a, b in zip(letter["origin"], other["origin"], strict=True))
    same = letter["c"] == other["c"] and not letter["c"].isspace() and span["size"] == cover["size"]
    return same and farthest < SHADOW * span["size"]


def rejoin_letters(raws: Iterable[dict[str, Any]]) -> None:
    """Takes the blanks out of words in spaced capitals, as headings may be set.

    MuPDF notes which blanks it put there itself; the wider ones of these are between words.
    """
    for raw in raws:
        for span in raw["spans"]:
            chars = span["chars"]
            if len(chars) < 2 or chars[1]["c"].isalnum():
                continue  # as most do: their letters do not stand alone
            text = "".join([char["c"] for char in chars])
            if text.isupper() and SPACED.fullmatch(text):
                span["chars"] = _rejoined(chars, span["size"])


def _rejoined(chars: list[dict[str, Any]], size: float) -> list[dict[str, Any]]:
    widths = {
        place: char["bbox"][2] - char["bbox"][0]
        for place, char in enumerate(chars)
        if char["synthetic"]
    }
    narrowest = min(widths.values(), default=size)
    if narrowest > WIDEST * size:
        return chars
    within = {place for place, width in widths.items() if width <= narrowest + UNEVEN * size}
    return [char for place, char in enumerate(chars) if place not in within]


def with_touching_joined(raws: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Raw lines, with those made one that follow each other without a gap.

    MuPDF ends a line where something is drawn between two letters, as the rule below a link is.
    """
    joined: list[dict[str, Any]] = []
    for raw in raws:
        if joined and _touch(joined[-1], raw):
            before = joined.pop()
            left, top, _, bottom = before["bbox"]
            box = (left, top, raw["bbox"][2], bottom)
            raw = {**before, "bbox": box, "spans": [*before["spans"], *raw["spans"]]}
        joined.append(raw)
    return joined


def _touch(before: dict[str, Any], raw: dict[str, Any]) -> bool:
    """Whether `raw` begins where `before` ends, on the same base line."""
    gap = raw["bbox"][0] - before["bbox"][2]
    if abs(gap) > TOUCHING * (raw["bbox"][3] - raw["bbox"][1]):
        return False
    left, right = before["spans"][-1], raw["spans"][0]
    upright = before["dir"] == raw["dir"] == (1.0, 0.0)
    level = abs(left["origin"][1] - right["origin"][1]) < TOUCHING * right["size"]
    return upright and level and abs(gap) <= TOUCHING * min(left["size"], right["size"])


def is_tall(box: Box, angle: int, size: float) -> bool:
    """Whether a character claims more height than letters have, as in fonts for mathematics."""
    height = box[2] - box[0] if angle in (90, 270) else box[3] - box[1]
    return angle != SLANTED and height > TALLEST * size


def lowered(box: Box, origin: tuple[float, float], angle: int, size: float) -> Box:
    """The box of a character cut to what letters of that size can reach."""
    above, below = REACH[0] * size, REACH[1] * size
    left, top, right, bottom = box
    x, y = origin
    if angle in (0, 180):
        high, low = (above, below) if angle == 0 else (below, above)
        return left, max(top, y - high), right, min(bottom, y + low)
    before, after = (below, above) if angle == 90 else (above, below)
    return max(left, x - before), top, min(right, x + after), bottom


def raised(raws: Iterable[dict[str, Any]]) -> Iterator[tuple[str, Box]]:
    """Text and box of each raised run in raw lines of upright text, as MuPDF gives both.

    A run may stand within a line, or as a line of its own right behind the one it belongs to.
    """
    before: dict[str, Any] | None = None
    for raw in raws:
        spans = [span for span in raw["spans"] if first_ink(span["chars"])]
        if not spans or raw["dir"] != (1.0, 0.0):
            continue
        main = max(spans, key=lambda span: len(span["chars"]) * span["size"])
        if before is not None and len(spans) == 1 and _is_behind(before, main):
            yield from _runs(spans, before)
            continue
        yield from _runs(spans, main)
        before = main if main is spans[-1] else {**main, "bbox": spans[-1]["bbox"]}


def _runs(spans: Iterable[dict[str, Any]], main: dict[str, Any]) -> Iterator[tuple[str, Box]]:
    for span in spans:
        above = main["origin"][1] - span["origin"][1]
        small = span["size"] <= SMALLER * main["size"] and len(span["chars"]) <= LONGEST
        if small and above >= HIGHER * main["size"]:
            yield _text(span), span["bbox"]


def _is_behind(before: dict[str, Any], span: dict[str, Any]) -> bool:
    """Whether a span follows a line closely enough to be raised in it."""
    gap = span["bbox"][0] - before["bbox"][2]
    rise = before["origin"][1] - span["origin"][1]
    return abs(gap) <= 0.5 * before["size"] and 0 < rise < before["size"]


def first_ink(chars: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """The first character that is no white space; an empty one if there is none."""
    return next((char for char in chars if not char["c"].isspace()), {})


def _text(span: dict[str, Any]) -> str:
    return "".join([char["c"] for char in span["chars"]]).strip()
