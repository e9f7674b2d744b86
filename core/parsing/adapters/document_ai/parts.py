"""A PDF cut into parts that one call may hold, as a child process does it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from core.errors import TooLarge

if TYPE_CHECKING:
    import pymupdf

    from core.progress import Progress

LARGEST = 20_000_000
"""Bytes of a document that an online call takes."""


def split(
    path: str, folder: str, pages: int, progress: Progress, largest: int = LARGEST
) -> list[tuple[str, int, int]]:
    """Files of the parts, each with the 0-based first page and the one behind its last.

    Raises:
        TooLarge: one page alone is larger than a call may be.
    """
    import pymupdf

    parts: list[tuple[str, int, int]] = []
    with pymupdf.open(path, filetype="pdf") as document:
        total = document.page_count
        spans = [(first, min(first + pages, total)) for first in range(0, total, pages)][::-1]
        while spans:
            first, end = spans.pop()
            progress(0, total)
            content = _cut(document, first, end)
            if len(content) <= largest:
                target = Path(folder) / f"{first}.pdf"
                target.write_bytes(content)
                parts.append((str(target), first, end))
            elif end - first > 1:
                middle = (first + end) // 2
                spans += [(middle, end), (first, middle)]
            else:
                raise TooLarge(
                    f"page {end} alone has more than {largest // 1_000_000} MB, which is the limit "
                    "of Document AI. Make its pictures smaller, or choose another parser."
                )
    return parts


def _cut(document: pymupdf.Document, first: int, end: int) -> bytes:
    import pymupdf

    with pymupdf.open() as part:
        part.insert_pdf(document, from_page=first, to_page=end - 1)
        return part.tobytes(garbage=3, deflate=True)
