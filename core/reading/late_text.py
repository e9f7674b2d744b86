"""Text that is painted after the line in which it stands, put back into it.

Chrome paints last what a style sheet moves: raised and lowered characters, words that a tooltip
explains. MuPDF gives these as lines of their own, with a gap where they belong.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import chain
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import numpy as np

from core.geometry import bounds
from core.reading.characters import is_rtl
from core.reading.raw_text import LONGEST, PAINTED, SMALLER, TOUCHING
from core.reading.runs import runs
from core.reading.strips import STRIP

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from core.geometry import Box

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

    `ink` is its colour, how opaque it is and whether it is painted at all; `late` says that
    something painted later was put into it.
    """

    number: int
    raw: dict[str, Any]
    left: float
    right: float
    base: float
    size: float
    ink: tuple[int, int, bool]
    late: bool = False


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
    changed |= {piece.number: piece.raw for piece in left if piece.late}
    rules = [block["bbox"] for block in drawn.values() if _is_rule(block)]
    for run in _neighbours(left, rules):
        changed |= dict.fromkeys([piece.number for piece in run])
        changed[min(piece.number for piece in run)] = _made_one(run)
    lines = (changed.get(number, raw) for number, raw in enumerate(raws))
    return [raw for raw in lines if raw is not None] if changed else list(raws)


def _piece(number: int, raw: dict[str, Any]) -> _Piece | None:
    """A raw line that is upright and has letters."""
    spans = [span for span in raw["spans"] if _ink(span)]
    if not spans or raw["dir"] != (1.0, 0.0):
        return None
    main = max(spans, key=lambda span: len(span["chars"]) * span["size"])
    left, right = _ink(spans[0])[0]["bbox"][0], _ink(spans[-1])[-1]["bbox"][2]
    ink = main["color"], main["alpha"], bool(main["char_flags"] & PAINTED)
    return _Piece(number, raw, left, right, main["origin"][1], main["size"], ink)


def _is_covered(piece: _Piece, covers: NDArray[np.float64]) -> bool:
    """Whether something was drawn later over a part of a piece; rows of order and box."""
    order, left, top, right, bottom = covers.T
    y = piece.base - 0.3 * piece.size
    over = (order > piece.raw["order"]) & (top < y) & (y < bottom)
    return bool((over & (np.minimum(right, piece.right) > np.maximum(left, piece.left))).any())


def _ink(span: dict[str, Any]) -> list[dict[str, Any]]:
    return [char for char in span["chars"] if not char["c"].isspace()]


