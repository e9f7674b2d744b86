"""A page of the app as it comes out on paper."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np
import pymupdf
from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray
    from playwright.sync_api import Page

ZOOM = 3
DARK = "rgb(18, 24, 30)"
"""The ground of the app in the dark."""


def expect_marked_on_paper(page: Page, sentence: str, words: Sequence[tuple[float, ...]]) -> None:
    """In the dark, too, paper is light, without navigation, and has marks on these words only.

    They are boxes as fractions of the document's page.
    """
    page.emulate_media(color_scheme="dark")
    expect(page.locator(".stApp")).to_have_css("background-color", DARK)  # no script: see the CSP
    pixels, printed = printed_page(page.pdf(format="A4"))
    page.emulate_media(color_scheme="light")
    height, width, _ = pixels.shape
    blue = pixels[..., 2].astype(int) - pixels[..., 0]
    for left, top, right, bottom in words:
        word = blue[
            round(top * height) : round(bottom * height), round(left * width) : round(right * width)
        ]
        assert (word > 30).mean() > 0.4, "a word of the sentence is not marked on paper"
    assert (blue > 30).mean() < 0.1, "more is marked than the sentence"
    assert (pixels.min(axis=2) > 250).mean() > 0.5, "the paper is white"
    assert sentence in " ".join(printed.split())
    assert not re.search(r"\bEvaluate\b|Ask the documents|\bAccept\b", printed)


def printed_page(content: bytes) -> tuple[NDArray[np.uint8], str]:
    """The pixels of the page of a document on paper, and all words that were printed."""
    with pymupdf.open("pdf", content) as paper:
        sheets = [str(page.get_text()) for page in paper]
        assert all(map(str.strip, sheets)), "words stand above their lines, and no sheet is empty"
        area, number = max(
            (pymupdf.Rect(image["bbox"]).get_area(), page.number or 0)
            for page in paper
            for image in page.get_image_info()
        )
        page = paper[number]
        frame = next(
            pymupdf.Rect(image["bbox"])
            for image in page.get_image_info()
            if pymupdf.Rect(image["bbox"]).get_area() == area
        )
        pixels = page.get_pixmap(matrix=pymupdf.Matrix(ZOOM, ZOOM), clip=frame)
    rows = np.frombuffer(pixels.samples, np.uint8).reshape(pixels.height, pixels.width, -1)
    return rows[..., :3], " ".join(sheets)
