"""What a page measures up to: the figures by which its route is chosen.

All of them come from what was read by rule already, so that asking costs next to nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from core.reading.content import PageContent
    from core.reading.line import Line

GARBAGE = 0.1
"""Share of characters that stand for no letter from which on a text layer cannot be used."""

PICTURE = 0.1
"""Share of a page that images must cover for it to be worth looking at where it has no text."""

SCAN = 0.5
"""Share of a page that one image must cover for it to be a scan with an OCR layer."""

GAP = 0.8
"""Width between two pieces of a row, in times of their height, from which they are cells."""

CELL = 0.3
"""Share of the width of the page up to which a piece of text is a cell rather than prose."""

TABLE_ROWS = 3
"""Rows of cells that follow each other from which on they are a table."""

THIN = 3.0
"""Points; a drawn box at most this thick is a ruling."""

MOST_RULINGS = 2000
"""Rulings that are looked at; pages with more of them are plots or maps."""


@dataclass(frozen=True, slots=True)
class PageSignals:
    """Measures of one page. Shares are of the page's area, or of its characters."""

    characters: int
    garbage: float
    """Share of the characters that stand for no letter."""
    images: int
    image_share: float
    scanned: bool
    """Whether a picture covers the page below its text, which then is an OCR layer."""
    columns: int
    """Columns of running text side by side."""
    table_rows: int
    """Rows of cells, with rulings between them or not."""
    unruled_rows: int
    """Rows of cells that no rulings part."""
    rulings: int
    drawings: int
    turned: float
    """Share of the characters that run up, down or at a slant."""
    hidden: int
    """Characters that a reader cannot see."""


def measure(content: PageContent) -> PageSignals:
    """The signals of a page that was read by rule."""
    visible = [line for line in content.lines if not line.hidden]
    upright = [line for line in visible if line.angle == 0]
    characters = _characters(visible)
    verticals, rulings = _rulings(content)
    rows = _table_rows(upright, content.width, verticals)
    return PageSignals(
        characters=characters,
        garbage=_garbage(visible) / max(characters, 1),
        images=len(content.images),
        image_share=_image_share(content),
        scanned=content.ocr_layer,
        columns=_columns(upright, content.width),
        table_rows=rows.all,
        unruled_rows=rows.unruled,
        rulings=rulings,
        drawings=len(content.vectors),
        turned=1.0 - _characters(upright) / max(characters, 1) if characters else 0.0,
        hidden=_characters(line for line in content.lines if line.hidden),
    )


def sight_needed(signals: PageSignals) -> tuple[bool, str]:
    """Whether a page must be read by sight, and the measured reason."""
    found = _reasons(signals)
    if found:
        return True, found[0]
    return False, f"{signals.characters} characters of text"


def _reasons(signals: PageSignals) -> list[str]:
    covered = f"images cover {signals.image_share:.0%}"
    seen = signals.image_share > PICTURE or signals.drawings
    reasons = {
        f"no text, {covered}": not signals.characters and seen,
        f"text of a scan, {covered}": signals.scanned,
        f"{signals.garbage:.0%} of the characters are no letters": signals.garbage > GARBAGE,
        f"{signals.unruled_rows} rows of cells without rulings": signals.unruled_rows > 0,
    }
    return [reason for reason, holds in reasons.items() if holds]


def _characters(lines: Iterable[Line]) -> int:
    return sum(len(word) for line in lines for word in line.words)


def _garbage(lines: Iterable[Line]) -> int:
    """Characters that stand for no letter: replacements, private use, and codes of glyphs."""
    found = 0
    for line in lines:
        for word in line.words:
            if not word.isascii():
                found += sum(c == "\ufffd" or "\ue000" <= c <= "\uf8ff" for c in word)
            elif "(cid:" in word:
                found += len(word)
    return found


