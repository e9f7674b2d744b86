"""The output of a language model for single pages of a document: put together, and taken apart."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Collection

_PAGES, _NUMBER = "pages", "page_number"
_ELEMENTS, _PROBLEM = "layout_elements", "problem"


def merged(before: bytes, more: bytes, pages: Collection[int]) -> bytes:
    """An output with these pages as in `more`, and without those that are not in it.

    Both are outputs of the adapter `gemini`, or empty.
    """
    old, new = _read(before), _read(more)
    kept = [page for page in old.get(_PAGES, []) if page.get(_NUMBER) not in pages]
    put = [page for page in new.get(_PAGES, []) if page.get(_NUMBER) in pages]
    together = sorted([*kept, *put], key=lambda page: page[_NUMBER])
    return json.dumps({**old, **new, _PAGES: together}, ensure_ascii=False).encode()


def page_numbers(content: bytes) -> tuple[int, ...]:
    """The 1-based numbers of the pages of an output."""
    return tuple(page[_NUMBER] for page in _read(content).get(_PAGES, []))


def blank_page(number: int) -> bytes:
    """The output for a page (1-based) that holds nothing."""
    return json.dumps({_PAGES: [{_NUMBER: number, _ELEMENTS: []}]}).encode()


def blank_pages(content: bytes) -> frozenset[int]:
    """The 1-based numbers of the pages of an output that hold nothing, and failed in nothing."""
    pages = _read(content).get(_PAGES, [])
    return frozenset(page[_NUMBER] for page in pages if not (page[_ELEMENTS] or page.get(_PROBLEM)))


def _read(content: bytes) -> dict[str, Any]:
    return json.loads(content) if content else {}
