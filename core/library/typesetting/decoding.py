"""Bytes of a text file as text."""

from __future__ import annotations

import codecs
import unicodedata
from typing import NamedTuple

from core.errors import NotText

FALLBACK = "cp1252"
"""What is not Unicode is taken for this, which most older Windows programs write."""

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_SAMPLE = 4096
_CONTROLS = "".join(
    c
    for c in map(chr, range(0xA0))
    if unicodedata.category(c) == "Cc" and c not in "\t\n\r\f\v\x1b\x85"
)
_MOST_CONTROLS = 0.005
"""Share of control characters from which on a file holds something else than text."""
_SAVE_AS_TEXT = "Save it as plain text in UTF-8 and add that file."


class Decoded(NamedTuple):
    """A text and the encoding that it was in."""

    text: str
    encoding: str


def decode(content: bytes) -> Decoded:
    """The text of a file, in UTF-8, UTF-16, UTF-32, or else in Windows-1252.

    Raises:
        NotText: it is no text, or holds none.
    """
    encoding = _encoding(content)
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError as error:
        raise NotText(f"the file is not plain text. {_SAVE_AS_TEXT}") from error
    if "\0" in text or sum(map(text.count, _CONTROLS)) > _MOST_CONTROLS * len(text):
        raise NotText(f"the file holds data that is not text. {_SAVE_AS_TEXT}")
    if not text.strip():
        raise NotText("the file holds no text. Check that it was saved and copied whole.")
    return Decoded(text, encoding)


def _encoding(content: bytes) -> str:
    for mark, name in _MARKS:
        if content.startswith(mark):
            return name
    if wide := _wide(content[:_SAMPLE]):
        return wide
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        return FALLBACK
    return "utf-8"


def _wide(sample: bytes) -> str:
    """UTF-16 without a mark: most letters have a zero byte, all of them on the same side."""
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    if max(even, odd) * 4 < len(sample) or min(even, odd) * 4 > max(even, odd):
        return ""
    return "utf-16-be" if even > odd else "utf-16-le"
