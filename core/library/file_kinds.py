"""Which kinds of files the library takes, and how they are told apart."""

from __future__ import annotations

from enum import StrEnum
from pathlib import PurePosixPath


class Kind(StrEnum):
    """What a document was given as."""

    PDF = "pdf"
    TEXT = "text"
    CSV = "csv"


_HEADER = b"%PDF-"
_HEADER_WITHIN = 1024
"""Bytes from the start in which readers look for the header of a PDF."""

EXTENSIONS = {
    ".pdf": Kind.PDF,
    ".txt": Kind.TEXT,
    ".md": Kind.TEXT,
    ".csv": Kind.CSV,
    ".tsv": Kind.CSV,
}
"""Files that the library takes, by the end of their name in lower case."""


def kind_of(content: bytes, name: str) -> Kind | None:
    """The kind of a file by its beginning and its name; None for what the library cannot take."""
    named = EXTENSIONS.get(PurePosixPath(name).suffix.lower())
    if named in (Kind.TEXT, Kind.CSV):
        return Kind.PDF if content.startswith(_HEADER) else named
    return Kind.PDF if _HEADER in content[:_HEADER_WITHIN] else None
