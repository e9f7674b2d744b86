"""Cheap signs that a word may not be seen: what lies over it, below it, and how it is painted.

They may be wrong about a visible word, never about a hidden one: the pixels decide.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pymupdf

from core.reading.painted_words import channels, shared

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from core.geometry import Box
    from core.reading.display_list import Display, Watch
    from core.reading.painted_words import Mask, Words

WHITE_ON_WHITE = "white on white"
SAME_COLOUR = "in the colour of its ground"
TRANSPARENT = "transparent"
COVERED = "covered"
CLIPPED = "clipped away or masked"
BLANK = "draws nothing"
OFF_PAGE = "off page"

PLAIN = pymupdf.TEXT_CID_FOR_UNKNOWN_UNICODE

FAINT = 128
"""Opacity, of 255, below which text may be too faint."""

NEAR = 40
"""Levels between two colours, in each channel, below which one may not be told from the other."""

OVERLAP = 0.2
"""Share of a word over which something must lie to hide it."""

WHOLE = 0.8
"""Share of a word from which on something lies over all of its letters."""

OPAQUE = 60
"""Opacity, of 255, from which on what lies over a word may hide it."""

BROAD = 4.0, 60.0
"""Points across the box of what a pen drew, from and to which it may be one broad line."""

NOTHING = 0.01
"""Square points from which on a word has a place of its own."""

COARSE = 0.2
"""Pixels a point of the picture from which grounds are taken."""

WHITE = 0xF8
"""A colour whose three channels all reach this value counts as white."""

BATCH = 2_000_000
"""Pairs of words and shapes that are compared at a time."""


class Shapes:
    """The filled paths of a page, in columns, and when each was drawn (see `DrawnLine`)."""

    def __init__(self, blocks: Sequence[dict[str, Any]]) -> None:
        paths = [(i, b) for i, b in enumerate(blocks) if b["type"] == 3 and _is_wide(b)]
        self.orders = np.array([order for order, _ in paths], int)
        self.boxes = np.array([path["bbox"] for _, path in paths], float).reshape(-1, 4)
        self.colours = channels([path["color"] & 0xFFFFFF for _, path in paths]).reshape(-1, 3)
        self.alphas = np.array([path["alpha"] for _, path in paths], int)
        alone = np.array([p["isrect"] and not _is_part(blocks, i) for i, p in paths], bool)
        self.plain = alone & (self.alphas == 255)

    def __len__(self) -> int:
        return len(self.orders)


def doubtful(
    words: Words, shapes: Shapes, watch: Watch, display: Display
) -> tuple[NDArray[np.object_], Mask]:
    """(n,) why a word may not be seen, empty where nothing speaks for that; (n,) where much does.

    The latter is for words whose pixels tell nothing, because other text stands in their place.
    """
    reasons = np.full(len(words.texts), "", object)
    covered, buried = _covered(words, shapes)
    signs = (
        (squeezed(words), BLANK),
        (_in_colour_of_ground(words, shapes, watch, display), SAME_COLOUR),
        (_touched(words, watch.veils), CLIPPED),
        (_clipped(words, watch, display), CLIPPED),
        (covered | _touched(words, watch.covers), COVERED),
        (words.alphas < FAINT, TRANSPARENT),
        (_hanging(words, display.box), OFF_PAGE),
        (words.procedural, BLANK),
    )
    for mask, reason in signs:
        reasons[mask] = reason
    white = (words.colours >= WHITE).all(axis=1) & (reasons == SAME_COLOUR)
    reasons[white] = WHITE_ON_WHITE
    pictured = _touched(words, [*watch.grounds, *watch.covers])
    coloured = np.isin(reasons, (WHITE_ON_WHITE, SAME_COLOUR)) & ~pictured
    return reasons, coloured | (words.alphas < FAINT / 4) | buried


def _is_part(blocks: Sequence[dict[str, Any]], index: int) -> bool:
    """Whether a path is one of several that are filled together, as both sides of a frame are."""
    before = index > 0 and blocks[index - 1].get("continues", False)
    return before or blocks[index].get("continues", False)


def _is_wide(path: dict[str, Any]) -> bool:
    """Whether a path is filled, or drawn with a pen so broad that its outline fills something."""
    left, top, right, bottom = path["bbox"]
    narrow = min(right - left, bottom - top)
    return narrow >= 1 if not path["stroked"] else BROAD[0] <= narrow <= BROAD[1]


def _touched(words: Words, boxes: Sequence[Box]) -> Mask:
    """Words of which boxes may hide a part."""
    if not boxes:
        return np.zeros(len(words.texts), bool)
    common = shared(words.boxes, sorted(set(boxes)))
    return np.any(common > OVERLAP * words.areas[:, None], axis=1)


def _covered(words: Words, shapes: Shapes) -> tuple[Mask, Mask]:
    """Words over which paths were drawn later, and those of which one opaque box hides all.

    Many small paths count as much as one.
    """
    covered, buried = np.zeros(len(words.texts)), np.zeros(len(words.texts), bool)
    late = (shapes.orders > words.orders.min(initial=0)) & (shapes.alphas >= OPAQUE)
    for part in _batches(np.flatnonzero(late), len(words.texts)):
        later = shapes.orders[part] > words.orders[:, None]
        hidden = shared(words.boxes, shapes.boxes[part]) * later
        covered += hidden.sum(axis=1)
        boxes = hidden[:, shapes.plain[part]]
        buried |= (boxes > WHOLE * words.areas[:, None]).any(axis=1)
    return covered > OVERLAP * words.areas, buried


def _in_colour_of_ground(words: Words, shapes: Shapes, watch: Watch, display: Display) -> Mask:
    """Words whose colour is near that of the paper, path or picture that they stand on."""
    doubt = np.zeros(len(words.texts), bool)
    over = _touched(words, watch.grounds)
    if over.any():
        doubt[over] = _near_picture(words, over, display)
    packed = words.colours @ (1 << 16, 1 << 8, 1)
    for code in set(packed.tolist()):
        same, colour = packed == code, channels([code])[0]
        alike = (abs(shapes.colours - colour) < NEAR).all(axis=1)
        if alike.any() or (colour > 255 - NEAR).all():
            doubt[same] |= _near_ground(words, np.flatnonzero(same), shapes, colour)
    return doubt


def _near_ground(
    words: Words, chosen: NDArray[np.int64], shapes: Shapes, colour: NDArray[np.int64]
) -> Mask:
    """Which of the chosen words of one colour stand on paper or paths of nearly the same."""
    ground = np.full(len(chosen), -1)
    alike = np.all(abs(shapes.colours - colour) < NEAR, axis=1)
    near = np.zeros(len(chosen), bool)
    for part in _batches(np.arange(len(shapes)), len(chosen)):
        common = shared(words.boxes[chosen], shapes.boxes[part])
        below = shapes.orders[part] < words.orders[chosen][:, None]
        whole = (common > WHOLE * words.areas[chosen][:, None]) & below
        last = np.where(whole & shapes.plain[part], part, -1).max(axis=1)
        ground = np.maximum(ground, last)
        partly = (common > OVERLAP * words.areas[chosen][:, None]) & below & alike[part]
        near |= (partly & (part > ground[:, None])).any(axis=1)
    paper = bool((colour > 255 - NEAR).all())
    return near | np.where(ground >= 0, np.append(alike, paper)[ground], paper)


def _near_picture(words: Words, chosen: Mask, display: Display) -> Mask:
    """Whether the picture below each of the chosen words has pixels near the word's colour."""
    boxes, page = words.boxes[chosen], np.array(display.box)
    low, high = np.maximum(boxes.min(axis=0), page)[:2], np.minimum(boxes.max(axis=0), page)[2:]
    if (low >= high).any():
        return np.zeros(len(boxes), bool)
    area = (float(low[0]), float(low[1]), float(high[0]), float(high[1]))
    picture = display.pixels(area, COARSE, text=False).astype(int)
    left, top, right, bottom = boxes.T
    across = left[:, None] + (right - left)[:, None] * np.linspace(0.0, 1.0, 5)
    down = top[:, None] + (bottom - top)[:, None] * np.linspace(0.25, 0.75, 3)
    x0, y0 = np.floor(low * COARSE)
    xs = (across * COARSE - x0).astype(int).clip(0, picture.shape[1] - 1)
    ys = (down * COARSE - y0).astype(int).clip(0, picture.shape[0] - 1)
    below = picture[ys[:, None, :], xs[:, :, None]].reshape(len(xs), -1, 3)
    colours = words.colours[chosen]
    darkest, lightest = below.min(axis=1) - NEAR, below.max(axis=1) + NEAR
    return ((darkest < colours) & (colours < lightest)).all(axis=1)


