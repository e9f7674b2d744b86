"""What a PDF calls its pages, such as iv or A-3."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.text.one_line import on_one_line

if TYPE_CHECKING:
    import pymupdf

_HEXADECIMAL = re.compile(r"<((?:[0-9A-Fa-f]{2}\s*)+)>")
"""How PyMuPDF gives a prefix that the file has in hexadecimal."""
_TYPE = "ageLabel"
"""What PyMuPDF takes for the prefix where a file says `/Type /PageLabel`."""
_UTF16 = b"\xfe\xff"


def page_label(page: pymupdf.Page) -> str:
    """The label of a page on one line; empty if the file gives it none."""
    label = page.get_label().removeprefix(_TYPE)
    label = _HEXADECIMAL.sub(lambda match: _decoded(bytes.fromhex(match[1])), label)
    return on_one_line(label)


def _decoded(text: bytes) -> str:
    """A text string of a PDF, as ISO 32000-1, 7.9.2.2 writes them."""
    if text.startswith(_UTF16):
        return text[len(_UTF16) :].decode("utf-16-be", "replace")
    return text.decode("latin-1")
