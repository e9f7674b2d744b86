"""Reads what Granite-Docling writes: DocTags of one page after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic_core import from_json

from core.parsing.adapters.doctags.reader import read_doctags
from core.parsing.adapters.doctags.tokens import PAGE_BREAK, has_tags
from core.parsing.adapters.native import NotNative

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.parsing.adapters.native import NativeDocument
    from core.sir import Page

_MARK = b"\xef\xbb\xbf"
_HINT = (
    "Give the answers of the model as they are: a JSON list with a text in DocTags for each page, "
    "or one text with <page_break> between pages."
)


def convert(content: bytes, pages: Sequence[Page]) -> NativeDocument:
    """The elements of a JSON list of pages in DocTags, or of a text with `<page_break>`.

    Raises:
        NotNative: it is neither.
    """
    content = content.removeprefix(_MARK).strip()
    if content.startswith((b"[", b"{")):
        outputs = _listed(content)
    else:
        outputs = content.decode("utf-8", "replace").split(PAGE_BREAK)
    if not any(map(has_tags, outputs)):
        raise NotNative(f"There are no DocTags of Granite-Docling in this. {_HINT}")
    return read_doctags(outputs, pages)


def _listed(content: bytes) -> list[str]:
    """The texts of a JSON list; empty for pages without one.

    Raises:
        NotNative: it is no such list.
    """
    try:
        value = from_json(content)
    except ValueError as error:
        raise NotNative(f"This JSON of Granite-Docling is cut off or damaged. {_HINT}") from error
    if not isinstance(value, list) or not all(row is None or isinstance(row, str) for row in value):
        raise NotNative(f"This JSON is no list of pages of Granite-Docling. {_HINT}")
    return [(row or "").encode("utf-8", "replace").decode() for row in value]
