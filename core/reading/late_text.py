"""Text that is painted after the line in which it stands, put back into it.

Chrome paints last what a style sheet moves: raised and lowered characters, words that a tooltip
explains. MuPDF gives these as lines of their own, with a gap where they belong.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import numpy as np

from core.geometry import bounds
from core.reading.characters import is_rtl
from core.reading.raw_text import LONGEST, PAINTED, SMALLER, TOUCHING, first_ink
from core.reading.runs import runs
from core.reading.strips import STRIP, by_strip

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray


NEAR = 0.35
"""Gap between two pieces of one line, in times of the font size, at most; a blank is 0.2 to 0.3."""

BLANK = 0.12
"""The same from which a blank stands between them."""

ALIKE = 0.12
"""Difference of two sizes, as a share of the first, up to which they are one."""

RISE = (-0.4, 0.7)
"""How far below and above the base line a raised or lowered piece stands, in sizes of the line."""

SMALLEST = 0.4
"""Size of a raised or lowered piece, in sizes of its line, at least; nobody reads a smaller one."""

THICKEST = 2.0
"""Points; what is drawn wider is no upright rule."""

_Placed = tuple[dict[str, Any], dict[str, Any]]
"""A character and the span that it stands in."""


@dataclass(slots=True, eq=False)
class _Piece:
    """A raw line: its place in the order of painting, its edges, base line, size, and its ink.

    `ink` is its colour, how opaque it is and whether it is painted at all. `late` are the raw lines
    painted later that were put into it. `placed` are its characters without the blanks at both
    ends, once somebody looked at them, and those that were put between them.
    """

    number: int
    raw: dict[str, Any]
    left: float
    right: float
    base: float
    size: float
    ink: tuple[int, int, bool]
    late: list[dict[str, Any]] = field(default_factory=list)
    placed: list[_Placed] = field(default_factory=list)
    middles: list[float] = field(default_factory=list)

    def look(self) -> list[_Placed]:
        """`placed`; then `middles` are the middles of these characters."""
        if not self.placed:
            self.placed = _stripped(_placed(self.raw))
            self.middles = [_middle(char) for char, _ in self.placed]
        return self.placed


def with_late_in_place(
    raws: Sequence[dict[str, Any]], drawn: Mapping[int, dict[str, Any]]
) -> list[dict[str, Any]]:
    """Raw lines, with those made one that stand in a gap of, or beside, another one.

    `drawn` are the drawings of the page as MuPDF gives them, by when they were drawn: a rule parts
    cells of a table, and what something was drawn over stays by itself, since it may be hidden.
    """
    pieces = [piece for number, raw in enumerate(raws) if (piece := _piece(number, raw))]
    fills = [(order, *block["bbox"]) for order, block in drawn.items() if not block["stroked"]]
    covers = np.array(fills, float).reshape(-1, 5)
    pieces = [piece for piece in pieces if not _is_covered(piece, covers)]
    changed: dict[int, dict[str, Any] | None] = {}
    for piece in _put_into_gaps(pieces):
        changed[piece.number] = None
    left = [piece for piece in pieces if piece.number not in changed]
    for piece in left:
        if piece.late:
            piece.raw = changed[piece.number] = _rebuilt([piece.raw, *piece.late], piece.placed)
    rules = [block["bbox"] for block in drawn.values() if _is_rule(block)]
    for run in _neighbours(left, np.array(rules, float).reshape(-1, 4)):
        changed |= dict.fromkeys([piece.number for piece in run])
        changed[min(piece.number for piece in run)] = _made_one(run)
    lines = (changed.get(number, raw) for number, raw in enumerate(raws))
    return [raw for raw in lines if raw is not None] if changed else list(raws)


def _piece(number: int, raw: dict[str, Any]) -> _Piece | None:
    """A raw line that is upright and has letters."""
    spans = [span for span in raw["spans"] if first_ink(span["chars"])]
    if not spans or raw["dir"] != (1.0, 0.0):
        return None
    main = max(spans, key=lambda span: len(span["chars"]) * span["size"])
    first, last = first_ink(spans[0]["chars"]), first_ink(reversed(spans[-1]["chars"]))
    left, right = first["bbox"][0], last["bbox"][2]
    ink = main["color"], main["alpha"], bool(main["char_flags"] & PAINTED)
    return _Piece(number, raw, left, right, main["origin"][1], main["size"], ink)


def _is_covered(piece: _Piece, covers: NDArray[np.float64]) -> bool:
    """Whether something was drawn later over a part of a piece; rows of order, rising, and box."""
    later = covers[covers[:, 0].searchsorted(piece.raw["order"], "right") :]
    if not len(later):
        return False
    _, left, top, right, bottom = later.T
    y = _height(piece)
    over = (top < y) & (y < bottom)
    return bool((over & (np.minimum(right, piece.right) > np.maximum(left, piece.left))).any())


def _put_into_gaps(pieces: Sequence[_Piece]) -> Iterator[_Piece]:
    """Puts pieces into the gaps of lines that they stand in; gives these pieces."""
    strips = by_strip((piece.base, piece.base, piece) for piece in pieces)
    for piece in pieces:
        strip = int(piece.base // STRIP)
        near = (line for at in (strip - 1, strip, strip + 1) for line in strips.get(at, ()))
        if any(_put(piece, line) for line in near if line.left < piece.left < _end(line)):
            strips[strip].remove(piece)
            yield piece


def _end(line: _Piece) -> float:
    """Up to where something begins that may stand in a line."""
    return line.right + TOUCHING * line.size


def _put(piece: _Piece, line: _Piece) -> bool:
    """Puts a piece into the gap of a line, or at the end, where it stands; says whether it does."""
    if not _fits(piece, line):
        return False
    placed = line.look()
    start = next((i for i, x in enumerate(line.middles) if x > piece.left), len(placed))
    end = start
    while start and placed[start - 1][0]["c"].isspace():
        start -= 1
    while end < len(placed) and placed[end][0]["c"].isspace():
        end += 1
    if not start or not _has_room(piece, line, placed[start - 1], placed[end : end + 1]):
        return False
    within = [*_blank(placed[start - 1], piece.look()[0], line.size), *piece.placed]
    if end < len(placed):
        within += _blank(within[-1], placed[end], line.size)
    placed[start:end] = within
    line.middles[start:end] = [_middle(char) for char, _ in within]
    line.right = max(line.right, piece.right)
    line.late += [piece.raw, *piece.late]
    return True


def _has_room(piece: _Piece, line: _Piece, before: _Placed, behind: Sequence[_Placed]) -> bool:
    """Whether a piece stands between a character of a line and the one behind it, if there is one;
    a raised one touches the one before.

    At the end only raised ones do: of other text MuPDF knows best what it is a part of.
    """
    raised = piece.size <= SMALLER * line.size
    if piece.ink != line.ink:  # what touches becomes one word, a part of which may be hidden
        return False
    least, most = -TOUCHING * line.size, (TOUCHING if raised else NEAR) * line.size
    if not least <= piece.left - before[0]["bbox"][2] <= most:
        return False
    if not behind:
        return raised and piece.number != line.number + 1
    return behind[0][0]["bbox"][0] - piece.right >= least


def _fits(piece: _Piece, line: _Piece) -> bool:
    """Whether a piece is a part of a line by its size and height."""
    rise = line.base - piece.base
    if _is_level(line, piece):
        return True
    small = SMALLEST * line.size <= piece.size <= SMALLER * line.size
    if not small or not RISE[0] * line.size <= rise <= RISE[1] * line.size:
        return False
    return sum(not char["c"].isspace() for char, _ in piece.look()) <= LONGEST


def _is_level(before: _Piece, piece: _Piece) -> bool:
    """Whether two pieces stand on one base line in one size."""
    alike = abs(piece.size - before.size) <= ALIKE * before.size
    return alike and abs(piece.base - before.base) < TOUCHING * before.size


def _is_rule(block: dict[str, Any]) -> bool:
    """Whether a drawing is an upright rule, or a box of which only the outline is drawn."""
    return block["stroked"] or block["bbox"][2] - block["bbox"][0] < THICKEST


def _neighbours(pieces: Iterable[_Piece], rules: NDArray[np.float64]) -> Iterator[list[_Piece]]:
    """Runs of pieces on one base line, a blank or less between each two; rows of boxes of rules.

    Where one was painted right after the other, MuPDF knows best whether they are one line. Beside
    text that runs from right to left, numbers do not follow each other as they stand.
    """
    rows = runs(
        sorted(pieces, key=attrgetter("base")),
        lambda row, piece: piece.base - row[0].base < TOUCHING * row[0].size,
    )
    for row in rows:
        joined = _row_runs(row, _beside(row, rules)) if len(row) > 1 else []
        if joined and not any(map(_runs_left, row)):
            yield from joined


def _row_runs(row: Iterable[_Piece], rules: NDArray[np.float64]) -> list[list[_Piece]]:
    ordered = sorted(row, key=attrgetter("left"))
    whole = runs(ordered, lambda run, piece: _is_next(run[-1], piece, rules))
    return [run for run in whole if len(run) > 1]


def _beside(row: Iterable[_Piece], rules: NDArray[np.float64]) -> NDArray[np.float64]:
    """The rules at the height of some piece of a row."""
    heights = [_height(piece) for piece in row]
    return rules[(rules[:, 1] < max(heights)) & (min(heights) < rules[:, 3])]


def _height(piece: _Piece) -> float:
    """Where a piece is looked at: at the middle of its small letters."""
    return piece.base - 0.3 * piece.size


def _is_next(before: _Piece, piece: _Piece, rules: NDArray[np.float64]) -> bool:
    late = bool(before.late or piece.late)
    if piece.ink != before.ink or (not late and piece.number == before.number + 1):
        return False
    gap, size = piece.left - before.right, before.size
    if not -TOUCHING * size <= gap <= NEAR * size or not _is_level(before, piece):
        return False
    if not late and not _may_follow(_text(before), _text(piece), touches=gap <= BLANK * size):
        return False
    return not _part(rules, before, piece)


def _may_follow(before: str, text: str, *, touches: bool) -> bool:
    """Whether a text may go on another one: a word only behind a blank, a row of dots nowhere."""
    dots = not before.strip(".") or not text.strip(".")
    return not dots and not (touches and before[-1].isalnum() and text[0].isalnum())


def _part(rules: NDArray[np.float64], before: _Piece, piece: _Piece) -> bool:
    """Whether an edge of a rule or box stands between two pieces."""
    left, top, right, bottom = rules.T
    low, high = before.right - TOUCHING * before.size, piece.left + TOUCHING * piece.size
    y = _height(before)
    edge = ((low <= left) & (left <= high)) | ((low <= right) & (right <= high))
    return bool((edge & (top < y) & (y < bottom)).any())


def _text(piece: _Piece) -> str:
    return "".join(char["c"] for span in piece.raw["spans"] for char in span["chars"]).strip()


def _runs_left(piece: _Piece) -> bool:
    return any(map(is_rtl, _text(piece)))


def _made_one(run: Sequence[_Piece]) -> dict[str, Any]:
    """The raw line of pieces beside each other."""
    placed = [*run[0].look()]
    for piece in run[1:]:
        placed += [*_blank(placed[-1], piece.look()[0], piece.size), *piece.placed]
    return _rebuilt([piece.raw for piece in run], placed)


def _placed(raw: dict[str, Any]) -> list[_Placed]:
    return [(char, span) for span in raw["spans"] for char in span["chars"]]


def _middle(char: dict[str, Any]) -> float:
    return (char["bbox"][0] + char["bbox"][2]) / 2


def _stripped(placed: Sequence[_Placed]) -> list[_Placed]:
    """Characters without the blanks at both ends."""
    ink = [index for index, (char, _) in enumerate(placed) if not char["c"].isspace()]
    return list(placed[ink[0] : ink[-1] + 1]) if ink else []


def _blank(before: _Placed, behind: _Placed, size: float) -> list[_Placed]:
    """A blank between two characters, if there is room for one."""
    (left, above), (right, below) = before, behind
    start, end = left["bbox"][2], right["bbox"][0]
    if end - start <= BLANK * size:
        return []
    char, span = (left, above) if above["size"] >= below["size"] else (right, below)
    box = (start, char["bbox"][1], end, char["bbox"][3])
    return [({**char, "c": " ", "bbox": box, "origin": (start, char["origin"][1])}, span)]


def _rebuilt(raws: Sequence[dict[str, Any]], placed: Iterable[_Placed]) -> dict[str, Any]:
    """The raw line of these characters of others, in spans as they were.

    It was drawn when the first of them was: what covers any of them was drawn later.
    """
    spans: list[dict[str, Any]] = []
    for run in runs(placed, lambda run, each: each[1] is run[0][1]):
        chars = [char for char, _ in run]
        box = bounds(char["bbox"] for char in chars)
        spans.append({**run[0][1], "chars": chars, "origin": chars[0]["origin"], "bbox": box})
    box, order = bounds(span["bbox"] for span in spans), min(raw["order"] for raw in raws)
    return {**raws[0], "spans": spans, "bbox": box, "order": order}
