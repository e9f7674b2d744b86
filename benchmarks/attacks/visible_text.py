"""No visible word of ordinary files is set aside as hidden.

Judged apart from the rule that hides words: what is set aside is taken out of the page, and the
page is drawn before and after, at a resolution of its own. A word whose place looks another way
without it was visible. OCR layers and text that is painted invisibly change nothing by that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pymupdf

from benchmarks.attacks.base import Attack
from core.reading.extraction import extract

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import NDArray

    from core.geometry import Box

FOLDERS = ("odl/pdfs", "ohr/pdfs", "nice_ng243")

ZOOM = 4.0
"""Pixels a point."""

CHANGED, SHARE = 24, 0.02
"""Levels of grey, and the share of a word's box that must change by as much, for it to be seen."""


READABLE = 2.0
"""Points; the program sets smaller text aside whether or not it is seen, as a rule of its own."""

NO_FILL: Any = False
"""Leaves the ground as it is; what `None` would fill with white."""


def attacks(data: Path | None) -> Iterator[Attack]:
    """One trial for each file."""
    if data is None:
        return
    for folder in FOLDERS:
        for path in sorted((data / folder).glob("*.pdf")):
            lost = [words for number in range(_pages(path)) if (words := _lost(path, number))]
            failure = f"visible words hidden: {' | '.join(lost)[:300]}" if lost else ""
            yield Attack(f"{folder}/{path.name}", failure)


def _pages(path: Path) -> int:
    with pymupdf.open(path) as pdf:
        return pdf.page_count


def _lost(path: Path, number: int) -> str:
    """Words of a page that were hidden although they are seen."""
    with pymupdf.open(path) as pdf:
        page = pdf[number]
        lines = [ln for ln in extract(page).lines if ln.hidden and ln.size >= READABLE]
        placed = [pair for line in lines for pair in zip(line.words, line.boxes, strict=True)]
        placed = [(word, box) for word, box in placed if (pymupdf.Rect(box) & page.rect).is_valid]
        if not placed:
            return ""
        before = _grey(page)
        for _, box in placed:
            page.add_redact_annot(pymupdf.Rect(box) * page.derotation_matrix, fill=NO_FILL)
        page.apply_redactions(images=0, graphics=0, text=0)
        after = _grey(page)
    changed = abs(before - after) > CHANGED
    return " ".join(word for word, box in placed if _part(changed, box).mean() > SHARE)


def _grey(page: pymupdf.Page) -> NDArray[np.int16]:
    pixels = page.get_pixmap(matrix=pymupdf.Matrix(ZOOM, ZOOM), colorspace=pymupdf.csGRAY)
    rows = np.frombuffer(pixels.samples, np.uint8).reshape(pixels.height, pixels.stride)
    return rows[:, : pixels.width].astype(np.int16)


def _part(changed: NDArray[np.bool_], box: Box) -> NDArray[np.bool_]:
    left, top, right, bottom = (max(int(edge * ZOOM), 0) for edge in box)
    part = changed[top : bottom + 1, left : right + 1]
    return part if part.size else np.zeros((1, 1), bool)
