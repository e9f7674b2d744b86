"""The blocks of a file by its kind. A new kind is one module and one row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.errors import BrokenFile
from core.library.file_kinds import Kind
from core.plugins import load

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.library.structured.blocks import StructuredText

_READERS: Mapping[str, str] = {
    Kind.MARKDOWN: "core.library.structured.markdown:read_markdown",
    Kind.HTML: "core.library.structured.html_page:read_html",
    Kind.DOCX: "core.library.structured.docx:read_docx",
    Kind.ODT: "core.library.structured.odt:read_odt",
    Kind.EPUB: "core.library.structured.epub:read_epub",
}


def read_structured(content: bytes, kind: Kind) -> StructuredText:
    """What a file of one of these kinds holds.

    Raises:
        NotText: it holds no text.
        BrokenFile: it is damaged, or cannot be unpacked safely.
        PasswordNeeded: it is protected by a password.
        TooLarge: it unpacks to more than is read.
    """
    try:
        return load(_READERS, kind)(content)
    except RecursionError as error:
        raise BrokenFile(
            "the parts of the file are nested too deeply to be read. Save it anew in a simpler "
            "form, or as PDF, and add that one."
        ) from error
