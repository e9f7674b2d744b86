"""Letters of TeX's bitmap fonts, which say by their codes alone what they draw.

Such a font (Type 3) has no names of glyphs, so MuPDF gives the codes themselves. Those of letters
are as in ASCII; ligatures, quotes and dashes have codes of controls, and would be lost.

Source: Ferguson, "Report on multilingual activities", TUGboat 11 (1990), the encoding of Cork (T1);
the bullet is of TeX's text symbols (TS1).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    import pymupdf

CORK = {
    **{"\x10": "“", "\x11": "”", "\x12": "„", "\x13": "«", "\x14": "»", "\x15": "–", "\x16": "—"},
    **{"\x1b": "ff", "\x1c": "fi", "\x1d": "fl", "\x1e": "ffi", "\x1f": "ffl", "\x88": "•"},
}
OTHERS = frozenset(map(chr, range(0x10))) - {*"\t\n\r"}
"""Codes of letters in other encodings, and of accents in this one, where they hardly occur."""

NAMED_BY_TEX = re.compile(r"F\w{1,3}")


def name_letters(page: pymupdf.Page, raws: Iterable[dict[str, Any]]) -> None:
    """Puts letters in place of such codes, in the raw lines of a page."""
    spans = [span for raw in raws for span in raw["spans"]]
    spans = [span for span in spans if NAMED_BY_TEX.fullmatch(span["font"])]
    codes: dict[str, set[str]] = {}
    for span in spans:
        codes.setdefault(span["font"], set()).update(char["c"] for char in span["chars"])
    if not any(used & CORK.keys() for used in codes.values()):
        return
    bitmaps = {font[4] for font in page.get_fonts() if font[2] == "Type3"}
    meant = {name for name in bitmaps & codes.keys() if not codes[name] & OTHERS}
    for span in spans:
        if span["font"] in meant:
            span["chars"] = list(_named(span["chars"]))


def _named(chars: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The letters of a ligature follow the first one without width, as MuPDF has them."""
    for char in chars:
        first, *others = CORK.get(char["c"], char["c"])
        yield {**char, "c": first}
        _, _, right, bottom = char["bbox"]
        for other in others:
            yield {**char, "c": other, "bbox": (right, bottom, right, bottom)}
