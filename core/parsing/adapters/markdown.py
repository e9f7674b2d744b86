"""The Markdown that any parser writes, such as Marker or PyMuPDF4LLM: text without places."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.parsing.adapters.brought import brought
from core.parsing.adapters.markdown_blocks import markdown_blocks
from core.parsing.adapters.native import NativeDocument, NotNative

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.sir import Page


def convert(content: bytes, pages: Sequence[Page]) -> NativeDocument:
    """The elements of Markdown; see `Adapter.convert`.

    Raises:
        NotNative: it is no text in UTF-8, or holds none.
    """
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise NotNative("this is no text in UTF-8. Save it as UTF-8 and bring it again.") from error
    if not text.strip() or "\0" in text:
        raise NotNative("this file holds no Markdown. Bring the file that the parser wrote.")
    return NativeDocument(markdown_blocks(text))


ADAPTER = brought(
    "markdown",
    "Markdown of any parser",
    "Text without places, as Marker and others write it. Its words are found on the pages.",
    "a Markdown file (.md)",
    convert,
    bring="Markdown is what other parsers write: bring a file of it.",
)
