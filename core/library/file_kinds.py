"""Which kinds of files the library takes, and how they are told apart."""

from __future__ import annotations

import io
import re
import zipfile
from enum import StrEnum
from pathlib import PurePosixPath


class Kind(StrEnum):
    """What a document was given as."""

    PDF = "pdf"
    TEXT = "text"
    MARKDOWN = "markdown"
    CSV = "csv"
    HTML = "html"
    DOCX = "docx"
    ODT = "odt"
    EPUB = "epub"
    PNG = "png"
    JPEG = "jpeg"
    TIFF = "tiff"


PICTURES = frozenset({Kind.PNG, Kind.JPEG, Kind.TIFF})
"""Set on pages as they are, and read off these like scans."""
STRUCTURED = frozenset({Kind.MARKDOWN, Kind.HTML, Kind.DOCX, Kind.ODT, Kind.EPUB})
"""Files that say their structure themselves."""
LOOKED_AT = frozenset({Kind.PDF, *PICTURES})
"""Kinds whose structure is found by looking at pages; all others are read from their text."""

_HEADER = b"%PDF-"
_HEADER_WITHIN = 1024
"""Bytes from the start in which readers look for the header of a PDF."""

EXTENSIONS = {
    ".pdf": Kind.PDF,
    ".txt": Kind.TEXT,
    ".md": Kind.MARKDOWN,
    ".markdown": Kind.MARKDOWN,
    ".csv": Kind.CSV,
    ".tsv": Kind.CSV,
    ".html": Kind.HTML,
    ".htm": Kind.HTML,
    ".xhtml": Kind.HTML,
    ".docx": Kind.DOCX,
    ".odt": Kind.ODT,
    ".epub": Kind.EPUB,
    ".png": Kind.PNG,
    ".jpg": Kind.JPEG,
    ".jpeg": Kind.JPEG,
    ".tif": Kind.TIFF,
    ".tiff": Kind.TIFF,
}
"""Files that the library takes, by the end of their name in lower case."""

_WORDS = {
    Kind.TEXT: "text",
    Kind.MARKDOWN: "Markdown",
    Kind.CSV: "a table",
    Kind.HTML: "a web page",
}

_PICTURE_HEADERS = {
    b"\x89PNG\r\n\x1a\n": Kind.PNG,
    b"\xff\xd8\xff": Kind.JPEG,
    b"II*\0": Kind.TIFF,
    b"MM\0*": Kind.TIFF,
    b"II+\0": Kind.TIFF,
    b"MM\0+": Kind.TIFF,
}
_ZIP = b"PK\x03\x04"
_ZIPPED = frozenset({Kind.DOCX, Kind.ODT, Kind.EPUB})
COMPOUND = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""The beginning of old Office files, and of new ones that are protected by a password."""
_TYPES = {
    b"application/vnd.oasis.opendocument.text": Kind.ODT,
    b"application/epub+zip": Kind.EPUB,
}
_PARTS = {
    "word/document.xml": Kind.DOCX,
    "content.xml": Kind.ODT,
    "META-INF/container.xml": Kind.EPUB,
}
_HTML = re.compile(
    rb"\s*(?:<\?xml[^>]*>\s*|<!--.*?-->\s*)*<(?:!doctype\s+html|html)\b", re.I | re.S
)
_HTML_WITHIN = 4096


def kind_of(content: bytes, name: str) -> Kind | None:
    """The kind of a file by its beginning and its name; None for what the library cannot take.

    The beginning decides: a picture that is called `scan.pdf` is a picture. A file that is named
    as text is text, unless it is a PDF or a picture.
    """
    named = EXTENSIONS.get(PurePosixPath(name).suffix.lower())
    if picture := _picture(content):
        return picture
    if named in (Kind.TEXT, Kind.MARKDOWN, Kind.CSV):
        return Kind.PDF if content.startswith(_HEADER) else named
    if content.startswith(_ZIP):
        return _packed(content, named)
    if _HTML.match(content.removeprefix(b"\xef\xbb\xbf")[:_HTML_WITHIN]):
        return Kind.HTML
    if named is Kind.HTML and not content.startswith((_HEADER, COMPOUND)):
        return Kind.HTML
    return Kind.PDF if _HEADER in content[:_HEADER_WITHIN] else None


def in_words(kind: Kind) -> str:
    """What a file of a kind is read as."""
    return _WORDS.get(kind, kind.upper())


def _picture(content: bytes) -> Kind | None:
    return next((k for head, k in _PICTURE_HEADERS.items() if content.startswith(head)), None)


def _packed(content: bytes, named: Kind | None) -> Kind | None:
    """The kind of a ZIP archive; by its name where it is damaged, so that this can be said."""
    # The first part of OpenDocument texts and books is their type, unpacked.
    if content[30:38] == b"mimetype":
        written = content[38 + int.from_bytes(content[28:30], "little") :]
        return next((kind for name, kind in _TYPES.items() if written.startswith(name)), None)
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            parts = set(archive.namelist())
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError):
        return named if named in _ZIPPED else None
    return next((kind for part, kind in _PARTS.items() if part in parts), None)
