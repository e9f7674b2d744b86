"""What MuPDF's raw text gets wrong: lines broken between two letters, characters far too tall."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from core.reading.line import SLANTED

if TYPE_CHECKING:
    from collections.abc import Iterable

    from core.geometry import Box

TOUCHING = 0.08
"""Gap between two pieces of text, in times of the font size, up to which they are one word."""

TALLEST = 1.7
"""Height of a character, in times of the font size, from which that of its font is a mistake."""

REACH = (1.0, 0.35)
"""How far such a character is taken to reach above and below its base line, in font sizes."""


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
    one, two = before["spans"][-1], raw["spans"][0]
    upright = before["dir"] == raw["dir"] == (1.0, 0.0)
    level = abs(one["origin"][1] - two["origin"][1]) < TOUCHING * two["size"]
    return upright and level and abs(gap) <= TOUCHING * min(one["size"], two["size"])


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