def _put_into_gaps(pieces: Iterable[_Piece]) -> Iterator[_Piece]:
    """Puts pieces into the gaps of lines that they stand in; gives these pieces."""
    strips: defaultdict[int, list[_Piece]] = defaultdict(list)
    for piece in pieces:
        strips[int(piece.base // STRIP)].append(piece)
    for piece in pieces:
        strip = int(piece.base // STRIP)
        lines = chain.from_iterable(strips[at] for at in (strip - 1, strip, strip + 1))
        if any(_put(piece, line) for line in lines if line is not piece):
            strips[strip].remove(piece)
            yield piece


def _put(piece: _Piece, line: _Piece) -> bool:
    """Puts a piece into the gap of a line, or at the end, where it stands; says whether it does."""
    inside = line.left < piece.left < line.right + TOUCHING * line.size
    if not inside or not _fits(piece, line):
        return False
    placed = _placed(line.raw)
    at = next((i for i, (char, _) in enumerate(placed) if _middle(char) > piece.left), len(placed))
    before, behind = _stripped(placed[:at]), _stripped(placed[at:])
    if not before or not _has_room(piece, line, before, behind):
        return False
    ends = _with_blank(before, _placed(piece.raw), line.size)
    line.raw = _rebuilt([line.raw, piece.raw], _with_blank(ends, behind, line.size))
    line.right, line.late = max(line.right, piece.right), True
    return True


def _has_room(
    piece: _Piece, line: _Piece, before: Sequence[_Placed], behind: Sequence[_Placed]
) -> bool:
    """Whether a piece stands between characters of a line; a raised one touches those before.

    At the end only raised ones do: of other text MuPDF knows best what it is a part of.
    """
    raised = piece.size <= SMALLER * line.size
    if piece.ink != line.ink:  # what touches becomes one word, a part of which may be hidden
        return False
    least, most = -TOUCHING * line.size, (TOUCHING if raised else NEAR) * line.size
    if not least <= piece.left - before[-1][0]["bbox"][2] <= most:
        return False
    if not behind:
        return raised and piece.number != line.number + 1
    return behind[0][0]["bbox"][0] - piece.right >= least


def _fits(piece: _Piece, line: _Piece) -> bool:
    """Whether a piece is a part of a line by its size and height."""
    rise = line.base - piece.base
    if _is_level(line, piece):
        return True
    short = sum(len(_ink(span)) for span in piece.raw["spans"]) <= LONGEST
    small = short and SMALLEST * line.size <= piece.size <= SMALLER * line.size
    return small and RISE[0] * line.size <= rise <= RISE[1] * line.size


def _is_level(before: _Piece, piece: _Piece) -> bool:
    """Whether two pieces stand on one base line in one size."""
    alike = abs(piece.size - before.size) <= ALIKE * before.size
    return alike and abs(piece.base - before.base) < TOUCHING * before.size


def _is_rule(block: dict[str, Any]) -> bool:
    """Whether a drawing is an upright rule, or a box of which only the outline is drawn."""
    return block["stroked"] or block["bbox"][2] - block["bbox"][0] < THICKEST


def _neighbours(pieces: Iterable[_Piece], rules: Sequence[Box]) -> Iterator[list[_Piece]]:
    """Runs of pieces on one base line, a blank or less between each two.

    Where one was painted right after the other, MuPDF knows best whether they are one line. Beside
    text that runs from right to left, numbers do not follow each other as they stand.
    """
    rows = runs(
        sorted(pieces, key=attrgetter("base")),
        lambda row, piece: piece.base - row[0].base < TOUCHING * row[0].size,
    )
    for row in rows:
        ordered = sorted(row, key=attrgetter("left"))
        whole = runs(ordered, lambda run, piece: _is_next(run[-1], piece, rules))
        joined = [run for run in whole if len(run) > 1]
        if joined and not any(map(_runs_left, row)):
            yield from joined


def _is_next(before: _Piece, piece: _Piece, rules: Sequence[Box]) -> bool:
    late = before.late or piece.late
    if piece.ink != before.ink or (not late and piece.number == before.number + 1):
        return False
    gap, size = piece.left - before.right, before.size
    if not -TOUCHING * size <= gap <= NEAR * size or not _is_level(before, piece):
        return False
    if not late and not _may_follow(_text(before), _text(piece), touches=gap <= BLANK * size):
        return False
    return not any(_parts(rule, before, piece) for rule in rules)


def _may_follow(before: str, text: str, *, touches: bool) -> bool:
    """Whether a text may go on another one: a word only behind a blank, a row of dots nowhere."""
    dots = not before.strip(".") or not text.strip(".")
    return not dots and not (touches and before[-1].isalnum() and text[0].isalnum())


def _parts(rule: Box, before: _Piece, piece: _Piece) -> bool:
    """Whether an edge of a rule or box stands between two pieces."""
    low, high = before.right - TOUCHING * before.size, piece.left + TOUCHING * piece.size
    stands = rule[1] < before.base - 0.3 * before.size < rule[3]
    return stands and (low <= rule[0] <= high or low <= rule[2] <= high)


def _text(piece: _Piece) -> str:
    return "".join(char["c"] for span in piece.raw["spans"] for char in span["chars"]).strip()


def _runs_left(piece: _Piece) -> bool:
    return any(map(is_rtl, _text(piece)))


def _made_one(run: Sequence[_Piece]) -> dict[str, Any]:
    """The raw line of pieces beside each other."""
    placed = _placed(run[0].raw)
    for piece in run[1:]:
        placed = _with_blank(placed, _placed(piece.raw), piece.size)
    return _rebuilt([piece.raw for piece in run], placed)


def _placed(raw: dict[str, Any]) -> list[_Placed]:
    return [(char, span) for span in raw["spans"] for char in span["chars"]]


def _middle(char: dict[str, Any]) -> float:
    return (char["bbox"][0] + char["bbox"][2]) / 2


def _stripped(placed: Sequence[_Placed]) -> list[_Placed]:
    """Characters without the blanks at both ends."""
    ink = [index for index, (char, _) in enumerate(placed) if not char["c"].isspace()]
    return list(placed[ink[0] : ink[-1] + 1]) if ink else []


def _with_blank(before: Sequence[_Placed], behind: Sequence[_Placed], size: float) -> list[_Placed]:
    """Characters and those behind them; a blank between both if there is room for one."""
    before, behind = _stripped(before), _stripped(behind)
    if not before or not behind:
        return [*before, *behind]
    (left, above), (right, below) = before[-1], behind[0]
    start, end = left["bbox"][2], right["bbox"][0]
    if end - start <= BLANK * size:
        return [*before, *behind]
    char, span = (left, above) if above["size"] >= below["size"] else (right, below)
    box = (start, char["bbox"][1], end, char["bbox"][3])
    blank = {**char, "c": " ", "bbox": box, "origin": (start, char["origin"][1])}
    return [*before, (blank, span), *behind]


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
