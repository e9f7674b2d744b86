"""Reads what Granite-Docling writes: DocTags of one page after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic_core import from_json

from core.parsing.adapters.doctags.reader import read_doctags
from core.parsing.adapters.doctags.tokens import PAGE_BREAK, has_tags
from core.parsing.adapters.granite_docling.options import FAILED
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
    problems: list[str] = []
    if content.startswith((b"[", b"{")):
        rows = _listed(content)
        problems = [row[FAILED] for row in rows if isinstance(row, dict)]
        outputs = [row if isinstance(row, str) else "" for row in rows]
    else:
        outputs = content.decode("utf-8", "replace").split(PAGE_BREAK)
    if not any(map(has_tags, outputs)):
        raise NotNative(f"There are no DocTags of Granite-Docling in this. {_HINT}")
    document = read_doctags(outputs, pages)
    document.problems[:0] = problems
    return document


def _listed(content: bytes) -> list[str | dict[str, str]]:
    """The texts of a JSON list; empty for pages without one, and what is wrong with a page.

    Raises:
        NotNative: it is no such list.
    """
    try:
        value = from_json(content)
    except ValueError as error:
        raise NotNative(f"This JSON of Granite-Docling is cut off or damaged. {_HINT}") from error
    if not isinstance(value, list) or not all(map(_is_page, value)):
        raise NotNative(f"This JSON is no list of pages of Granite-Docling. {_HINT}")
    return [
        row if isinstance(row, dict) else (row or "").encode("utf-8", "replace").decode()
        for row in value
    ]


def _is_page(row: Any) -> bool:
    """Whether it is the text of a page, None, or what is wrong with it."""
    if isinstance(row, dict):
        return row.keys() == {FAILED} and isinstance(row[FAILED], str)
    return row is None or isinstance(row, str)
