"""What fonts say of themselves: whether they are bold, and how high their capitals are.

MuPDF's boxes reach from the ascender to the descender of the font, well above the letters in
many fonts, and stand for a guess (0.8 and -0.2) in others. The height of capitals is closer to
what is printed, and what other tools draw.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pymupdf

BELIEVABLE = (0.5, 1.0)
"""Heights outside of this range, in times of the font size, are mistakes of the producer."""


_BOLD = re.compile(r"bold|black|heavy|demi|cmbx", re.IGNORECASE)


@lru_cache(maxsize=1024)
def is_bold(font: str) -> bool:
    """Whether the name of a font says that it is bold; not all that are have the flag set."""
    return bool(_BOLD.search(font))


@dataclass
class CapHeights:
    """Heights of capitals by font name, in times of the font size, for one document."""

    pdf: pymupdf.Document
    by_xref: dict[int, float | None] = field(default_factory=dict)

    def of_page(self, number: int) -> dict[str, float]:
        """Heights for the fonts of a page (0-based), without fonts that do not say."""
        heights: dict[str, float] = {}
        for xref, _, _, name, *_ in self.pdf.get_page_fonts(number):
            if xref not in self.by_xref:
                self.by_xref[xref] = self._height(xref)
            height = self.by_xref[xref]
            if height is not None:
                heights[name.partition("+")[2] or name] = height
        return heights

    def _height(self, xref: int) -> float | None:
        """The height in a simple font; those of composite fonts are rarely set with care."""
        if xref <= 0:
            return None
        kind, value = self.pdf.xref_get_key(xref, "FontDescriptor/CapHeight")
        height = float(value) / 1000 if kind in ("int", "real", "float") else 0.0
        return height if BELIEVABLE[0] < height < BELIEVABLE[1] else None
