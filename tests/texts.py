"""Plain text and tables as the app reads them: set on pages, then parsed."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

import pymupdf

from core.library import Kind
from core.library.typesetting import typeset
from core.parsing.plain_text.parser import PlainTextOptions, PlainTextParser

if TYPE_CHECKING:
    from core.sir import Sir


def sir_of_text(content: str | bytes, kind: Kind = Kind.TEXT) -> Sir:
    """The SIR of a file of this content."""
    held = content if isinstance(content, bytes) else content.encode()
    with pymupdf.open(stream=typeset(held, kind, 500), filetype="pdf") as pdf:
        return PlainTextParser().parse(pdf, sha256(held).hexdigest(), PlainTextOptions())
