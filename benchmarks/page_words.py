"""The words of a page without our parser: what PyMuPDF finds, turned as the page is displayed."""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import pymupdf

from benchmarks.fidelity import PageWords

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

_SAME_PLACE = 0.25
"""Share of a word's shorter side: an equal word that near is the same, drawn twice (fake bold)."""

_NO_LETTERS = frozenset("-\u2010\u00ad")
"""Hyphens may stand at a line end only, so both sides are compared without them."""


def bare(text: str) -> str:
    """The text without what differs between two true readings of it.

    Spaces, hyphens and invisible marks go; ligatures and full-width letters are spelled out.
    """
    return "".join(map(_bare_letter, text))


@cache
def _bare_letter(char: str) -> str:
    if char.isspace() or char in _NO_LETTERS or unicodedata.category(char) in ("Cf", "Cc"):
        return ""
    return unicodedata.normalize("NFKC", char).replace(" ", "")


def read_pages(path: Path) -> dict[int, PageWords]:
    """The words of all pages of a file by page number, in PyMuPDF's order.

    Each word is there once; those that are hyphens only are left out. A page that cannot be read
    has none.

    Words are as high as their font size: some fonts claim so much room above or below that the
    middle of it lies in the next line.
    """
    before = pymupdf.TOOLS.set_small_glyph_heights()
    pymupdf.TOOLS.set_small_glyph_heights(True)
    try:
        with pymupdf.open(path) as document:
            return {index + 1: _read(document, index) for index in range(document.page_count)}
    finally:
        pymupdf.TOOLS.set_small_glyph_heights(before)


def _read(document: pymupdf.Document, index: int) -> PageWords:
    try:
        page = document[index]
        found = page.get_text("words", sort=False)
    except RuntimeError:
        return PageWords((), np.zeros((0, 2)))
    turned = [(pymupdf.Rect(word[:4]) * page.rotation_matrix, bare(word[4])) for word in found]
    kept = _once([(rect, letters) for rect, letters in turned if letters])
    size = (page.rect.width, page.rect.height)
    centres = [((r.x0 + r.x1) / 2 / size[0], (r.y0 + r.y1) / 2 / size[1]) for r, _ in kept]
    return PageWords(tuple(letters for _, letters in kept), np.array(centres).reshape(-1, 2))


def _once(words: Sequence[tuple[pymupdf.Rect, str]]) -> list[tuple[pymupdf.Rect, str]]:
    """The words without repeats in the same place."""
    places: dict[str, list[pymupdf.Rect]] = {}
    kept: list[tuple[pymupdf.Rect, str]] = []
    for rect, letters in words:
        near = _SAME_PLACE * min(rect.width, rect.height)
        others = places.setdefault(letters, [])
        if all(_distance(rect, other) > near for other in others):
            others.append(rect)
            kept.append((rect, letters))
    return kept


def _distance(one: pymupdf.Rect, other: pymupdf.Rect) -> float:
    """The most that an edge differs, in points."""
    return max(
        abs(one.x0 - other.x0),
        abs(one.y0 - other.y0),
        abs(one.x1 - other.x1),
        abs(one.y1 - other.y1),
    )