def _clipped(words: Words, watch: Watch, display: Display) -> Mask:
    """Words that a clip around a box cuts off, where there are clips that leave out words."""
    clips = sorted(set(watch.clips))
    cut = np.zeros(len(words.texts), bool)
    if not clips or not (shared(words.boxes, clips) < 0.5 * words.areas[:, None]).any():
        return cut
    inside = display.text(PLAIN | pymupdf.TEXT_CLIP)
    drawn = _letters(inside)
    if drawn == sum(map(len, words.texts)) or drawn == _letters(display.text(PLAIN)):
        return cut
    places = _places(inside)
    for index, (text, box) in enumerate(zip(words.texts, words.boxes, strict=True)):
        left, top, right, bottom = box
        drawn = sum(
            left <= x <= right and top <= y <= bottom
            for char in text
            for x, y in places.get(char, ())
        )
        cut[index] = 2 * drawn < len(text)
    return cut


def _letters(text: pymupdf.TextPage) -> int:
    """Characters that are no white space."""
    return sum(map(len, text.extractText().split()))


def _places(text: pymupdf.TextPage) -> dict[str, list[tuple[float, float]]]:
    """The middles of the boxes of each character."""
    places: dict[str, list[tuple[float, float]]] = {}
    blocks = text.extractRAWDICT()["blocks"]
    lines = (line for block in blocks if block["type"] == 0 for line in block["lines"])
    for char in (char for line in lines for span in line["spans"] for char in span["chars"]):
        left, top, right, bottom = char["bbox"]
        places.setdefault(char["c"], []).append(((left + right) / 2, (top + bottom) / 2))
    return places


def _hanging(words: Words, page: Box) -> Mask:
    """Words that do not lie on the page as a whole."""
    left, top, right, bottom = words.boxes.T
    inside = (left >= page[0]) & (right <= page[2]) & (top >= page[1]) & (bottom <= page[3])
    return ~inside


def squeezed(words: Words) -> Mask:
    """Words without width, as text that is scaled to nothing; marks may well have none."""
    left, top, right, bottom = words.boxes.T
    length = np.array([len(text) for text in words.texts])
    short, long = np.sort([right - left, bottom - top], axis=0)
    narrow = (short < 0.08 * words.sizes * length) & (long < 1.7 * words.sizes)
    return narrow & (words.areas > NOTHING) & (length > 2)


def _batches(indexes: NDArray[np.int64], width: int) -> list[NDArray[np.int64]]:
    """Indexes in parts, so that each part times `width` stays within bounds."""
    size = max(BATCH // max(width, 1), 1)
    return [indexes[at : at + size] for at in range(0, len(indexes), size)]
