"""Small PDFs with one word at a known place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pymupdf

from core.geometry import BoundingBox

if TYPE_CHECKING:
    from pathlib import Path


AES_256 = 5
"""As PyMuPDF numbers the ways to encrypt."""


@dataclass(frozen=True)
class OneWord:
    """A file, and where its only word stands on page 1 as displayed."""

    path: Path
    word: BoundingBox


def one_word(
    folder: Path, rotation: int = 0, crop: tuple[float, float, float, float] | None = None
) -> OneWord:
    """A page of 400 by 600 points with one word, then rotated and cropped (LTRB in points)."""
    path = folder / "word.pdf"
    with pymupdf.open() as document:
        page = document.new_page(width=400, height=600)
        page.insert_text((150, 200), "WORD", fontsize=40)
        if crop:
            page.set_cropbox(pymupdf.Rect(crop))
        page.set_rotation(rotation)
        place = pymupdf.Rect(page.get_text("words")[0][:4]) * page.rotation_matrix
        place.normalize()
        width, height = page.rect.width, page.rect.height
        document.save(path)
    box = BoundingBox(1, place.x0 / width, place.y0 / height, place.x1 / width, place.y1 / height)
    return OneWord(path, box)


def many_pages(path: Path, count: int) -> Path:
    """A file whose pages read `page 1`, `page 2` and so on."""
    with pymupdf.open() as document:
        for number in range(1, count + 1):
            document.new_page(width=300, height=400).insert_text((50, 50), f"page {number}")
        document.save(path)
    return path


def encrypted(path: Path) -> Path:
    """A file of one page that needs the password `secret`."""
    with pymupdf.open() as document:
        document.new_page().insert_text((60, 80), "Some text.")
        document.save(path, encryption=AES_256, user_pw="secret")
    return path
