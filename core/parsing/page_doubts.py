"""Pages of which a better reader may make more than OCR did."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from core.sir import Page, Sir

UNSURE = 0.8
"""Confidence of OCR, 0 to 1, below which a text is doubtful."""
_SHARE = 0.1
"""Share of the words of a page that must be doubtful for the page to be."""


def page_doubt(sir: Sir, page: Page) -> str:
    """Why a page may be read badly, in words; empty where nothing speaks for it."""
    if str(page.number) in sir.metadata.get("failed_pages", "").split(","):
        return "it could not be read"
    on_page = sir.lines.page[sir.words.line[sir.pieces.word]] == page.number
    words = int(on_page.sum())
    if not words:
        return "no words were found on it" if page.ocr else ""
    unsure = np.array(
        [float(node.metadata.get("confidence", "1")) < UNSURE for node in sir.nodes], np.bool_
    )
    doubtful = int((on_page & np.repeat(unsure, np.diff(sir.pieces.first))).sum())
    if doubtful < _SHARE * words:
        return ""
    return f"OCR is unsure of {doubtful:,} of its {words:,} words"
