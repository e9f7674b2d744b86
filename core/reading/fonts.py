"""What fonts say of themselves: whether they are bold, how high their capitals are, and how wide
their letters.

MuPDF's boxes reach from the ascender to the descender of the font, well above the letters in
many fonts, and stand for a guess (0.8 and -0.2) in others. The height of capitals is closer to
what is printed, and what other tools draw.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

    import pymupdf

BELIEVABLE = (0.5, 1.0)
"""Heights outside of this range, in times of the font size, are mistakes of the producer."""

NARROW = frozenset("ijlftrI1.,:;")
"""Characters that are narrower than others in every font but those of one width."""

EQUAL = 0.02
"""Difference of widths, in times of the font size, up to which they are the same."""

ENOUGH = 60
"""Characters of a font that are looked at on a page, at least."""

_BOLD = re.compile(
    r"bold|black|heavy|demi|nimbus\w+-medi(?!um)"
    r"|\b(?:cm(?:ss)?b(?!r)|(?:sf|ec|la)(?:b[xil]|rb|sx)(?=\d))",
    re.IGNORECASE,
)
"""Words for bold type; Times and Computer Modern as TeX has them write it otherwise: -Medi, BX."""


@lru_cache(maxsize=1024)
def is_bold(font: str) -> bool:
    """Whether the name of a font says that it is bold; not all that are have the flag set."""
    return bool(_BOLD.search(font))


def monospaced(raws: Iterable[dict[str, Any]]) -> set[str]:
    """The fonts of raw lines in which narrow letters are as wide as all others.

    Fonts rarely say so of themselves. Of those whose letters here are too few, nothing is known.
    """
    widths: dict[str, dict[str, float]] = {}
    seen: dict[str, int] = {}
    for raw in raws:
        if raw["dir"] != (1.0, 0.0):
            continue
        for span in raw["spans"]:
            font, size = span["font"], span["size"]
            if size <= 0 or seen.get(font, 0) > ENOUGH:
                continue
            seen[font] = seen.get(font, 0) + len(span["chars"])
            known = widths.setdefault(font, {})
            for char in span["chars"]:
                if "!" <= char["c"] <= "~":
                    known[char["c"]] = (char["bbox"][2] - char["bbox"][0]) / size
    return {font for font, known in widths.items() if _are_equal(known)}


def _are_equal(widths: dict[str, float]) -> bool:
    letters = {char for char in widths if char.isalpha()} - NARROW
    return bool(
        NARROW & widths.keys()
        and len(letters) > 1
        and max(widths.values()) - min(widths.values()) < EQUAL
    )


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