def _image_share(content: PageContent) -> float:
    area = content.width * content.height
    covered = sum((box[2] - box[0]) * (box[3] - box[1]) for box in content.images)
    return min(covered / area, 1.0)


class _Rows(NamedTuple):
    all: int
    unruled: int


def _table_rows(lines: Sequence[Line], width: float, verticals: NDArray[np.float64]) -> _Rows:
    """Rows of cells of tables: at least `TABLE_ROWS` of them below each other."""
    rows = _rows(lines)
    cells = [_is_cells(row, width) for row in rows]
    kept = [row for row, runs in zip(rows, _in_runs(cells), strict=True) if runs]
    return _Rows(len(kept), sum(not _is_ruled(row, verticals) for row in kept))


def _rows(lines: Sequence[Line]) -> list[list[Line]]:
    """Pieces of text by the row they stand in, from the top down and from left to right."""
    rows: list[list[Line]] = []
    for line in sorted(lines, key=lambda line: line.middle):
        last = rows[-1][0] if rows else None
        if last and line.middle - last.middle < 0.4 * min(line.height, last.height):
            rows[-1].append(line)
        else:
            rows.append([line])
    for row in rows:
        row.sort(key=lambda line: line.left)
    return rows


def _is_cells(row: Sequence[Line], width: float) -> bool:
    pairs = pairwise(row)
    gaps = sum(two.left - one.right > GAP * one.height for one, two in pairs)
    short = sum(line.width < CELL * width for line in row)
    return gaps >= 2 and short >= 2 and short * 2 > len(row)


def _in_runs(flags: Sequence[bool]) -> list[bool]:
    """Which flags are set within a run of at least `TABLE_ROWS`, other rows between them apart."""
    kept = [False] * len(flags)
    run: list[int] = []
    for index, flag in enumerate([*flags, False, False]):
        if flag:
            run.append(index)
        elif run and index - run[-1] > 1:
            for held in run if len(run) >= TABLE_ROWS else ():
                kept[held] = True
            run = []
    return kept


def _is_ruled(row: Sequence[Line], verticals: NDArray[np.float64]) -> bool:
    """Whether vertical rulings stand in most gaps of a row."""
    if not len(verticals):
        return False
    x, top, bottom = verticals
    gaps = list(pairwise(row))
    ruled = 0
    for one, two in gaps:
        beside = (x > one.right - 2) & (x < two.left + 2)
        ruled += bool((beside & (top <= one.middle) & (bottom >= one.middle)).any())
    return ruled * 2 > len(gaps)


def _rulings(content: PageContent) -> tuple[NDArray[np.float64], int]:
    """(3, n) x, top and bottom of vertical edges, and the number of thin drawings."""
    if not content.vectors:
        return np.zeros((3, 0)), 0
    left, top, right, bottom = np.array([v.box for v in content.vectors[:MOST_RULINGS]]).T
    tall = bottom - top > THIN
    thin = ((right - left <= THIN) & tall) | ((bottom - top <= THIN) & (right - left > THIN))
    both = [np.r_[left[tall], right[tall]], np.r_[top[tall], top[tall]]]
    return np.array([*both, np.r_[bottom[tall], bottom[tall]]]), int(thin.sum())


def _columns(lines: Sequence[Line], width: float) -> int:
    """Columns of running text: the most frequent number of wide pieces side by side."""
    wide = [line for line in lines if line.width > 10 * line.size and line.width < 0.6 * width]
    if len(wide) * 2 < len([line for line in lines if line.width > 10 * line.size]):
        return 1
    middle = np.array([line.middle for line in wide])
    left = np.array([line.left for line in wide])
    right = np.array([line.right for line in wide])
    size = np.array([line.size for line in wide])
    beside = np.abs(middle[:, None] - middle) < size[:, None]
    apart = (left[:, None] > right) | (right[:, None] < left)
    counts = 1 + (beside & apart).sum(axis=1)
    return int(np.median(counts)) if len(counts) else 1
