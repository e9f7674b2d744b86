"""The elements that chunks of Unstructured were made of, which it packs into their metadata."""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from typing import TYPE_CHECKING, Any

from core.parsing.adapters.json_values import loaded, mapping, mappings, string
from core.parsing.adapters.native import NotNative

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_LARGEST = 64 << 20
"""Bytes that the elements of all chunks together may have when they are unpacked."""
_ANY_HEADER = 47
"""Tells zlib to read what is packed by gzip as well as by itself."""


class Unpacker:
    """Takes elements out of chunks; `problems` are sentences on chunks that stay as they are."""

    def __init__(self) -> None:
        """Of an output of which nothing was read."""
        self.problems: list[str] = []
        self._left = _LARGEST
        self._damaged = 0

    def unpacked(self, rows: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        """The rows, chunks replaced by their elements.

        A chunk that continues one before has the element that is cut up once more.
        """
        last = ""
        for row in rows:
            metadata = mapping(row.get("metadata"))
            packed = metadata.get("orig_elements")
            elements = self._elements(packed) if packed else None
            if elements is None:
                yield row
                continue
            if metadata.get("is_continuation") is True and _mark(elements[0]) == last:
                elements = elements[1:]
            yield from elements
            last = _mark(elements[-1]) if elements else last
        if self._damaged:
            self.problems.append(
                f"{self._damaged} chunks do not hold their elements as they should; their own "
                "text was taken, without places."
            )

    def _elements(self, packed: Any) -> list[dict[str, Any]] | None:
        """The elements of a chunk; None where they cannot be read."""
        if isinstance(packed, list):  # As the library itself holds them.
            return mappings(packed) or None
        try:
            unpacker = zlib.decompressobj(_ANY_HEADER)
            content = unpacker.decompress(base64.b64decode(packed), self._left)
            if unpacker.unconsumed_tail or not unpacker.eof:
                raise zlib.error
            self._left -= len(content)
            rows = mappings(loaded(content, "Unstructured"))
        except (binascii.Error, zlib.error, TypeError, ValueError, NotNative):
            rows = []
        self._damaged += not rows
        return rows or None


def _mark(row: dict[str, Any]) -> str:
    """What tells an element from its neighbours; identifiers alone may be left out."""
    page = mapping(row.get("metadata")).get("page_number")
    return json.dumps([string(row.get("element_id")), string(row.get("text")), str(page)])
