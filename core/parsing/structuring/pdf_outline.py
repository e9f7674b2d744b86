"""The outline of a PDF as evidence for headings."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.reading.display_list import UNREADABLE

if TYPE_CHECKING:
    import pymupdf


class Outline:
    """Titles of an outline by page, to be asked whether a block is one of them."""

    def __init__(self, pdf: pymupdf.Document) -> None:
        self.entries: dict[int, dict[str, int]] = {}
        try:
            toc = pdf.get_toc(simple=True)
        except UNREADABLE:
            toc = []
        for level, title, page in toc:
            key = _key(title)
            if key:
                self.entries.setdefault(page, {}).setdefault(key, level)

    def __bool__(self) -> bool:
        return bool(self.entries)

    def level(self, page: int, text: str) -> int | None:
        """The level of the entry that points to this page and reads like the text."""
        entries = self.entries.get(page)
        if not entries or len(text) > 300:
            return None
        key = _key(text)
        if key in entries:
            return entries[key]
        bare = re.sub(r"^\W*(?:\d+(?:\.\d+)*|[ivxlc]+|[a-z])(?=\D)", "", key)
        for title, level in entries.items():
            if len(bare) > 4 and bare in (title, re.sub(r"^\d+", "", title)):
                return level
        return None


def _key(text: str) -> str:
    return re.sub(r"[\W_]+", "", text).lower()
